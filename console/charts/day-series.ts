import { today } from '../format/days.ts'
import { lineColor } from '../format/entity-colors.ts'
import type { Point, Series } from './scale.ts'

/** Whether a day or a span that ends on it is not over. */
const isPartial = (day: string) => day >= today(new Date())

interface VisibleDays {
  start_date: string
  end_date: string
  executions: number
  visibility_pct: number | null
}

/** Visibility over time. Days have a weight, so that charts show their average; weeks and months have none. */
export const visibilityPoints = (trend: readonly VisibleDays[]): Point[] =>
  trend.map(({ start_date, end_date, executions, visibility_pct }) => ({
    ...{ day: start_date, value: visibility_pct, isPartial: isPartial(end_date) },
    ...(start_date === end_date && { weight: executions }),
  }))

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
