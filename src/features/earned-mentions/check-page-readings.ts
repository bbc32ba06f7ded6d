import { committedUntil } from '../../kernel/batches.ts'
import { withLock } from '../../kernel/brand-lock.ts'
import { brandsNotBeingErased } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { markDamaged } from '../../kernel/stored-rows.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** Counting all pages takes longer than a request allows. */
const timeoutSeconds = 300

/** Marks page readings for reprocessing if they do not match the latest scans of a brand. */
export async function checkPageReadings(services: Services, signal: AbortSignal): Promise<void> {
  const brands = await brandsNotBeingErased(services)
  const scans = await latest(services, 'page_scans', sql`0`, sql`true`)
  const readings = await latest(services, 'page_readings', sql`version`, sql`true`)
  for (const { id, pages_version, pages_pending } of brands) {
    if (pages_version === 0) continue
    if (!pages_pending && scans.get(`${id} 0`) === readings.get(`${id} ${pages_version}`)) continue
    signal.throwIfAborted()
    await withLock(services, id, 'pages', () => checkBrand(services, id))
  }
}

async function checkBrand(services: Services, brandId: string): Promise<void> {
  const { db, log } = services
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirst()
  if (brand === undefined || brand.data_unstable) return
  const version = brand.pages_version
  const visible = sql`brand_id = ${brandId} AND ${committedUntil(brand.pages_seq)}`
  const scans = await latest(services, 'page_scans', sql`0`, visible)
  const readings = await latest(services, 'page_readings', sql`version`, visible)
  if (scans.get(`${brandId} 0`) === readings.get(`${brandId} ${version}`)) return
  await db.transaction().execute((transaction) => markDamaged(transaction, brandId, 'page_readings'))
  if (!brand.damaged_tables.includes('page_readings'))
    log.error({ brand_id: brandId, table: 'page_readings' }, 'page readings are missing; reprocessing them')
}

/** Number of pages by brand and version, with a checksum of their latest rows. */
async function latest(
  { clickhouse }: Services,
  table: string,
  version: Sql,
  condition: Sql,
): Promise<Map<string, string>> {
  const rows = await clickhouse.query<{ brand_id: string; of: number; pages: string; sum: string }>(
    sql`SELECT toString(brand_id) AS brand_id, of, count() AS pages, toString(sum(cityHash64(page_id, last))) AS sum
      FROM (SELECT brand_id, ${version} AS of, page_id, max(seq) AS last FROM ${sql.raw(table)}
        WHERE ${condition} GROUP BY brand_id, of, page_id)
      GROUP BY brand_id, of`,
    timeoutSeconds,
  )
  return new Map(rows.map(({ brand_id, of, pages, sum }) => [`${brand_id} ${of}`, `${pages} ${sum}`]))
}
