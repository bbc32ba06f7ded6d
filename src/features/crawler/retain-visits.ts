import { withLock } from '../../kernel/brand-lock.ts'
import { eraseAndRecount } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { trafficBatches } from '../traffic/index.ts'
import { visitBatches } from './store-visits.ts'

const everySeconds = 3600
const dayMs = 86_400_000
/** Query timeout: the search covers all brands. */
const scanSeconds = 300

/** Visits before this time are deleted; undefined to keep all. */
export const visitsRetainedSince = ({ config, now }: Services) => daysAgo(config.VISIT_RETENTION_DAYS, now())

/** Visits before this time lose their IP address, user agent, referrer and query; undefined to keep all. */
export const addressesRetainedSince = ({ config, now }: Services) => daysAgo(config.ADDRESS_RETENTION_DAYS, now())

const daysAgo = (days: number | undefined, now: Date) =>
  days === undefined ? undefined : new Date(now.getTime() - days * dayMs)

/** Erases visits, and the personal data of visits, past their retention period; also from disk. */
export const retainVisits: Job<object> = {
  queue: 'retain-visits',
  everySeconds,
  async run(services, _, signal) {
    const [visits, addresses] = [visitsRetainedSince(services), addressesRetainedSince(services)]
    if (visits !== undefined) {
      for (const [table, batches] of [
        ['crawler_visits', visitBatches],
        ['ai_traffic', trafficBatches],
      ] as const) {
        const erase: Change = (services, brandId, old) =>
          eraseAndRecount(services, batches, brandId, () => eraseOld(services, table, brandId, old), visits)
        await eachBrand(services, table, sql`ts < ${visits}`, erase, signal)
      }
    }
    if (addresses !== undefined)
      await eachBrand(
        services,
        'crawler_visits',
        sql`ts < ${addresses} AND (address != '' OR user_agent != '' OR referrer != '' OR query != '')`,
        erasePersonalData,
        signal,
      )
  },
}

type Change = (services: Services, brandId: string, old: Sql) => Promise<void>

type VisitTable = 'crawler_visits' | 'ai_traffic'

async function eachBrand(
  services: Services,
  table: VisitTable,
  old: Sql,
  change: Change,
  signal: AbortSignal,
): Promise<void> {
  const brands = await services.clickhouse.query<{ brand_id: string }>(
    sql`SELECT DISTINCT brand_id FROM ${sql.raw(table)} WHERE ${old}`,
    scanSeconds,
  )
  for (const { brand_id } of brands) {
    signal.throwIfAborted()
    const ofBrand = sql`brand_id = ${brand_id} AND ${old}`
    await withLock(services, brand_id, 'visits', () => change(services, brand_id, ofBrand))
    services.log.info({ brand_id }, 'erased visits or their personal data past the retention period')
  }
}

async function eraseOld({ clickhouse, db }: Services, table: VisitTable, brandId: string, old: Sql): Promise<void> {
  const raiseDataVersion = () => db.updateTable('brands').set(incrementDataVersion).where('id', '=', brandId).execute()
  // Raise it before as well, so that no stale response stays cached if this is interrupted.
  await raiseDataVersion()
  await clickhouse.command(sql`ALTER TABLE ${sql.raw(table)} DELETE WHERE ${old} SETTINGS mutations_sync = 2`)
  await raiseDataVersion()
}

/** Needs no new data version: no response shows this data. */
async function erasePersonalData({ clickhouse }: Services, _: string, old: Sql): Promise<void> {
  await clickhouse.command(
    sql`ALTER TABLE crawler_visits UPDATE address = '', user_agent = '', referrer = '', query = '' WHERE ${old}
      SETTINGS mutations_sync = 2`,
  )
}
