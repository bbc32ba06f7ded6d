import { daySeries } from './day-series.ts'
import { linear, pathOf } from './linear.ts'
import { pooled } from './smooth.ts'

const [width, height, edge] = [240, 34, 3]

interface MiniLineProps {
  name: string
  days: readonly { day: string; value: number }[]
  color: string
}

/** Daily counts as a line of 7-day averages, without axes. Leaves out the day that is not over. */
export function MiniLine({ name, days, color }: MiniLineProps) {
  const points = pooled(daySeries({ id: name, name, days }, [])[0]?.points ?? [])
  const values = points.flatMap(({ value, isPartial }) => (isPartial ? [] : [value ?? 0]))
  if (values.length < 2) return null
  const x = linear([0, values.length - 1], [edge, width - edge])
  const y = linear([0, Math.max(1, ...values)], [height - edge, edge])
  return (
    <svg
      {...{ viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img' }}
      aria-label={`${name} a day, 7-day average`}
      className="mt-1.5 block h-[34px] w-full"
    >
      <path
        {...{ fill: 'none', stroke: color, strokeWidth: 1.5, vectorEffect: 'non-scaling-stroke' }}
        d={pathOf(values.map((value, i) => [x(i), y(value)]))}
      />
    </svg>
  )
}
