import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { LimitClass } from './operation.ts'

/** Every window begins with the first request in it and lasts this long. */
const windowSeconds = 60

/**
 * A window that has longer to go was begun before the clock was set back, and is begun anew. Clocks of processes that
 * share windows may differ by a second.
 */
const longestWindowMs = (windowSeconds + 1) * 1000

/** One window of one caller after a request was counted in it. */
export interface Usage {
  policy: string
  limit: number
  remaining: number
  /** Whole seconds after which the window is surely over. */
  resetSeconds: number
  exceeded: boolean
}

export interface RateLimits {
  /** Counts a request of a key. */
  count(limitClass: LimitClass, keyId: string): Promise<Usage>
  /** Counts a request with a well-formed key that does not exist, by the sender's address. */
  countUnknownKey(address: string): Promise<Usage>
}

/**
 * The limits of requests per key. Processes that share server stores share them through PostgreSQL; with the embedded
 * stores there is one process, which keeps them in memory.
 */
export async function createRateLimits(config: Config, pool: pg.Pool): Promise<RateLimits> {
  const shared = config.DATABASE_URL !== undefined
  const make = (policy: string, points: number): Promise<RateLimiterAbstract> => {
    const options = { keyPrefix: policy, points, duration: windowSeconds }
    if (!shared) return Promise.resolve(new RateLimiterMemory(options))
    return new Promise((resolve, reject) => {
      const stored = { ...options, storeClient: pool, tableName: 'rate_limits', clearExpiredByTimeout: true }
      const limiter: RateLimiterPostgres = new RateLimiterPostgres(stored, (error) =>
        error ? reject(error) : resolve(limiter),
      )
    })
  }
  const limiters = {
    read: await make('read', config.READS_PER_MINUTE),
    write: await make('write', config.WRITES_PER_MINUTE),
    audit: await make('audit', config.AUDITS_PER_MINUTE),
  }
  const unknownKeys = await make('unknown-key', config.UNKNOWN_KEYS_PER_MINUTE)
  return {
    count: (limitClass, keyId) => consume(limiters[limitClass], keyId),
    countUnknownKey: (address) => consume(unknownKeys, address),
  }
}

async function consume(limiter: RateLimiterAbstract, caller: string): Promise<Usage> {
  const usage = (result: RateLimiterRes, exceeded: boolean): Usage => ({
    policy: limiter.keyPrefix,
    limit: limiter.points,
    remaining: Math.max(0, limiter.points - result.consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    exceeded,
  })
  let window = await countIn(limiter, caller)
  if (window.result.msBeforeNext > longestWindowMs) {
    await limiter.delete(caller)
    window = await countIn(limiter, caller)
  }
  return usage(window.result, window.exceeded)
}

async function countIn(
  limiter: RateLimiterAbstract,
  caller: string,
): Promise<{ result: RateLimiterRes; exceeded: boolean }> {
  try {
    return { result: await limiter.consume(caller), exceeded: false }
  } catch (error) {
    if (error instanceof RateLimiterRes) return { result: error, exceeded: true }
    throw error
  }
}

/** The headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders({ policy, limit, remaining, resetSeconds }: Usage): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  }
}
