import type { Brand, Services } from '../../kernel/context.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { currentReadings, currentScans, pagesOf } from './current-pages.ts'

/** Whether each read page mentions the brand, by page key. Omits pages that were not read. */
export async function pagesNamingBrand(
  { clickhouse }: Services,
  brand: Brand,
  condition: Sql,
): Promise<Map<string, boolean>> {
  const rows = await clickhouse.query<{ page: string; named: number }>(
    sql`SELECT page, has(entities, ${brandEntity}) AS named FROM page_readings
      WHERE ${currentReadings(pagesOf(brand))} AND outcome = 'read' AND ${condition}`,
  )
  return new Map(rows.map(({ page, named }) => [page, named === 1]))
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
