import type { Brand, Services } from '../../kernel/context.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { currentReadings, currentScans, pagesOf } from './current-pages.ts'

interface ReadPage {
  domain: string
  /** Whether it mentions the brand. */
  named: boolean
  /** Whether it mentions a competitor. */
  others: boolean
}

/** The current pages that were read, by page key. */
export async function scannedPages({ clickhouse }: Services, brand: Brand): Promise<Map<string, ReadPage>> {
  const rows = await clickhouse.query<{ page: string; domain: string; named: number; others: number }>(
    sql`SELECT page, domain, has(entities, ${brandEntity}) AS named, length(entities) > named AS others
      FROM page_readings WHERE ${currentReadings(pagesOf(brand))} AND outcome = 'read'`,
  )
  return new Map(
    rows.map(({ page, domain, named, others }) => [page, { domain, named: named === 1, others: others === 1 }]),
  )
}

/** The declared dates of a site's pages, by page key. Omits pages without a date. */
export async function datedPages({ clickhouse }: Services, brand: Brand, domain: string): Promise<Map<string, string>> {
  const rows = await clickhouse.query<{ page: string; dated: string }>(
    sql`SELECT page, toString(dated_at) AS dated FROM page_scans
      WHERE ${currentScans(pagesOf(brand))} AND outcome = 'read' AND domain = ${domain}
        AND dated_at > toDateTime64(0, 3)`,
  )
  return new Map(rows.map(({ page, dated }) => [page, toTimestamp(dated)]))
}
