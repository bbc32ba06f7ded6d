import { line } from 'd3-shape'
import { useState } from 'react'
import { longDay, shortDay } from '../format/days.ts'
import { ChartFigure, ReadDrawing, ReadingBox, ValueTicks } from './chart-parts.tsx'
import {
  type Frame,
  namedDays,
  type Point,
  type Series,
  scalesOf,
  segmentsOf,
  spreadLabels,
} from './scale.ts'
import { csvOf } from './series-table.ts'

interface LineChartProps {
  /** Description for screen readers. */
  title: string
  series: readonly Series[]
  format: (value: number | null) => string
  /** Whether values are ranks, with 1 at the top. */
  isPlace?: boolean
  /** Notes on some of the days. */
  marks?: readonly Mark[]
}

interface Mark {
  id: string
  day: string
  text: string
}

const height = 280

/** Lines over days with labels at their ends. The user’s brand is bold. */
export function LineChart(props: LineChartProps) {
  const { title, series, format } = props
  return (
    <ChartFigure
      title={title}
      csv={() => csvOf(series)}
      table={<SeriesTable title={title} series={series} format={format} />}
    >
      {(width) => <Drawing {...props} width={width} />}
    </ChartFigure>
  )
}

function Drawing({
  title,
  series,
  format,
  isPlace = false,
  marks = [],
  width,
}: LineChartProps & { width: number }) {
  const [at, setAt] = useState<number>()
  const isNarrow = width < 560
  const frame: Frame = { width, height, left: 44, right: isNarrow ? 14 : 150, top: 14, bottom: 30 }
  const { days, x, y, ticks } = scalesOf(series, frame, isPlace)
  const day = at === undefined ? undefined : days[at]
  const base = height - frame.bottom
  return (
    <div className="relative">
      <ReadDrawing
        {...{ title, width, height, at }}
        what="days"
        length={days.length}
        onRead={setAt}
        nearest={(left) => nearest(days, x, left)}
      >
        <ValueTicks ticks={ticks} y={y} frame={frame} format={format} />
        {namedDays(days, width - frame.left - frame.right).map((one) => (
          <text key={one} x={x(one)} y={height - 8} textAnchor="middle" className="fill-muted text-xs">
            {shortDay(one)}
          </text>
        ))}
        {day !== undefined && (
          <line x1={x(day)} x2={x(day)} y1={frame.top} y2={base} stroke="var(--line-strong)" />
        )}
        {[...series]
          .sort((a, b) => Number(a.isOwn) - Number(b.isOwn))
          .map((one) => (
            <Line key={one.id} series={one} x={x} y={y} day={day} />
          ))}
        {!isNarrow && <EndLabels series={series} frame={frame} y={y} />}
        {marks.map(({ id, day: marked }) => (
          <path key={id} d={`M${x(marked)},${base} l-5,8 h10 z`} fill="var(--warn)" data-mark={marked} />
        ))}
      </ReadDrawing>
      {isNarrow && <Legend series={series} />}
      <ReadingBox x={day === undefined ? 0 : x(day)} width={width}>
        {day !== undefined && (
          <Reading
            {...{ series, day, format, isPlace }}
            notes={marks.flatMap((mark) => (mark.day === day ? [mark.text] : []))}
          />
        )}
      </ReadingBox>
    </div>
  )
}

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

function Line({ series: { points, color, isOwn }, x, y, day }: LineProps) {
  const { whole, partial } = segmentsOf(points)
  const path = line<Point>(
    (point) => x(point.day),
    (point) => y(point.value ?? 0),
  )
  const width = isOwn ? 2.75 : 1.5
  // For a new brand, today can be the only day.
  const only = partial.length === 1 ? partial[0] : undefined
  const marked = points.find((point) => point.day === day && point.value !== null)
  return (
    <g fill="none" stroke={color} strokeWidth={width} strokeLinejoin="round" strokeLinecap="round">
      {whole.map((run) =>
        run.length === 1 ? (
          <circle
            key={run[0]?.day}
            cx={x(run[0]?.day ?? '')}
            cy={y(run[0]?.value ?? 0)}
            r={width}
            fill={color}
            stroke="none"
          />
        ) : (
          <path key={run[0]?.day} d={path(run) ?? ''} />
        ),
      )}
      {partial.length > 1 && <path d={path(partial) ?? ''} strokeDasharray="2 5" />}
      {only !== undefined && (
        <circle cx={x(only.day)} cy={y(only.value ?? 0)} r={3.5} strokeWidth={1.5} strokeDasharray="2 2" />
      )}
      {marked !== undefined && (
        <circle
          cx={x(marked.day)}
          cy={y(marked.value ?? 0)}
          r={4}
          fill={color}
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
    const last =
      points.findLast(({ value, isPartial }) => value !== null && !isPartial) ??
      points.findLast(({ value }) => value !== null)
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
        fill={one?.color}
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
      {series.map(({ id, name, color, isOwn }) => (
        <li key={id} className={isOwn ? 'font-semibold' : ''}>
          <span
            aria-hidden="true"
            className="mr-1.5 inline-block h-0.5 w-4 align-middle"
            style={{ background: color }}
          />
          {name}
        </li>
      ))}
    </ul>
  )
}

interface ReadingProps {
  series: readonly Series[]
  day: string
  format: (value: number | null) => string
  isPlace: boolean
  notes: readonly string[]
}

/** The values of one day. */
function Reading({ series, day, format, isPlace, notes }: ReadingProps) {
  const rows = series
    .map((one) => ({ ...one, point: one.points.find((point) => point.day === day) }))
    .sort((a, b) => {
      const [first, second] = [a, b].map(({ point }) => point?.value ?? (isPlace ? 1e9 : -1)) as [
        number,
        number,
      ]
      return isPlace ? first - second : second - first
    })
  const isPartial = rows.some(({ point }) => point?.isPartial)
  return (
    <>
      <p className="mb-1 text-muted">
        {longDay(day)}
        {isPartial && <span className="block text-warn">partial day, so far</span>}
      </p>
      <ul>
        {rows.map(({ id, name, color, isOwn, point }) => (
          <li key={id} className={`flex justify-between gap-3 ${isOwn ? 'font-semibold' : ''}`}>
            <span className="truncate" style={{ color: color }}>
              {name}
            </span>
            <span>{point?.value == null ? 'no answers' : format(point.value)}</span>
          </li>
        ))}
      </ul>
      {notes.map((text) => (
        <p key={text} className="mt-1 border-t border-line pt-1 text-warn">
          <bdi className="[overflow-wrap:anywhere]">{text}</bdi>
        </p>
      ))}
    </>
  )
}

/** The values as a table, newest day first. */
function SeriesTable({ title, series, format }: Pick<LineChartProps, 'title' | 'series' | 'format'>) {
  const days = (series[0]?.points ?? []).map(({ day }, i) => ({ day, i })).reverse()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={`${title}, table`} tabIndex={0} className="max-h-96 overflow-auto">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className="pr-4 text-left font-normal text-muted">
              Day
            </th>
            {series.map(({ id, name, color }) => (
              <th key={id} scope="col" className="pl-4 text-right font-normal" style={{ color: color }}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, i }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1 pr-4 text-left font-normal whitespace-nowrap">
                {longDay(day)}
                {series[0]?.points[i]?.isPartial && <span className="text-warn"> so far</span>}
              </th>
              {series.map(({ id, points }) => (
                <td key={id} className="pl-4 text-right">
                  {format(points[i]?.value ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
