import { committedUntil } from '../../../kernel/batches.ts'
import type { Brand, Services } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { currentScans, pagesOf } from '../current-pages.ts'
import { daysUntilRescan } from './rescans.ts'

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
