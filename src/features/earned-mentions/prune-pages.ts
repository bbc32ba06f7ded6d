import { sql as postgres } from 'kysely'
import { committedUntil } from '../../kernel/batches.ts'
import { withLock } from '../../kernel/brand-lock.ts'
import { eraseAndRecount } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersRetainedSince } from '../answers/index.ts'
import { scanBatches } from './store-scans.ts'

/** Pages erased per run. */
const eraseBatchPages = 20_000
const timeoutSeconds = 120
/** Longer than the lifetime of a cursor, which may still need replaced scans. */
const replacedRetentionMs = 2 * 3_600_000

/**
 * Removes replaced scans, and readings of old versions. With a retention period for answers, also erases scans of that
 * age whose pages no retained answer cites.
 */
export const prunePages: Job<object> = {
  queue: 'tidy-pages',
  everySeconds: 3600,
  async run(services, _, signal) {
    const brands = await services.db
      .selectFrom('brands')
      .select('id')
      .whereRef('pages_seq', '>', 'pages_tidied_seq')
      .execute()
    for (const { id } of brands) {
      signal.throwIfAborted()
      await withLock(services, id, 'pages', () => pruneBrand(services, id))
    }
    const since = answersRetainedSince(services)
    if (since === undefined) return
    const withOld = await services.clickhouse.query<{ brand_id: string }>(
      sql`SELECT DISTINCT brand_id FROM page_scans WHERE tried_at < ${since}`,
    )
    for (const { brand_id } of withOld) {
      signal.throwIfAborted()
      await withLock(services, brand_id, 'pages', () => eraseUncited(services, brand_id, since))
    }
  },
}

/** The caller holds the lock on the brand's pages. */
async function pruneBrand(services: Services, brandId: string): Promise<void> {
  const { db, clickhouse, now } = services
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirst()
  if (brand === undefined) return
  const before = new Date(now().getTime() - replacedRetentionMs)
  if (brand.pages_switched_at !== null && brand.pages_switched_at < before)
    await clickhouse.command(
      sql`DELETE FROM page_readings WHERE brand_id = ${brandId} AND version < ${brand.pages_version}`,
    )
  const [newest] = await clickhouse.query<{ batch: string }>(
    sql`SELECT toString(max(seq)) AS batch FROM page_scans
      WHERE brand_id = ${brandId} AND tried_at < ${before} AND ${committedUntil(brand.pages_seq)}`,
  )
  const until = Number(newest?.batch ?? 0)
  if (until <= brand.pages_tidied_seq) return
  const done = sql`seq > ${brand.pages_tidied_seq} AND seq <= ${until} AND replaces > 0`
  await eraseAndRecount(services, scanBatches, brandId, async () => {
    for (const table of ['page_readings', 'page_scans']) {
      const name = sql.raw(table)
      await clickhouse.command(
        sql`DELETE FROM ${name} WHERE brand_id = ${brandId} AND (page, seq) IN
          (SELECT page, replaces FROM page_scans WHERE brand_id = ${brandId} AND ${done})`,
      )
    }
  })
  await db.updateTable('brands').set({ pages_tidied_seq: until }).where('id', '=', brandId).execute()
}

/** Erases scans of pages that are no longer cited, also from disk. The caller holds the lock on the brand's pages. */
async function eraseUncited(services: Services, brandId: string, since: Date): Promise<void> {
  const { db, clickhouse, log } = services
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirst()
  if (brand === undefined) return
  const uncited = sql`brand_id = ${brandId} AND page_id NOT IN (SELECT arrayJoin(page_ids) FROM readings
    WHERE brand_id = ${brandId} AND version = ${brand.reading_version})`
  const pages = await clickhouse.query<{ page: string }>(
    sql`SELECT page FROM page_scans WHERE ${uncited} GROUP BY page HAVING max(tried_at) < ${since} LIMIT ${eraseBatchPages}`,
    timeoutSeconds,
  )
  if (pages.length === 0) return
  const erased = sql`brand_id = ${brandId} AND page IN ${pages.map(({ page }) => page)}`
  const erase = async () => {
    for (const table of ['page_readings', 'page_scans'])
      await clickhouse.command(sql`ALTER TABLE ${sql.raw(table)} DELETE WHERE ${erased} SETTINGS mutations_sync = 2`)
  }
  await eraseAndRecount(services, scanBatches, brandId, erase, since)
  // Invalidate cursors, whose lists would miss pages.
  const changed = { erasures: postgres<number>`erasures + 1`, ...incrementDataVersion }
  await db.updateTable('brands').set(changed).where('id', '=', brandId).execute()
  log.info({ brand_id: brandId, pages: pages.length }, 'erased scans of pages that no retained answer cites')
}
