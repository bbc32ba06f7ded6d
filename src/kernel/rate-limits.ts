import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { LimitClass } from './operation.ts'

/** Every window begins with the first request in it and lasts this long. */
const windowSeconds = 60
const windowMs = windowSeconds * 1000

/**
 * A shared window that has longer to go was begun before the clock was set back, and is begun anew. Clocks of processes
 * that share windows may differ by a second.
 */
const longestWindowMs = windowMs + 1000

/** A limit by its name, with the header that tells of it. */
interface Policy {
  name: string
  limit: number
  header: string
}

/** One window of one caller after a request was counted in it. */
export interface Usage {
  policy: Policy
  remaining: number
  /** Whole seconds after which the window is surely over. */
  resetSeconds: number
  exceeded: boolean
}

export interface RateLimits {
  /** Counts a request of a key; at once where nothing is shared with other processes. */
  count(limitClass: LimitClass, keyId: string): Usage | Promise<Usage>
  /** Counts a request with a well-formed key that does not exist, by the sender's address. */
  countUnknownKey(address: string): Usage | Promise<Usage>
}

/** Counts a request of a caller in the window that is open, or in a new one. */
type Windows = (caller: string) => Usage | Promise<Usage>

/**
 * The limits of requests per key. Processes that share server stores share them through PostgreSQL; with the embedded
 * stores there is one process, which keeps them in memory.
 */
export async function createRateLimits(config: Config, pool: pg.Pool): Promise<RateLimits> {
  const make = async (name: string, limit: number): Promise<Windows> => {
    const policy = { name, limit, header: `"${name}";q=${limit};w=${windowSeconds}` }
    return config.DATABASE_URL === undefined ? ownWindows(policy) : sharedWindows(policy, pool)
  }
  const windows = {
    read: await make('read', config.READS_PER_MINUTE),
    write: await make('write', config.WRITES_PER_MINUTE),
    audit: await make('audit', config.AUDITS_PER_MINUTE),
  }
  const unknownKeys = await make('unknown-key', config.UNKNOWN_KEYS_PER_MINUTE)
  return {
    count: (limitClass, keyId) => windows[limitClass](keyId),
    countUnknownKey: unknownKeys,
  }
}

function ownWindows(policy: Policy): Windows {
  const open = new Map<string, { since: number; requests: number }>()
  let sweptAt = Date.now()
  // A window that begins in the future was begun before the clock was set back.
  const isOver = (since: number, now: number) => now - since >= windowMs || since > now

  function sweep(now: number): void {
    for (const [caller, { since }] of open) if (isOver(since, now)) open.delete(caller)
    sweptAt = now
  }

  return (caller) => {
    const now = Date.now()
    if (isOver(sweptAt, now)) sweep(now)
    let window = open.get(caller)
    if (window === undefined || isOver(window.since, now)) {
      window = { since: now, requests: 0 }
      open.set(caller, window)
    }
    window.requests += 1
    return usage(policy, window.requests, window.since + windowMs - now)
  }
}

async function sharedWindows(policy: Policy, pool: pg.Pool): Promise<Windows> {
  const limiter = await new Promise<RateLimiterPostgres>((resolve, reject) => {
    const options = { keyPrefix: policy.name, points: policy.limit, duration: windowSeconds }
    const stored = { ...options, storeClient: pool, tableName: 'rate_limits', clearExpiredByTimeout: true }
    const made: RateLimiterPostgres = new RateLimiterPostgres(stored, (error) =>
      error ? reject(error) : resolve(made),
    )
  })
  return async (caller) => {
    let window = await consume(limiter, caller)
    if (window.msBeforeNext > longestWindowMs) {
      await limiter.delete(caller)
      window = await consume(limiter, caller)
    }
    return usage(policy, window.consumedPoints, window.msBeforeNext)
  }
}

async function consume(limiter: RateLimiterPostgres, caller: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(caller)
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}

const usage = (policy: Policy, requests: number, msLeft: number): Usage => ({
  policy,
  remaining: Math.max(0, policy.limit - requests),
  resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
  exceeded: requests > policy.limit,
})

/** The headers, names and values in turn, of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export const limitHeaders = ({ policy, remaining, resetSeconds }: Usage): readonly string[] => [
  'ratelimit-policy',
  policy.header,
  'ratelimit',
  `"${policy.name}";r=${remaining};t=${resetSeconds}`,
]
