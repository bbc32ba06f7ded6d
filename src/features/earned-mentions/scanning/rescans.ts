import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'

/** Days after which a page that was read is read again, by how often it is cited at least. */
const rescanDays = [
  { citations: 16, days: 7 },
  { citations: 4, days: 14 },
  { citations: 0, days: 30 },
] as const

/** Days after which a page that could not be read is tried again; twice as many with each failure in a row. */
const retryDays = { first: 1, max: 30 }

/** Days after which a page that was gone is looked for once more. */
const goneDays = 90

/** Days until the next scan of a page, over `cited`, `outcome` and `failures`. */
export function daysUntilRescan(): Sql {
  const retry = sql`least(${retryDays.max}, ${retryDays.first} * exp2(least(failures, 10) - 1))`
  const cases = rescanDays.map(({ citations, days }) => sql`cited >= ${citations}, ${days}`.text).join(', ')
  return sql`multiIf(outcome = 'gone', ${goneDays}, failures > 0, ${retry}, ${sql.raw(cases)}, ${goneDays})`
}
