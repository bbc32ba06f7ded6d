import type { Services } from '../../kernel/context.ts'
import { mayBeReferred } from '../../lib/referrals/classify.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { type LoggedHit, type PersonHit, readPersonHit } from './person-hit.ts'
import { visitorHash } from './store-hits.ts'

/** A request whose user agent is not an AI bot. Its origin is cheaper than its entry. */
interface OtherRequest {
  origin(): { timeMs: number; address: string; referrer: string; target: string }
  entry(): LoggedHit
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
/** Longer than a pause that ends a visit, as another log may have requests between. */
const pauseMs = 2 * hourMs
/** About 10 MB. A map, as its misses take half the time of an LRU cache's. */
const maxArrivals = 100_000
/** Days to remember, and those that one query loads: a log mostly has the days after its first. */
const [maxDays, daysPerQuery] = [100, 31]

/**
 * Reads the requests of people in one log: arrivals from AI engines, and requests that may be of a visitor who arrived
 * before. Few lines are either, so that checks of the others decide how long an import takes.
 * @param site the host of requests whose line names none
 */
export function createPeopleReader(services: Services, brandId: string, site: string | null) {
  /** Addresses of arrivals in this log, with the time of the last request. */
  const arrived = new Map<string, number>()
  /** Whether a slot has an address that arrived: cheaper than the map, and most lines are of other addresses. */
  const slots = new Uint8Array(slotCount)
  /** Stored visitors of days, by the last bits of their hashes. */
  const stored = new Map<number, Set<number>>()
  const missing = new Set<number>()
  let recentMs = services.now().getTime() - hourMs
  let latestMs = Number.NEGATIVE_INFINITY
  let isInOrder = true

  function isOfArrival(address: string, timeMs: number): boolean {
    if (slots[slotOf(address)] === 0) return false
    const lastMs = arrived.get(address)
    if (lastMs === undefined || Math.abs(timeMs - lastMs) > pauseMs) return false
    arrived.set(address, Math.max(timeMs, lastMs))
    return true
  }

  function addArrival(address: string, timeMs: number): void {
    if (arrived.size >= maxArrivals)
      for (const [other, lastMs] of arrived) if (lastMs < timeMs - pauseMs) arrived.delete(other)
    if (arrived.size >= maxArrivals) arrived.clear()
    // A copy, as a part of the text of the log would keep the rest of it.
    arrived.set(Buffer.from(address).toString(), timeMs)
    slots[slotOf(address)] = 1
  }

  /** Whether an earlier import, or another one that is running, may have stored hits of the visitor. */
  function mayBeStored(request: OtherRequest, timeMs: number): boolean {
    if (timeMs > recentMs || !isInOrder) return true
    const day = Math.floor(timeMs / dayMs)
    const visitors = stored.get(day)
    if (visitors === undefined) missing.add(day)
    if (visitors === undefined || visitors.size === 0) return visitors === undefined
    const { address, userAgent } = request.entry()
    return visitors.has(lastBits(visitorHash(services, timeMs, address ?? '', userAgent ?? '')))
  }

  return {
    read(request: OtherRequest): PersonHit | undefined {
      const { timeMs, address, referrer, target } = request.origin()
      // In a log of several servers or edges, a page can be before its arrival.
      if (timeMs < latestMs - minuteMs) isInOrder = false
      else if (timeMs > latestMs) latestMs = timeMs
      const mayArrive = mayBeReferred(referrer, target)
      if (!mayArrive && (address === '' || !(isOfArrival(address, timeMs) || mayBeStored(request, timeMs))))
        return undefined
      const hit = readPersonHit(request.entry(), site, mayArrive)
      if (hit?.referral !== undefined && address !== '') addArrival(address, timeMs)
      return hit && { ...hit, path: Buffer.from(hit.path).toString() }
    },
    /** Loads the visitors of days that were read for the first time; until then, all requests of the day count. */
    async loadDays(): Promise<void> {
      recentMs = services.now().getTime() - hourMs
      if (stored.size > maxDays) stored.clear()
      for (const from of [...missing].sort((a, b) => a - b)) {
        if (stored.has(from)) continue
        for (let day = from; day < from + daysPerQuery; day += 1) stored.set(day, new Set())
        const [first, last] = [new Date(from * dayMs), new Date((from + daysPerQuery) * dayMs - 1)]
        const rows = await services.clickhouse.query<{ day: number; bits: number }>(
          sql`SELECT DISTINCT intDiv(toUnixTimestamp(ts), 86400) AS day, toUInt32(visitor % ${2 ** bits}) AS bits
            FROM ai_traffic WHERE brand_id = ${brandId} AND ts BETWEEN ${first} AND ${last}`,
        )
        for (const { day, bits } of rows) stored.get(Number(day))?.add(Number(bits))
      }
      missing.clear()
    },
  }
}

const slotCount = 2 ** 18
function slotOf(address: string): number {
  let hash = 0
  for (let at = 0; at < address.length; at += 1) hash = (Math.imul(hash, 31) + address.charCodeAt(at)) | 0
  return hash & (slotCount - 1)
}

/** Fit into a small integer. */
const bits = 30
const lastBits = (hash: Buffer) => hash.readUInt32BE(4) & (2 ** bits - 1)
