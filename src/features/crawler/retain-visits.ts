import { withLock } from '../../core/brand-lock.ts'
import type { Services } from '../../core/context.ts'
import { raisedDataVersion } from '../../core/data-version.ts'
import type { JobKind } from '../../core/jobs.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

export const retainVisitsQueue = 'retain-visits'

/** How often visits that have become too old are looked for. */
const everySeconds = 3600
const dayMs = 86_400_000

/** Erases visits, and the addresses of visits, that are older than the configuration says; from the disk too. */
export function retainVisits(services: Services): JobKind<object> {
  const { config, now } = services
  const before = (days: number) => new Date(now().getTime() - days * dayMs)
  return {
    queue: retainVisitsQueue,
    everySeconds,
    async run(_, signal) {
      const { VISIT_RETENTION_DAYS: visitDays, ADDRESS_RETENTION_DAYS: addressDays } = config
      if (visitDays !== undefined)
        await eachBrand(services, sql`ts < ${before(visitDays)}`, sql`DELETE`, signal)
      if (addressDays !== undefined) {
        const old = sql`ts < ${before(addressDays)} AND (address != '' OR user_agent != '')`
        const forgotten = sql`UPDATE address = '', user_agent = '', referrer = '', query = ''`
        await eachBrand(services, old, forgotten, signal)
      }
    },
  }
}

async function eachBrand(services: Services, old: Sql, change: Sql, signal: AbortSignal): Promise<void> {
  const { clickhouse, db, log } = services
  const brands = await clickhouse.query<{ brand_id: string }>(
    sql`SELECT DISTINCT brand_id FROM crawler_visits WHERE ${old}`,
  )
  for (const { brand_id } of brands) {
    signal.throwIfAborted()
    await withLock(services, brand_id, 'visits', async () => {
      await clickhouse.command(
        sql`ALTER TABLE crawler_visits ${change} WHERE brand_id = ${brand_id} AND ${old} SETTINGS mutations_sync = 2`,
      )
      await db.updateTable('brands').set(raisedDataVersion).where('id', '=', brand_id).execute()
    })
    log.info({ brand_id }, 'visits erased, or their addresses, that were older than is kept')
  }
}
