import { type ReactNode, useState } from 'react'
import { longDay, shortDay } from '../format/days.ts'
import { type Column, mainColumn, numberColumn, Table } from '../ui/table.tsx'
import { ChartFigure, type ChartMenuItem, Legend, ReadDrawing, ReadingBox, ValueTicks } from './chart-parts.tsx'
import { pathOf } from './linear.ts'
import { bandsOf, type Frame, namedDays, type Point, type Series, scalesOf, segmentsOf, spreadLabels } from './scale.ts'
import { csvOf } from './series-table.ts'
import { groupMarks, pooled } from './smooth.ts'

interface LineChartProps {
  title: string
  /** At most six. Points with weights are shown as 7-day averages until the reader chooses single days. */
  series: readonly Series[]
  format: (value: number | null) => string
  /** Whether values are ranks, with 1 at the top. */
  isPlace?: boolean
  most?: number
  marks?: readonly Mark[]
  height?: number
  menu?: readonly ChartMenuItem[]
}

interface Mark {
  id: string
  day: string
  text: string
}

/** Lines over days with labels at their ends. The user’s brand is bold, with its interval and previous period. */
export function LineChart({ menu = [], ...props }: LineChartProps) {
  const { title, format } = props
  const [isDaily, setDaily] = useState(false)
  const canAverage = props.series.some(({ points }) => points.some(({ weight }) => weight !== undefined))
  const isAverage = canAverage && !isDaily
  const series = props.series.map((one) => aligned(one, isAverage))
  return (
    <ChartFigure
      title={title}
      csv={() => csvOf(series)}
      table={<SeriesTable title={title} series={series} format={format} />}
      legend={<Keys series={series} isAverage={isAverage} />}
      menu={[
        ...(canAverage ? [{ name: isDaily ? '7-day average' : 'Daily', onClick: () => setDaily(!isDaily) }] : []),
        ...menu,
      ]}
    >
      {(width) => <Drawing {...props} series={series} width={width} />}
    </ChartFigure>
  )
}

/** Aligns the previous period with this one. Its earlier days count only in averages. */
const aligned = ({ points, previous, ...series }: Series, isAverage: boolean): Series => ({
  ...series,
  points: isAverage ? pooled(points, previous) : points,
  ...(previous && { previous: (isAverage ? pooled(previous) : previous).slice(-points.length) }),
})

function Keys({ series, isAverage }: { series: readonly Series[]; isAverage: boolean }) {
  const hasBand = series.some(({ interval }) => interval !== undefined)
  const previous = series.find(({ previous: before = [] }) => before.length > 0)
  const key = 'inline-flex items-center gap-1.5 max-md:hidden'
  return (
    <p className="flex flex-1 flex-wrap items-center gap-x-4 text-sm text-muted">
      <span className="mr-auto">{isAverage ? '7-day average' : 'Daily'}</span>
      {hasBand && (
        <span className={key}>
          <span aria-hidden="true" className="h-2 w-3.5 rounded-[2px] bg-(--accent-band)" />
          95% interval
        </span>
      )}
      {previous && (
        <span className={key}>
          <span aria-hidden="true" className="w-3.5 border-t-[1.5px] border-dashed border-accent" />
          Previous {previous.points.length} days
        </span>
      )}
    </p>
  )
}

function Drawing(props: LineChartProps & { width: number }) {
  const { title, series, format, isPlace = false, most = Number.POSITIVE_INFINITY, marks = [], width } = props
  const { height: fullHeight = 280 } = props
  const [at, setAt] = useState<number>()
  const isNarrow = width < 460
  const height = isNarrow ? Math.min(fullHeight, 210) : fullHeight
  const frame: Frame = { width, height, left: 34, right: isNarrow ? 10 : 134, top: 14, bottom: 24 }
  const { days, x, y, ticks } = scalesOf(series, frame, isPlace, most)
  const day = at === undefined ? undefined : days[at]
  const base = height - frame.bottom
  const named = namedDays(days, width - frame.left - frame.right)
  return (
    <div className="relative">
      <ReadDrawing
        {...{ title, width, height, at }}
        what="days"
        length={days.length}
        onRead={setAt}
        nearest={(left) => placeAt(left, days.length, frame)}
      >
        <ValueTicks ticks={ticks} y={y} frame={frame} format={format} />
        {named.map((one, i) => (
          <text
            key={one}
            x={x(one)}
            y={height - 6}
            textAnchor={i === 0 ? 'start' : i === named.length - 1 ? 'end' : 'middle'}
            className="fill-muted text-xs"
          >
            {shortDay(one)}
          </text>
        ))}
        {series.map(({ id, points, interval }) =>
          bandsOf(points, interval, most).map((run) => (
            <path key={`${id} ${run[0]?.day}`} d={bandPath(run, x, y)} fill="var(--accent-band)" />
          )),
        )}
        <Marks marks={marks} x={x} frame={frame} isNarrow={isNarrow} />
        {day !== undefined && <line x1={x(day)} x2={x(day)} y1={frame.top} y2={base} stroke="var(--line-strong)" />}
        {series.map((one) => (
          <PreviousLine key={one.id} series={one} x={x} y={y} />
        ))}
        {[...series]
          .sort((a, b) => Number(a.isOwn) - Number(b.isOwn))
          .map((one) => (
            <Line key={one.id} series={one} x={x} y={y} day={day} />
          ))}
        {!isNarrow && <EndLabels series={series} frame={frame} y={y} />}
      </ReadDrawing>
      {isNarrow && series.length > 1 && (
        <div className="mt-2">
          <Legend lines={series} />
        </div>
      )}
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

interface Scales {
  x: (day: string) => number
  y: (value: number) => number
}

type Placed<S extends keyof Scales> = Pick<Scales, S> & { frame: Frame }

const bandPath = (run: ReturnType<typeof bandsOf>[number], x: Scales['x'], y: Scales['y']): string =>
  `${pathOf([
    ...run.map(({ day, high }): [number, number] => [x(day), y(high)]),
    ...run.toReversed().map(({ day, low }): [number, number] => [x(day), y(low)]),
  ])}Z`

const linePath = (run: readonly Point[], x: Scales['x'], y: Scales['y']): string =>
  pathOf(run.map(({ day, value }) => [x(day), y(value ?? 0)]))

const markRoom = 90

/** Notes as dotted lines with their text. Several close to each other become a number. */
function Marks({ marks, x, frame, isNarrow }: Placed<'x'> & { marks: readonly Mark[]; isNarrow: boolean }) {
  const { top, height, bottom, width, right } = frame
  return groupMarks(marks, x, isNarrow ? 24 : markRoom).map((group) => {
    const [first] = group as [Mark]
    const left = x(first.day)
    const isAtEnd = left > (width - right) * 0.68
    const text = group.length === 1 ? shorten(first.text, 32) : `${group.length} notes`
    return (
      <g key={first.id} data-mark={first.day}>
        <line x1={left} x2={left} y1={top - 2} y2={height - bottom} stroke="var(--muted)" strokeDasharray="2 3" />
        <circle cx={left} cy={top - 3} r={3} fill="var(--muted)" />
        {(!isNarrow || group.length > 1 || marks.length === 1) && (
          <text
            x={left + (isAtEnd ? -8 : 8)}
            y={top + 1}
            textAnchor={isAtEnd ? 'end' : 'start'}
            className="fill-ink-2 text-xs"
          >
            {text}
          </text>
        )}
      </g>
    )
  })
}

const placeAt = (at: number, days: number, { width, left, right }: Frame): number =>
  Math.min(days - 1, Math.max(0, Math.round(((at - left) / (width - left - right)) * (days - 1))))

/** The previous period on the days of this one. */
function PreviousLine({ series: { color, points, previous = [] }, x, y }: Scales & { series: Series }) {
  const moved = previous.flatMap((point, i) => {
    const day = points[i]?.day
    return day === undefined ? [] : [{ ...point, day, isPartial: false }]
  })
  return segmentsOf(moved).whole.map((run) => (
    <path
      key={run[0]?.day}
      d={linePath(run, x, y)}
      fill="none"
      stroke={color}
      strokeWidth={1.4}
      strokeDasharray="3 4"
      opacity={0.55}
    />
  ))
}

function Line({ series, x, y, day }: Scales & { series: Series; day: string | undefined }) {
  const { points, color, isOwn } = series
  const { whole, partial } = segmentsOf(points)
  const width = isOwn ? 2.25 : 1.4
  const today = partial.at(-1)
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
          <path key={run[0]?.day} d={linePath(run, x, y)} />
        ),
      )}
      {today !== undefined && (
        <circle
          cx={x(today.day)}
          cy={y(today.value ?? 0)}
          r={3.5}
          strokeWidth={1.6}
          fill="var(--panel)"
          data-partial={today.day}
        />
      )}
      {marked !== undefined && marked !== today && (
        <circle cx={x(marked.day)} cy={y(marked.value ?? 0)} r={4} fill={color} stroke="var(--panel)" strokeWidth={2} />
      )}
    </g>
  )
}

function EndLabels({ series, frame, y }: Placed<'y'> & { series: readonly Series[] }) {
  const ends = series.flatMap((one) => {
    const last =
      one.points.findLast(({ value, isPartial }) => value !== null && !isPartial) ??
      one.points.findLast(({ value }) => value !== null)
    const end = y(last?.value ?? 0)
    return last === undefined ? [] : [{ ...one, end, y: end }]
  })
  const right = frame.width - frame.right
  return spreadLabels(ends, 16, frame.top, frame.height - frame.bottom).map((label) => (
    <g key={label.id}>
      <line x1={right + 2} x2={right + 8} y1={label.end} y2={label.y} stroke={label.color} opacity={0.6} />
      <text
        x={right + 12}
        y={label.y}
        dy="0.32em"
        fill={label.color}
        className={`text-sm ${label.isOwn ? 'font-bold' : 'font-medium'}`}
      >
        {shorten(label.name, 19)}
      </text>
    </g>
  ))
}

const shorten = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name)

interface ReadingProps {
  series: readonly Series[]
  day: string
  format: (value: number | null) => string
  isPlace: boolean
  notes: readonly string[]
}

function Reading({ series, day, format, isPlace, notes }: ReadingProps): ReactNode {
  const orderOf = (point: Point | undefined) => point?.value ?? (isPlace ? 1e9 : -1)
  const rows = series
    .map((one) => ({ ...one, at: one.points.findIndex((point) => point.day === day) }))
    .map((one) => ({ ...one, point: one.points[one.at] }))
    .sort((a, b) => (isPlace ? 1 : -1) * (orderOf(a.point) - orderOf(b.point)))
  const isPartial = rows.some(({ point }) => point?.isPartial)
  return (
    <>
      <p className="mb-1 text-muted">
        {longDay(day)}
        {isPartial && <span className="block text-warn">partial day (UTC), so far; in no average</span>}
      </p>
      <ul>
        {rows.map(({ id, name, color, isOwn, point, previous, at }) => (
          <li key={id} className={isOwn ? 'font-semibold' : ''}>
            <span className="flex justify-between gap-3">
              <span className="truncate" style={{ color: color }}>
                {name}
              </span>
              <span>{point?.value == null ? 'no answers' : format(point.value)}</span>
            </span>
            {previous?.[at] !== undefined && (
              <span className="flex justify-between gap-3 font-normal text-muted">
                <span>{shortDay(previous[at].day)}</span>
                <span>{format(previous[at].value)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {notes.map((text) => (
        <bdi key={text} className="block mt-1 border-t border-line pt-1">
          {text}
        </bdi>
      ))}
    </>
  )
}

function SeriesTable({ title, series, format }: Pick<LineChartProps, 'title' | 'series' | 'format'>) {
  const days = (series[0]?.points ?? []).map((point, i) => ({ ...point, i })).reverse()
  const columns: Column<(typeof days)[number]>[] = [
    mainColumn('Day', ({ day, isPartial }) => (
      <>
        {longDay(day)}
        {isPartial && <span className="text-warn"> so far</span>}
      </>
    )),
    ...series.map(({ id, name, points }) => ({
      ...numberColumn<{ i: number }>(name, ({ i }) => format(points[i]?.value ?? null)),
      id,
    })),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="overflow-x-auto" aria-label={`${title}, table`} tabIndex={0}>
      <Table label={title} columns={columns} rows={days} keyOf={({ day }) => day} most={31} isDense />
    </section>
  )
}
