import type { Services } from '../../kernel/context.ts'
import { mayBeReferred, type ReferralText } from '../../lib/referrals/classify.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { type LoggedHit, type PersonHit, readPersonHit } from './person-hit.ts'
import { createVisitorHash } from './store-hits.ts'

/** A request whose user agent is not an AI bot. */
interface OtherRequest extends ReferralText {
  timeMs: number
  addressHash(): number | undefined
  entry(): LoggedHit
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
/** Longer than a pause that ends a visit, as another log may have requests between. */
const pauseSeconds = 2 * 3600
/** Clients share slots: a request of another client costs more time, but changes no figure. */
const slotCount = 2 ** 17
/** Days to remember, and those that one query loads: a log mostly has the days after its first. */
const [maxDays, daysPerQuery] = [100, 31]

/**
 * Reads the requests of people in one log: arrivals from AI engines, and requests that may be of a visitor who arrived
 * before. Few lines are either, so that checks of the others decide how long an import takes: they allocate nothing.
 * @param site the host of requests whose line names none
 */
export function createPeopleReader(services: Services, brandId: string, site: string | null) {
  /** The time of the last request, in seconds, of clients that arrived in this log, by the hash of their address. */
  const arrived = new Uint32Array(slotCount)
  /** A bit per slot that was ever used: small enough for the processor’s nearest cache. */
  const used = new Uint8Array(slotCount / 8)
  /** Stored visitors of days, by the last bits of their hashes. */
  const stored = new Map<number, Set<number>>()
  const missing = new Set<number>()
  const hashVisitor = createVisitorHash(services)
  let recentMs = services.now().getTime() - hourMs
  let latestMs = Number.NEGATIVE_INFINITY
  let isInOrder = true
  let lastDay = Number.NaN
  let visitors: ReadonlySet<number> | undefined

  function isOfArrival(addressHash: number, timeMs: number): boolean {
    const slot = addressHash & (slotCount - 1)
    if (((used[slot >> 3] as number) & (1 << (slot & 7))) === 0) return false
    if (Math.abs(timeMs / 1000 - (arrived[slot] as number)) > pauseSeconds) return false
    keepArrival(addressHash, timeMs)
    return true
  }

  function keepArrival(addressHash: number, timeMs: number): void {
    const slot = addressHash & (slotCount - 1)
    arrived[slot] = Math.max(timeMs / 1000, arrived[slot] as number)
    used[slot >> 3] = (used[slot >> 3] as number) | (1 << (slot & 7))
  }

  /** Whether an earlier import, or another one that is running, may have stored hits of the visitor. */
  function mayBeStored(request: OtherRequest, timeMs: number): boolean {
    if (timeMs > recentMs || !isInOrder) return true
    const day = Math.floor(timeMs / dayMs)
    if (day !== lastDay) visitors = stored.get(day)
    lastDay = day
    if (visitors === undefined) missing.add(day)
    if (visitors === undefined || visitors.size === 0) return visitors === undefined
    return visitors.has(lastBits(hashVisitor(request.entry())))
  }

  return {
    /** The visitor of a hit, as it is stored. */
    visitorOf: (entry: LoggedHit) => hashVisitor(entry).toString(),
    read(request: OtherRequest): PersonHit | undefined {
      const { timeMs } = request
      const addressHash = request.addressHash()
      // In a log of several servers or edges, a page can be before its arrival.
      if (timeMs < latestMs - minuteMs) isInOrder = false
      else if (timeMs > latestMs) latestMs = timeMs
      const mayArrive = mayBeReferred(request)
      const isLater = addressHash !== undefined && (isOfArrival(addressHash, timeMs) || mayBeStored(request, timeMs))
      if (!mayArrive && !isLater) return undefined
      const hit = readPersonHit(request.entry(), site, mayArrive)
      if (hit?.referral === undefined && !isLater) return undefined
      if (hit?.referral !== undefined && addressHash !== undefined) keepArrival(addressHash, timeMs)
      // A copy, as a part of the text of the log would keep the rest of it.
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
      lastDay = Number.NaN
    },
  }
}

/** Fit into a small integer. */
const bits = 30
const lastBits = (hash: bigint) => Number(BigInt.asUintN(bits, hash))
