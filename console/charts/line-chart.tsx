import { line } from 'd3-shape'
import { type KeyboardEvent, useId, useState } from 'react'
import { longDay, shortDay } from '../format/days.ts'
import {
  type Frame,
  namedDays,
  type Point,
  type Series,
  scalesOf,
  segmentsOf,
  spreadLabels,
} from './scale.ts'
import { useWidth } from './use-width.ts'

interface LineChartProps {
  /** What is drawn, for those who do not see it. */
  title: string
  series: readonly Series[]
  format: (value: number | null) => string
  /** The top of the scale, where it is no matter of the data. */
  most?: number
}

const height = 280

/** Lines over days: the own one bold, named at their ends, read by pointer and by arrow keys alike. */
export function LineChart({ title, series, format, most }: LineChartProps) {
  const [element, width] = useWidth()
  const [at, setAt] = useState<number>()
  const id = useId()
  const isNarrow = width < 560
  const frame: Frame = { width, height, left: 44, right: isNarrow ? 14 : 150, top: 14, bottom: 30 }
  const { days, x, y, ticks } = scalesOf(series, frame, most)
  const move = (step: number) => setAt((now) => clamp((now ?? days.length - 1) + step, days.length))
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -days.length,
      End: days.length,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(step)
  }
  const day = at === undefined ? undefined : days[at]
  return (
    <figure ref={element} className="relative" aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {title}
      </figcaption>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${title}. Left and right arrow keys read the days.`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
          tabIndex={0}
          className="block overflow-visible rounded"
          onKeyDown={onKeyDown}
          onBlur={() => setAt(undefined)}
          onPointerLeave={() => setAt(undefined)}
          onPointerMove={(event) => {
            const { left } = event.currentTarget.getBoundingClientRect()
            setAt(nearest(days, x, event.clientX - left))
          }}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={frame.left} x2={width - frame.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text
                x={frame.left - 8}
                y={y(tick)}
                dy="0.32em"
                textAnchor="end"
                className="fill-muted text-xs"
              >
                {format(tick)}
              </text>
            </g>
          ))}
          {namedDays(days, width - frame.left - frame.right).map((one) => (
            <text key={one} x={x(one)} y={height - 8} textAnchor="middle" className="fill-muted text-xs">
              {shortDay(one)}
            </text>
          ))}
          {day !== undefined && (
            <line
              x1={x(day)}
              x2={x(day)}
              y1={frame.top}
              y2={height - frame.bottom}
              stroke="var(--line-strong)"
            />
          )}
          {[...series]
            .sort((a, b) => Number(a.isOwn) - Number(b.isOwn))
            .map((one) => (
              <Line key={one.id} series={one} x={x} y={y} day={day} />
            ))}
          {!isNarrow && <EndLabels series={series} frame={frame} y={y} />}
        </svg>
      )}
      {isNarrow && <Legend series={series} />}
      <Reading series={series} day={day} format={format} x={day === undefined ? 0 : x(day)} width={width} />
    </figure>
  )
}

const clamp = (index: number, length: number) => Math.min(length - 1, Math.max(0, index))

function nearest(days: readonly string[], x: (day: string) => number, at: number): number {
  let best = 0
  for (const [i, day] of days.entries())
    if (Math.abs(x(day) - at) < Math.abs(x(days[best] as string) - at)) best = i
  return best
}

interface LineProps {
  series: Series
  x: (day: string) => number
  y: (value: number) => number
  day: string | undefined
}

function Line({ series: { points, colour, isOwn }, x, y, day }: LineProps) {
  const { whole, partial } = segmentsOf(points)
  const path = line<Point>(
    (point) => x(point.day),
    (point) => y(point.value ?? 0),
  )
  const width = isOwn ? 2.75 : 1.5
  const marked = points.find((point) => point.day === day && point.value !== null)
  return (
    <g fill="none" stroke={colour} strokeWidth={width} strokeLinejoin="round" strokeLinecap="round">
      {whole.map((run) =>
        run.length === 1 ? (
          <circle
            key={run[0]?.day}
            cx={x(run[0]?.day ?? '')}
            cy={y(run[0]?.value ?? 0)}
            r={width}
            fill={colour}
            stroke="none"
          />
        ) : (
          <path key={run[0]?.day} d={path(run) ?? ''} />
        ),
      )}
      {partial.length > 1 && <path d={path(partial) ?? ''} strokeDasharray="2 5" />}
      {marked !== undefined && (
        <circle
          cx={x(marked.day)}
          cy={y(marked.value ?? 0)}
          r={4}
          fill={colour}
          stroke="var(--panel)"
          strokeWidth={2}
        />
      )}
    </g>
  )
}

function EndLabels({
  series,
  frame,
  y,
}: {
  series: readonly Series[]
  frame: Frame
  y: (value: number) => number
}) {
  const ends = series.flatMap(({ id, points }) => {
    const last = points.findLast(({ value, isPartial }) => value !== null && !isPartial)
    return last === undefined ? [] : [{ id, y: y(last.value ?? 0) }]
  })
  return spreadLabels(ends, 16, frame.top, frame.height - frame.bottom).map(({ id, y }) => {
    const one = series.find((candidate) => candidate.id === id)
    return (
      <text
        key={id}
        x={frame.width - frame.right + 10}
        y={y}
        dy="0.32em"
        fill={one?.colour}
        className={`text-[13px] ${one?.isOwn ? 'font-semibold' : ''}`}
      >
        {shorten(one?.name ?? '')}
      </text>
    )
  })
}

const shorten = (name: string) => (name.length > 19 ? `${name.slice(0, 18)}…` : name)

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ id, name, colour, isOwn }) => (
        <li key={id} className={isOwn ? 'font-semibold' : ''}>
          <span
            aria-hidden="true"
            className="mr-1.5 inline-block h-0.5 w-4 align-middle"
            style={{ background: colour }}
          />
          {name}
        </li>
      ))}
    </ul>
  )
}

interface ReadingProps {
  series: readonly Series[]
  day: string | undefined
  format: (value: number | null) => string
  x: number
  width: number
}

/** The values of one day, read out as well when it changes. */
function Reading({ series, day, format, x, width }: ReadingProps) {
  if (day === undefined) return <div aria-live="polite" className="sr-only" />
  const rows = series
    .map((one) => ({ ...one, point: one.points.find((point) => point.day === day) }))
    .sort((a, b) => (b.point?.value ?? -1) - (a.point?.value ?? -1))
  const isPartial = rows.some(({ point }) => point?.isPartial)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute top-2 z-10 w-56 rounded-lg border border-line-strong bg-panel px-3 py-2 text-sm shadow-lg"
      style={x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }}
    >
      <p className="mb-1 text-muted">
        {longDay(day)}
        {isPartial && <span className="block text-warn">so far; the day is not over</span>}
      </p>
      <ul>
        {rows.map(({ id, name, colour, isOwn, point }) => (
          <li key={id} className={`flex justify-between gap-3 ${isOwn ? 'font-semibold' : ''}`}>
            <span className="truncate" style={{ color: colour }}>
              {name}
            </span>
            <span>{point?.value == null ? 'no answers' : format(point.value)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
