import { withLock } from '../../core/brand-lock.ts'
import type { Services } from '../../core/context.ts'
import type { JobKind } from '../../core/jobs.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

export const tidyPagesQueue = 'tidy-pages'

const everySeconds = 3600
/** Longer than a cursor lives: walks that began before a scan go on without it. */
const keepReplacedMs = 2 * 3_600_000

/** Removes scans that others have taken the place of, and readings of versions that are no longer in use. */
export function tidyPages(services: Services): JobKind<object> {
  return {
    queue: tidyPagesQueue,
    everySeconds,
    async run(_, signal) {
      const brands = await services.db
        .selectFrom('brands')
        .select('id')
        .whereRef('pages_seq', '>', 'pages_tidied_seq')
        .execute()
      for (const { id } of brands) {
        signal.throwIfAborted()
        await withLock(services, id, 'pages', () => tidyBrand(services, id))
      }
    },
  }
}

/** The caller holds the lock on the brand's pages. */
async function tidyBrand({ db, clickhouse, now }: Services, brandId: string): Promise<void> {
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirst()
  if (brand === undefined) return
  const before = new Date(now().getTime() - keepReplacedMs)
  if (brand.pages_switched_at !== null && brand.pages_switched_at < before)
    await clickhouse.command(
      sql`DELETE FROM page_readings WHERE brand_id = ${brandId} AND version < ${brand.pages_version}`,
    )
  const [newest] = await clickhouse.query<{ batch: string }>(
    sql`SELECT toString(max(seq)) AS batch FROM page_scans
      WHERE brand_id = ${brandId} AND tried_at < ${before} AND seq <= ${brand.pages_seq}`,
  )
  const until = Number(newest?.batch ?? 0)
  if (until <= brand.pages_tidied_seq) return
  const done = sql`seq > ${brand.pages_tidied_seq} AND seq <= ${until} AND replaces > 0`
  for (const table of ['page_readings', 'page_scans']) {
    const name = sql.raw(table)
    await clickhouse.command(
      sql`DELETE FROM ${name} WHERE brand_id = ${brandId} AND (page, seq) IN
        (SELECT page, replaces FROM page_scans WHERE brand_id = ${brandId} AND ${done})`,
    )
  }
  await db.updateTable('brands').set({ pages_tidied_seq: until }).where('id', '=', brandId).execute()
}
