import { today } from '../format/days.ts'
import { lineColor } from '../format/entity-colors.ts'
import type { Point, Series } from './scale.ts'

/** Whether a day or a span that ends on it is not over. */
const isPartial = (day: string) => day >= today(new Date())

interface Span {
  start_date: string
  end_date: string
}

/** A figure over time. With the answers behind it as weights, charts show its average. */
export const pointsOf = <T extends Span>(
  trend: readonly T[],
  value: (row: T) => number | null,
  weight?: (row: T) => number | undefined,
): Point[] =>
  trend.map((row) => {
    const answers = weight?.(row)
    const point = { day: row.start_date, value: value(row), isPartial: isPartial(row.end_date) }
    return answers === undefined ? point : { ...point, weight: answers }
  })

/** Visibility over time. Weeks and months have no weight. */
export const visibilityPoints = (trend: readonly (Span & { executions: number; visibility_pct: number | null })[]) =>
  pointsOf(
    trend,
    (row) => row.visibility_pct,
    (row) => (row.start_date === row.end_date ? row.executions : undefined),
  )

interface CountedDays {
  id: string
  name: string
  days: readonly { day: string; value: number }[]
}

/** A bold line for the total and thin lines for parts. Marks today as partial. */
export function daySeries(all: CountedDays, parts: readonly CountedDays[]): Series[] {
  const ids = parts.map(({ id }) => id).sort()
  return [all, ...parts].map(({ id, name, days }) => ({
    id,
    name,
    color: id === all.id ? 'var(--accent)' : lineColor(id, ids),
    isOwn: id === all.id,
    points: days.map(({ day, value }) => ({ day, value, isPartial: isPartial(day) })),
  }))
}
