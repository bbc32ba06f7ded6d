import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { withTimeout } from '../with-timeout.ts'
import { plainAddress } from './addresses.ts'

/** What is asked of a name server; a `Resolver` of node:dns/promises does it. */
export interface NameResolver {
  /** @throws Error with a code of `dns`, for instance ENOTFOUND where the address has no name */
  reverse(address: string): Promise<string[]>
  resolve4(host: string): Promise<string[]>
  resolve6(host: string): Promise<string[]>
}

/** `unknown` where no name server has answered. */
export type Confirmation = 'confirmed' | 'refuted' | 'unknown'

/** Tells whether an address belongs to one of the domains, by its name and what that name leads back to. */
export type ConfirmHost = (address: string, suffixes: readonly string[]) => Promise<Confirmation>

export interface ConfirmHostOptions {
  resolver: NameResolver
  /** For one address, its name and the way back together. */
  timeoutMs?: number
  /** How long an answer is kept. */
  cacheMs?: number
  /** How long it is kept that there was none, and how long a name server that is never in time is left alone. */
  retryMs?: number
  /** How many addresses are asked about at a time. */
  concurrency?: number
  nowMs?: () => number
}

/** An address may have any number of names; nobody’s crawler has more than a few. */
const namesLooked = 5
/** This many addresses one after another without an answer in time are the name server’s fault, not a single domain’s. */
const lateInARow = 8
const addressesKept = 50_000

/**
 * Makes a check by forward-confirmed reverse DNS (RFC 8499): who has an address names it as they like, so the name counts
 * only where its own domain leads it back to the address. A name server that fails refutes nothing.
 */
export function createHostConfirmation(options: ConfirmHostOptions): ConfirmHost {
  const { resolver, timeoutMs = 3000, cacheMs = 24 * 3600_000, retryMs = 60_000, concurrency = 16 } = options
  const nowMs = options.nowMs ?? Date.now
  const names = new LRUCache<string, Promise<string[] | undefined>>({
    max: addressesKept,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  })
  const limit = pLimit(concurrency)
  let late = 0
  let leftAloneUntilMs = Number.NEGATIVE_INFINITY

  async function lookUp(address: string): Promise<string[] | undefined> {
    if (nowMs() < leftAloneUntilMs) return undefined
    const found = await withTimeout(confirmedNames(resolver, address), timeoutMs, () => 'late' as const)
    late = found === 'late' ? late + 1 : 0
    if (late >= lateInARow) {
      late = 0
      leftAloneUntilMs = nowMs() + retryMs
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

/** The names of an address, as `plainAddress` spells it, that lead back to it; undefined where no name server has answered. */
async function confirmedNames(resolver: NameResolver, address: string): Promise<string[] | undefined> {
  const own = await answerOf(() => resolver.reverse(address))
  if (own === undefined) return undefined
  const forward = address.includes(':') ? 'resolve6' : 'resolve4'
  const confirmed: string[] = []
  for (const name of own.slice(0, namesLooked)) {
    const addresses = await answerOf(() => resolver[forward](name))
    if (addresses === undefined) return undefined
    if (addresses.some((other) => plainAddress(other) === address)) confirmed.push(name)
  }
  return confirmed
}

/** What a name server says: that it says nothing (undefined) is another thing than that there is none. */
async function answerOf(ask: () => Promise<string[]>): Promise<string[] | undefined> {
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
