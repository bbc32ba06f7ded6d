import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { addDays, type Period } from '../period.ts'

export const intervals = ['day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** Splits a period into days, ISO weeks or calendar months. The first and last bucket can be partial. */
export function bucketsOf({ start_date, end_date }: Period, interval: Interval): Period[] {
  const buckets: Period[] = []
  for (let start = start_date; start <= end_date; ) {
    const next = startOfNext(start, interval)
    const last = addDays(next, -1)
    buckets.push({ start_date: start, end_date: last < end_date ? last : end_date })
    start = next
  }
  return buckets
}

/** The first day after the bucket that contains a day. */
function startOfNext(day: string, interval: Interval): string {
  const date = new Date(day)
  if (interval === 'day') return addDays(day, 1)
  // JavaScript weeks start on Sunday (0), ISO weeks on Monday.
  if (interval === 'week') return addDays(day, 7 - ((date.getUTCDay() + 6) % 7))
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)).toISOString().slice(0, 10)
}

/** SQL for the `bucketKey` of an answer's bucket. */
export const bucketOfAnswer = (buckets: readonly Period[]): Sql =>
  sql`roundDown(toUnixTimestamp64Milli(executed_at), ${buckets.map(({ start_date }) => Date.parse(start_date))}::Array(Int64))`

export const bucketKey = ({ start_date }: Period) => String(Date.parse(start_date))
