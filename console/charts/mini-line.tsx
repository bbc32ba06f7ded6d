import { linear, pathOf } from './linear.ts'
import { type Point, segmentsOf } from './scale.ts'
import { pooled } from './smooth.ts'

const width = 240
const height = 34
const edge = 3

interface MiniLineProps {
  /** Describes the line, which shows 7-day averages. */
  name: string
  points: readonly Point[]
  color: string
}

/** A line without axes, as wide as its place. Leaves out the day that is not over. */
export function MiniLine({ name, points, color }: MiniLineProps) {
  const days = pooled(points.filter(({ isPartial }) => !isPartial))
  const most = Math.max(1, ...days.map(({ value }) => value ?? 0))
  const x = linear([0, Math.max(1, days.length - 1)], [edge, width - edge])
  const y = linear([0, most], [height - edge, edge])
  const place = new Map(days.map(({ day }, i) => [day, x(i)]))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={name}
      className="mt-1.5 block h-[34px] w-full"
    >
      {segmentsOf(days).whole.map((run) => (
        <path
          key={run[0]?.day}
          d={pathOf(run.map(({ day, value }) => [place.get(day) ?? edge, y(value ?? 0)]))}
          fill="none"
          stroke={color}
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
