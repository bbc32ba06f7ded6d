import { LRUCache } from 'lru-cache'
import { withBatch } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import { sql, storedTime } from '../../stores/clickhouse-sql.ts'
import type { LoggedHit, PersonHit } from './person-hit.ts'
import { trafficBatches } from './tables.ts'

/** A hit to store. Holds no address and no user agent. */
export interface TrafficHit extends PersonHit {
  id: string
  timeMs: number
  visitor: string
}

/** Recent visitors of one log, a few megabytes. Longer user agents are hashed again. */
const [maxRecent, maxKeyLength] = [10_000, 600]

/**
 * Hashes visitors with a key of the day, so that no one can be followed over days and imports repeat the hash. Keeps
 * recent ones: most requests of a visitor follow each other.
 */
export function createVisitorHash({ sign }: Services) {
  const recent = new LRUCache<string, bigint>({ max: maxRecent })
  return ({ timeMs, address, userAgent }: Pick<LoggedHit, 'timeMs' | 'address' | 'userAgent'>): bigint => {
    const day = new Date(timeMs).toISOString().slice(0, 10)
    const visitor = `${address ?? ''}\n${userAgent ?? ''}`
    const key = `${day} ${visitor}`
    const known = recent.get(key)
    if (known !== undefined) return known
    const hash = sign(`traffic visitor ${day}`, visitor).readBigUInt64BE()
    if (key.length <= maxKeyLength) recent.set(key, hash)
    return hash
  }
}

/**
 * Stores arrivals from AI engines, and later hits of the same visitors, each once.
 * @throws ApiError not_found if the brand was deleted
 */
export function storeHits(services: Services, brandId: string, hits: readonly TrafficHit[]): Promise<void> {
  return withBatch(services, trafficBatches, brandId, async ({ seq, write }) => {
    const stored = await readStored(services, brandId, hits)
    const byId = new Map(
      hits.filter(({ id, visitor }) => stored.visitors.has(visitor) && !stored.ids.has(id)).map((hit) => [hit.id, hit]),
    )
    if (byId.size === 0) return
    const rows = () => ({ ai_traffic: Array.from(byId.values(), (hit) => rowOf(brandId, seq, hit)) })
    const counted = () =>
      byId.values().map(({ id, timeMs }) => ({ id, day: new Date(timeMs).toISOString().slice(0, 10) }))
    await write({ rows, counted })
  })
}

/** Finds visitors who arrived from an engine, now or in an earlier batch, and the ids of stored hits. */
async function readStored({ clickhouse }: Services, brandId: string, hits: readonly TrafficHit[]) {
  const visitors = new Set(hits.filter(({ referral }) => referral !== undefined).map(({ visitor }) => visitor))
  const times = hits.map(({ timeMs }) => timeMs)
  const dayMs = 86_400_000
  const [first, last] = [new Date(Math.min(...times) - dayMs), new Date(Math.max(...times))]
  const asked = sql.raw([...new Set(hits.map(({ visitor }) => visitor))].join(','))
  const rows = await clickhouse.query<{ id: string; visitor_id: string }>(
    sql`SELECT toString(hit_id) AS id, toString(visitor) AS visitor_id FROM ai_traffic
      WHERE brand_id = ${brandId} AND ts BETWEEN ${first} AND ${last} AND visitor IN (${asked})`,
  )
  for (const { visitor_id } of rows) visitors.add(visitor_id)
  return { visitors, ids: new Set(rows.map(({ id }) => id)) }
}

/** Length limit for texts that clients choose. */
const maxLength = 2048
const truncate = (text: string) => text.slice(0, maxLength).toWellFormed()

function rowOf(
  brandId: string,
  seq: number,
  { id, timeMs, visitor, referral, isRedirect = false, ...hit }: TrafficHit,
): string {
  const [domain, path] = [truncate(hit.domain ?? ''), truncate(hit.path)]
  return JSON.stringify({
    brand_id: brandId,
    seq,
    ts: storedTime(new Date(timeMs)),
    hit_id: id,
    visitor,
    domain,
    path,
    page_key: domain === '' ? ` ${path}` : pageKey(`https://${domain}${path}`),
    engine: referral?.engine ?? '',
    evidence: referral?.evidence ?? '',
    paid: referral?.isPaid ?? false,
    is_redirect: isRedirect,
  })
}
