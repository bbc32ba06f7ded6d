import type pg from 'pg'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from './config.ts'
import type { LimitClass } from './operation.ts'

/** Every window begins with the first request in it and lasts this long. */
const windowSeconds = 60
const windowMs = windowSeconds * 1000

/**
 * A shared window that has longer to go was begun before the clock was set back, and is begun anew. Clocks of processes
 * that share windows may differ by a second.
 */
const maxWindowMs = windowMs + 1000

/** A limit by its name, with the header that tells of it. */
interface Policy {
  name: string
  limit: number
  header: string
}

/** One window of one caller after a request was counted in it. */
export interface LimitUsage {
  policy: Policy
  remaining: number
  /** Whole seconds after which the window is surely over. */
  resetSeconds: number
  exceeded: boolean
}

export interface RateLimits {
  /** Counts a request of a caller, by the caller's id. */
  count(limitClass: LimitClass, callerId: string): Promise<LimitUsage>
  /** Counts a request with a well-formed key that does not exist, by the sender's address. */
  countUnknownKey(address: string): Promise<LimitUsage>
}

/** Counts a request of a caller in the window that is open, or in a new one. */
type Windows = (caller: string) => Promise<LimitUsage>

/**
 * The limits of requests per caller. Processes that share server stores share them through PostgreSQL; with the embedded
 * stores there is one process, which keeps them in memory.
 */
export async function createRateLimits(config: Config, pool: pg.Pool): Promise<RateLimits> {
  const isShared = config.DATABASE_URL !== undefined
  const make = async (name: string, limit: number): Promise<Windows> => {
    const policy = { name, limit, header: `"${name}";q=${limit};w=${windowSeconds}` }
    const options = { keyPrefix: name, points: limit, duration: windowSeconds }
    return windowsOf(policy, isShared ? await sharedLimiter(options, pool) : new RateLimiterMemory(options))
  }
  const windows = {
    read: await make('read', config.READS_PER_MINUTE),
    write: await make('write', config.WRITES_PER_MINUTE),
    audit: await make('audit', config.AUDITS_PER_MINUTE),
  }
  const unknownKeys = await make('unknown-key', config.UNKNOWN_KEYS_PER_MINUTE)
  return {
    count: (limitClass, callerId) => windows[limitClass](callerId),
    countUnknownKey: unknownKeys,
  }
}

function sharedLimiter(options: IRateLimiterOptions, pool: pg.Pool): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const stored = { ...options, storeClient: pool, tableName: 'rate_limits', clearExpiredByTimeout: true }
    const made: RateLimiterPostgres = new RateLimiterPostgres(stored, (error) =>
      error ? reject(error) : resolve(made),
    )
  })
}

const windowsOf =
  (policy: Policy, limiter: RateLimiterAbstract): Windows =>
  async (caller) => {
    let window = await consume(limiter, caller)
    if (window.msBeforeNext > maxWindowMs) {
      await limiter.delete(caller)
      window = await consume(limiter, caller)
    }
    return usage(policy, window.consumedPoints, window.msBeforeNext)
  }

async function consume(limiter: RateLimiterAbstract, caller: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(caller)
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}

const usage = (policy: Policy, requests: number, msLeft: number): LimitUsage => ({
  policy,
  remaining: Math.max(0, policy.limit - requests),
  resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
  exceeded: requests > policy.limit,
})

/** The headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export const limitHeaders = ({ policy, remaining, resetSeconds }: LimitUsage) => ({
  'ratelimit-policy': policy.header,
  ratelimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
})
