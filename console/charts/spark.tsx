import { daySeries } from './day-series.ts'
import { pathOf } from './linear.ts'
import { type Point, segmentsOf } from './scale.ts'
import { pooled } from './smooth.ts'

const width = 96
const height = 24
const edge = 2

interface SparkProps {
  name: string
  points: readonly Point[]
  color?: string
  most?: number
  className?: string
}

/** A sparkline from zero with gaps on days without answers. Its accessible name states the content. */
export function Spark(props: SparkProps) {
  const { name, points, color = 'var(--accent)', most = 100, className = 'inline-block align-middle' } = props
  const step = (width - 2 * edge) / Math.max(1, points.length - 1)
  const place = new Map(points.map(({ day }, i) => [day, edge + i * step]))
  const x = ({ day }: Point) => place.get(day) ?? edge
  const y = ({ value }: Point) => height - edge - ((value ?? 0) / most) * (height - 2 * edge)
  const { whole, partial } = segmentsOf(points)
  const path = (run: readonly Point[]) => pathOf(run.map((point) => [x(point), y(point)]))
  return (
    <svg
      {...{ width, height, viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', className }}
      aria-label={name}
    >
      <line x1={0} x2={width} y1={height - 1} y2={height - 1} stroke="var(--line)" />
      {whole.map((run) =>
        run.length === 1 ? (
          <circle key={run[0]?.day} cx={x(run[0] as Point)} cy={y(run[0] as Point)} r={1.5} fill={color} />
        ) : (
          <path key={run[0]?.day} d={path(run)} fill="none" stroke={color} strokeWidth={1.5} />
        ),
      )}
      {partial.length === 1 && (
        <circle cx={x(partial[0] as Point)} cy={y(partial[0] as Point)} r={1.5} fill="none" stroke={color} />
      )}
      {partial.length > 1 && (
        <path d={path(partial)} fill="none" stroke={color} strokeWidth={1.5} strokeDasharray="2 2" />
      )}
    </svg>
  )
}

interface MiniLineProps {
  name: string
  days: readonly { day: string; value: number }[]
  color: string
}

/** Daily counts as a line of 7-day averages. Leaves out the day that is not over. */
export function MiniLine({ name, days, color }: MiniLineProps) {
  const points = pooled(daySeries({ id: name, name, days }, [])[0]?.points ?? []).filter((point) => !point.isPartial)
  if (points.length < 2) return null
  const most = Math.max(1, ...points.map(({ value }) => value ?? 0))
  return (
    <Spark
      {...{ name: `${name} a day, 7-day average`, points, color, most }}
      className="mt-1.5 block h-[34px] w-full"
    />
  )
}
