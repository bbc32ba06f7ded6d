import { sql as postgres } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'
import { addDays, lastDays } from '../visibility/index.ts'

/** Days, including today, whose requests are kept individually. Earlier days are aggregated. */
export const unaggregatedDays = 60
/** Retention in days, including today, of successful and of failed requests. */
export const successDays = 90
export const failureDays = 400

/** The first of the last `days` days (UTC). */
export const firstOf = (days: number, now: Date): string => lastDays(days, now).start_date

export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const dayAfter = (day: string): string => addDays(day, 1)

/**
 * The last aggregated day. Undefined if none.
 * @param before ignores days aggregated since this time
 */
export async function lastRolledUpDay(db: PostgresLike, before?: Date): Promise<string | undefined> {
  const last = db.selectFrom('usage_rollups').select(postgres<string | null>`max(day)`.as('day'))
  const { day } = await (before === undefined ? last : last.where('rolled_at', '<', before)).executeTakeFirstOrThrow()
  return day ?? undefined
}
