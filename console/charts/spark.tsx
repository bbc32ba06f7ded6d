import { pathOf } from './linear.ts'
import { type Point, segmentsOf } from './scale.ts'

const width = 96
const height = 24
const edge = 2

interface SparkProps {
  name: string
  points: readonly Point[]
  /** Defaults to the reader's own brand. */
  color?: string
}

/** A sparkline of shares from 0 to 100 with gaps on days without answers. Its accessible name states the content. */
export function Spark({ name, points, color = 'var(--accent)' }: SparkProps) {
  const step = (width - 2 * edge) / Math.max(1, points.length - 1)
  const place = new Map(points.map(({ day }, i) => [day, edge + i * step]))
  const x = ({ day }: Point) => place.get(day) ?? edge
  const y = ({ value }: Point) => height - edge - ((value ?? 0) / 100) * (height - 2 * edge)
  const { whole, partial } = segmentsOf(points)
  const path = (run: readonly Point[]) => pathOf(run.map((point) => [x(point), y(point)]))
  return (
    <svg width={width} height={height} role="img" aria-label={name} className="inline-block align-middle">
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
