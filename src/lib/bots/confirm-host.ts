import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { withTimeout } from '../with-timeout.ts'
import { plainAddress } from './addresses.ts'

/** The DNS queries in use; a `Resolver` of node:dns/promises provides them. */
export interface NameResolver {
  /** @throws Error with a code of `dns`, such as ENOTFOUND if the address has no name */
  reverse(address: string): Promise<string[]>
  resolve4(host: string): Promise<string[]>
  resolve6(host: string): Promise<string[]>
}

/** `unknown` if no name server responded. */
export type Confirmation = 'confirmed' | 'refuted' | 'unknown'

/** Whether an address belongs to one of the domains, by forward-confirmed reverse DNS. */
export type ConfirmHost = (address: string, suffixes: readonly string[]) => Promise<Confirmation>

export interface ConfirmHostOptions {
  resolver: NameResolver
  /** Per address, for the reverse and forward queries together. */
  timeoutMs?: number
  /** How long a result is cached. */
  cacheMs?: number
  /** How long a failure is cached, and how long queries pause after a series of timeouts. */
  retryMs?: number
  /** Maximum number of addresses in progress. */
  concurrency?: number
  nowMs?: () => number
}

/** An address can have any number of names; real crawlers have at most a few. */
const maxNames = 5
/** After this many consecutive timeouts, the name server is at fault rather than one domain. */
const maxTimeoutsInARow = 8
const maxCachedAddresses = 50_000

/**
 * Creates a check by forward-confirmed reverse DNS (RFC 8499). The holder of an address chooses its name
 * freely, so the name counts only if its domain resolves back to the address. A failing server refutes
 * nothing.
 */
export function createHostConfirmation(options: ConfirmHostOptions): ConfirmHost {
  const { resolver, timeoutMs = 3000, cacheMs = 24 * 3600_000, retryMs = 60_000, concurrency = 16 } = options
  const nowMs = options.nowMs ?? Date.now
  const names = new LRUCache<string, Promise<string[] | undefined>>({
    max: maxCachedAddresses,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  })
  const limit = pLimit(concurrency)
  let late = 0
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  async function lookUp(address: string): Promise<string[] | undefined> {
    if (nowMs() < pausedUntilMs) return undefined
    const found = await withTimeout(confirmedNames(resolver, address), timeoutMs, () => 'late' as const)
    late = found === 'late' ? late + 1 : 0
    if (late >= maxTimeoutsInARow) {
      late = 0
      pausedUntilMs = nowMs() + retryMs
    }
    return found === 'late' ? undefined : found
  }

  return async (address, suffixes) => {
    const plain = plainAddress(address)
    if (plain === undefined) return 'unknown'
    let answer = names.get(plain)
    if (answer === undefined) {
      answer = limit(lookUp, plain)
      names.set(plain, answer)
      if ((await answer) === undefined) names.set(plain, answer, { ttl: retryMs })
    }
    const confirmed = await answer
    if (confirmed === undefined) return 'unknown'
    const isTheirs = confirmed.some((name) => suffixes.some((suffix) => isWithin(name, suffix)))
    return isTheirs ? 'confirmed' : 'refuted'
  }
}

/** The names of an address that resolve back to it; undefined if no name server responded. */
async function confirmedNames(resolver: NameResolver, address: string): Promise<string[] | undefined> {
  const own = await resolveRecords(() => resolver.reverse(address))
  if (own === undefined) return undefined
  const forward = address.includes(':') ? 'resolve6' : 'resolve4'
  const confirmed: string[] = []
  for (const name of own.slice(0, maxNames)) {
    const addresses = await resolveRecords(() => resolver[forward](name))
    if (addresses === undefined) return undefined
    if (addresses.some((other) => plainAddress(other) === address)) confirmed.push(name)
  }
  return confirmed
}

/** A query’s result: undefined if the server gave none, empty if the record does not exist. */
async function resolveRecords(ask: () => Promise<string[]>): Promise<string[] | undefined> {
  try {
    return await ask()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
  }
}

function isWithin(name: string, domain: string): boolean {
  const host = name.toLowerCase().replace(/\.$/, '')
  return host === domain || host.endsWith(`.${domain}`)
}
