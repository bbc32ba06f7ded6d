import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'

/** Days until a read page is scanned again, by minimum citations. */
const rescanDays = [
  { citations: 16, days: 7 },
  { citations: 4, days: 14 },
  { citations: 0, days: 30 },
] as const

/** Days until an unreadable page is retried; doubles with each consecutive failure. */
const retryDays = { first: 1, max: 30 }

/** Days until a missing page is checked again. */
const goneDays = 90

/** SQL expression for the days until the next scan, over `cited`, `outcome` and `failures`. */
export function daysUntilRescan(): Sql {
  const retry = sql`least(${retryDays.max}, ${retryDays.first} * exp2(least(failures, 10) - 1))`
  const cases = rescanDays.map(({ citations, days }) => sql`cited >= ${citations}, ${days}`.text).join(', ')
  return sql`multiIf(outcome = 'gone', ${goneDays}, failures > 0, ${retry}, ${sql.raw(cases)}, ${goneDays})`
}
