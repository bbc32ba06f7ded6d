import { withLock } from '../../core/brand-lock.ts'
import type { Services } from '../../core/context.ts'
import { raisedDataVersion } from '../../core/data-version.ts'
import { notFound } from '../../core/errors.ts'
import { hashedUuid } from '../../core/hashed-uuid.ts'
import { sql, storedTime } from '../../stores/clickhouse-sql.ts'
import { pageKey } from '../answers/index.ts'
import type { AiBot, Verdict } from './bots/index.ts'
import type { LogVisit } from './logs/index.ts'
import { addressesKeptSince } from './retain-visits.ts'

/** A visit that was read, and how it was verified. */
export interface Visit extends LogVisit<AiBot> {
  verdict: Verdict
  /** The site, where the log does not say. */
  domain: string | null
}

/** Longer texts than these are cut: clients choose them. */
const longestPath = 2048
const longestText = 1024

/**
 * Stores a batch of visits: each once, however often its file or batch comes.
 *
 * ClickHouse and PostgreSQL share no transaction: visits get the number of the next batch, and are shown once that number
 * is committed. What a killed writer left is known as stored, and shown with the next batch.
 * @param source what the occurrences of lines are counted in: files all count as one, pushed batches each as their own
 * @returns how many were new
 * @throws ApiError not_found where the brand has been deleted
 */
export function storeVisits(
  services: Services,
  brandId: string,
  visits: readonly Visit[],
  source: string,
): Promise<number> {
  const byId = new Map<string, Visit>()
  for (const visit of visits)
    byId.set(hashedUuid(`${brandId} ${source} ${visit.lineHash} ${visit.occurrence}`), visit)
  return withLock(services, brandId, 'visits', async ({ connection, check }) => {
    const brand = connection.updateTable('brands').where('id', '=', brandId)
    const { visits_seq } = await brand
      .set({ visits_pending: true })
      .returning('visits_seq')
      .executeTakeFirstOrThrow(() => notFound('brand'))
    // A server goes on with the insert of a sender that was killed.
    await services.clickhouse.settle('crawler_visits')
    for (const id of await stored(services, brandId, byId)) byId.delete(id)
    const since = addressesKeptSince(services)?.getTime()
    const lines = [...byId].map(([id, visit]) => rowOf(brandId, visits_seq + 1, id, kept(visit, since)))
    await check()
    if (lines.length > 0) await services.clickhouse.insert('crawler_visits', lines.join('\n'))
    await brand.set({ visits_seq: visits_seq + 1, visits_pending: false, ...raisedDataVersion }).execute()
    return lines.length
  })
}

/** Those of the visits that are stored already. */
async function stored(
  { clickhouse }: Services,
  brandId: string,
  visits: ReadonlyMap<string, Visit>,
): Promise<string[]> {
  const times = [...visits.values()].map(({ entry }) => entry.timeMs)
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  const ids = sql.raw([...visits.keys()].map((id) => `'${id}'`).join(','))
  const rows = await clickhouse.query<{ id: string }>(
    sql`SELECT toString(visit_id) AS id FROM crawler_visits
      WHERE brand_id = ${brandId} AND ts BETWEEN ${first} AND ${last} AND visit_id IN (${ids})`,
  )
  return rows.map(({ id }) => id)
}

/** The visit without what is kept of younger ones only. */
function kept(visit: Visit, sinceMs = Number.NEGATIVE_INFINITY): Visit {
  if (visit.entry.timeMs >= sinceMs) return visit
  return { ...visit, entry: { ...visit.entry, address: null, userAgent: null, referrer: null, query: null } }
}

/** As much of a text as is kept. Half a character, which a log or the cut may leave, is no text to ClickHouse. */
const bounded = (text: string | null, longest: number) => (text ?? '').slice(0, longest).toWellFormed()

function rowOf(brandId: string, seq: number, id: string, { entry, bot, verdict, domain }: Visit): string {
  const site = bounded(entry.host ?? domain, longestText)
  const path = bounded(entry.path, longestPath)
  return JSON.stringify({
    brand_id: brandId,
    seq,
    ts: storedTime(new Date(entry.timeMs)),
    visit_id: id,
    bot: bot.name,
    category: bot.category,
    verdict,
    domain: site,
    path,
    // Other paths are no part of an address: as one, they could name another site.
    page_key: site !== '' && path.startsWith('/') ? pageKey(`https://${site}${path}`) : `${site} ${path}`,
    status: entry.status ?? 0,
    bytes: entry.bytes ?? 0,
    method: entry.method ?? '',
    query: bounded(entry.query, longestText),
    address: entry.address ?? '',
    user_agent: bounded(entry.userAgent, longestText),
    referrer: bounded(entry.referrer, longestText),
  })
}

/** Erases every visit of a brand, from the disk too. The caller holds the lock on its visits. */
export async function eraseVisits({ clickhouse }: Services, brandId: string): Promise<void> {
  await clickhouse.command(
    sql`ALTER TABLE crawler_visits DELETE WHERE brand_id = ${brandId} SETTINGS mutations_sync = 2`,
  )
}
