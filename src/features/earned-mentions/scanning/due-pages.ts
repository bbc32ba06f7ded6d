import { committedUntil } from '../../../kernel/batches.ts'
import type { Services } from '../../../kernel/context.ts'
import type { Brand } from '../../../kernel/tables.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { currentScans, pagesOf } from '../current-pages.ts'

/** Jobs can wait longer than requests. */
const timeoutSeconds = 120

/** Returns URLs of pages due for a scan: never scanned ones first, then most cited first. */
export async function duePages(
  { clickhouse, now }: Services,
  brand: Brand,
  limit: number,
): Promise<string[]> {
  const rows = await clickhouse.query<{ address: string }>(
    sql`SELECT address FROM
      (SELECT page_id, max(url) AS address, count() AS cited
        FROM readings ARRAY JOIN page_ids AS page_id, citations.url AS url
        WHERE brand_id = ${brand.id} AND version = ${brand.reading_version} AND ${committedUntil(brand.ingest_seq)}
        GROUP BY page_id) AS asked
      LEFT JOIN (SELECT page_id, toString(outcome) AS outcome, failures, tried_at FROM page_scans
        WHERE ${currentScans(pagesOf(brand))}) AS scanned USING page_id
      WHERE tried_at <= ${now()} - toIntervalDay(toUInt32(${daysUntilRescan()}))
      ORDER BY tried_at > toDateTime64(0, 3), cited DESC, address LIMIT ${limit}`,
    timeoutSeconds,
  )
  return rows.map(({ address }) => address)
}

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
function daysUntilRescan(): Sql {
  const retry = sql`least(${retryDays.max}, ${retryDays.first} * exp2(least(failures, 10) - 1))`
  const cases = rescanDays.map(({ citations, days }) => sql`cited >= ${citations}, ${days}`.text).join(', ')
  return sql`multiIf(outcome = 'gone', ${goneDays}, failures > 0, ${retry}, ${sql.raw(cases)}, ${goneDays})`
}
