import { lineColour } from '../format/entity-colors.ts'
import type { Series } from './scale.ts'

/** What was counted of something day by day. */
export interface CountedDays {
  id: string
  name: string
  days: readonly { day: string; value: number }[]
}

/** A bold line of everything, with some of its parts beside it; the day that is not over is marked. */
export function daySeries(all: CountedDays, parts: readonly CountedDays[], today: string): Series[] {
  const ids = parts.map(({ id }) => id).sort()
  return [all, ...parts].map(({ id, name, days }) => ({
    id,
    name,
    colour: id === all.id ? 'var(--accent)' : lineColour(id, ids),
    isOwn: id === all.id,
    points: days.map(({ day, value }) => ({ day, value, isPartial: day >= today })),
  }))
}
