import { LRUCache } from 'lru-cache'
import type { Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { PersonHit } from './person-hit.ts'
import { visitorOf } from './store-hits.ts'

interface LoggedHit {
  entry: { timeMs: number; address: string | null; userAgent: string | null }
  bot: PersonHit
}

/** Addresses and visitors to remember, of the days read last. */
const maxRemembered = 200_000
/** A live log meets arrivals that other logs bring. */
const liveReloadMs = 10_000

const dayMs = 86_400_000

/**
 * Finds the hits in one log that can belong to visits from AI engines: arrivals, and pages of an address that arrived
 * in this log or of a visitor who is stored. Most lines are of others; this spares them the cost of being identified.
 */
export function createArrivals(services: Services, brandId: string, isLive: boolean) {
  const addresses = new Set<string | null>()
  const stored = new LRUCache<number, Set<string>>({
    maxSize: maxRemembered,
    sizeCalculation: ({ size }) => Math.min(size + 1, maxRemembered),
    ttl: isLive ? liveReloadMs : 0,
  })

  async function load(days: readonly number[]): Promise<void> {
    const visitors = new Map(days.map((day) => [day, new Set<string>()]))
    const [first, last] = [new Date(Math.min(...days) * dayMs), new Date((Math.max(...days) + 1) * dayMs)]
    const rows = await services.clickhouse.query<{ day: number; visitor_id: string }>(
      sql`SELECT DISTINCT intDiv(toUnixTimestamp(ts), 86400) AS day, toString(visitor) AS visitor_id FROM ai_traffic
        WHERE brand_id = ${brandId} AND ts BETWEEN ${first} AND ${last} AND day IN (${sql.raw(days.join(','))})`,
    )
    for (const { day, visitor_id } of rows) visitors.get(Number(day))?.add(visitor_id)
    for (const [day, found] of visitors) stored.set(day, found)
  }

  return async <T extends LoggedHit>(hits: readonly T[]): Promise<T[]> => {
    const dayOf = ({ entry }: T) => Math.floor(entry.timeMs / dayMs)
    const unknown = [...new Set(hits.map(dayOf))].filter((day) => !stored.has(day))
    if (unknown.length > 0) await load(unknown)
    for (const { entry, bot } of hits) {
      if (bot.referral === undefined) continue
      if (addresses.size === maxRemembered) addresses.delete(addresses.values().next().value ?? null)
      // A copy, as a part of the text of the log would keep the rest of it.
      addresses.add(entry.address === null ? null : Buffer.from(entry.address).toString())
    }
    return hits.filter((hit) => {
      const { timeMs, address, userAgent } = hit.entry
      if (hit.bot.referral !== undefined || addresses.has(address)) return true
      const known = stored.get(dayOf(hit))
      if (known === undefined) return true
      return known.size > 0 && known.has(visitorOf(services, timeMs, address ?? '', userAgent ?? ''))
    })
  }
}
