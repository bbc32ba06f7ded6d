import { sql as postgres } from 'kysely'
import { type HeldLock, withLock } from '../../kernel/brand-lock.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { clearDamage } from '../../kernel/stored-rows.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { entitiesOfReading } from '../answers/index.ts'
import { currentScans, pagesOf } from './current-pages.ts'
import { createPageReader } from './named-on-page.ts'
import { newestVersion, type PageToRead, readingLine } from './store-scans.ts'

const stepPages = 500

/** Rereads stored page texts if a brand's names changed or readings are missing. Fetches nothing. */
export const readPages: Job<object> = {
  queue: 'read-pages',
  everySeconds: 10,
  run: (services, _, signal) => readChangedBrands(services, signal),
}

/** Rereads all such brands, one after another. */
export async function readChangedBrands(services: Services, signal: AbortSignal): Promise<void> {
  const brands = await services.db
    .selectFrom('brands')
    .innerJoin('reading_configs', 'reading_configs.brand_id', 'brands.id')
    .select('brands.id')
    .distinct()
    .where('pages_version', '>', 0)
    .where((row) =>
      row.or([row('version', '>', row.ref('pages_version')), postgres<boolean>`'page_readings' = any(damaged_tables)`]),
    )
    .execute()
  for (const { id } of brands) await withLock(services, id, 'pages', (held) => readBrand(services, id, held, signal))
}

/**
 * Writes readings of the newest version next to those in use, then switches to them atomically. First removes the rows
 * of an interrupted run.
 */
async function readBrand(services: Services, brandId: string, held: HeldLock, signal: AbortSignal): Promise<void> {
  const { clickhouse, now } = services
  const brands = held.connection.selectFrom('brands').selectAll().where('id', '=', brandId)
  const brand = await brands.executeTakeFirst()
  if (brand === undefined) return
  const version = await newestVersion(services, brandId)
  // Damaged readings are hidden, so they can be rewritten under the version in use.
  const isDamaged = brand.damaged_tables.includes('page_readings')
  const usable = isDamaged ? version - 1 : brand.pages_version
  if (version <= usable) return
  await clickhouse.settle('page_readings')
  await clickhouse.command(sql`DELETE FROM page_readings WHERE brand_id = ${brandId} AND version > ${usable}`)
  const readNames = createPageReader(await entitiesOfReading(services, brandId, version))
  let last = ''
  for (;;) {
    signal.throwIfAborted()
    const pages = await nextPages(services, brand, last)
    if (pages.length === 0) break
    last = pages.at(-1)?.page as string
    const lines = pages.map((page) =>
      readingLine({ ...page, brand_id: brandId, seq: Number(page.seq), replaces: 0 }, version, readNames),
    )
    await held.check()
    await clickhouse.insert('page_readings', lines.join('\n'))
  }
  const switched = { pages_version: version, pages_switched_at: now(), ...clearDamage('page_readings') }
  await held.connection.updateTable('brands').set(switched).where('id', '=', brandId).execute()
}

const nextPages = ({ clickhouse }: Services, brand: Brand, after: string) =>
  clickhouse.query<PageToRead>(
    sql`SELECT page, seq, domain, outcome, title, content, links FROM page_scans
      WHERE ${currentScans(pagesOf(brand))} AND page > ${after} ORDER BY page LIMIT ${stepPages}`,
  )
