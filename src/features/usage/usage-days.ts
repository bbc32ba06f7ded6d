import { sql as postgres } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'
import { addDays, lastDays } from '../visibility/index.ts'

/** Requests of so many days, today included, stand as they were; those before are summed up by day. */
export const unaggregatedDays = 60
/** For so many days, today included, requests are kept that went well, and those that did not. */
export const successDays = 90
export const failureDays = 400

/** The first of so many days of UTC that end today. */
export const firstOf = (days: number, now: Date): string => lastDays(days, now).start_date

export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const dayAfter = (day: string): string => addDays(day, 1)

/**
 * The last day whose requests are summed up; undefined where none is.
 * @param before only days count that were summed up before this time
 */
export async function lastRolledUpDay(db: PostgresLike, before?: Date): Promise<string | undefined> {
  const last = db.selectFrom('usage_rollups').select(postgres<string | null>`max(day)::text`.as('day'))
  const { day } = await (before === undefined
    ? last
    : last.where('rolled_at', '<', before)
  ).executeTakeFirstOrThrow()
  return day ?? undefined
}
