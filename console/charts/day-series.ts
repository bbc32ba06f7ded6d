import { lineColor } from '../format/entity-colors.ts'
import type { Series } from './scale.ts'

/** Daily counts of one thing. */
export interface CountedDays {
  id: string
  name: string
  days: readonly { day: string; value: number }[]
}

/** A bold line for the total and thin lines for parts. Marks today as partial. */
export function daySeries(all: CountedDays, parts: readonly CountedDays[], today: string): Series[] {
  const ids = parts.map(({ id }) => id).sort()
  return [all, ...parts].map(({ id, name, days }) => ({
    id,
    name,
    color: id === all.id ? 'var(--accent)' : lineColor(id, ids),
    isOwn: id === all.id,
    points: days.map(({ day, value }) => ({ day, value, isPartial: day >= today })),
  }))
}
