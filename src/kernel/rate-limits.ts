import type pg from 'pg'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { rateLimitNetwork } from '../lib/network-of.ts'
import type { Config } from './config.ts'

/** The rate limit window of a request. */
export type LimitClass = 'read' | 'write' | 'audit'

/** A limit for requests without a known caller, by the network of their sender. */
export type AddressLimit = 'read' | 'visit' | 'unknown-key' | 'registration' | 'document' | 'authorization'

/** The most requests per window of each limit, and its length, which starts with its first request. */
const limitsOf = (config: Config) => ({
  read: { limit: config.READS_PER_MINUTE, seconds: 60 },
  write: { limit: config.WRITES_PER_MINUTE, seconds: 60 },
  audit: { limit: config.AUDITS_PER_MINUTE, seconds: 60 },
  /** Well-formed but unknown keys. */
  'unknown-key': { limit: config.UNKNOWN_KEYS_PER_MINUTE, seconds: 60 },
  /** Attempts to sign in, use a link or request one. */
  visit: { limit: 30, seconds: 60 },
  /** Wrong passwords for an account from all unknown browsers, and from each known one. */
  attempt: { limit: 10, seconds: 900 },
  /** App registrations, fetches of client metadata, and authorization requests of apps. */
  registration: { limit: 30, seconds: 600 },
  document: { limit: 60, seconds: 600 },
  authorization: { limit: 120, seconds: 600 },
})

/**
 * A shared window with more time left than this plus its length was started before the clock was set back,
 * and restarts. Clocks of processes that share windows may differ by a second.
 */
const clockDifferenceMs = 1000

/** A limit with its name and response header. */
interface Policy {
  name: string
  limit: number
  seconds: number
  header: string
}

/** A caller's window after counting a request. */
export interface LimitUsage {
  policy: Policy
  remaining: number
  /** Whole seconds until the window is certainly over. */
  resetSeconds: number
  exceeded: boolean
}

export interface RateLimits {
  /** Counts a caller's request by the caller's id. */
  count(limitClass: LimitClass, callerId: string): Promise<LimitUsage>
  /** Counts a request without a known caller, by the sender's network. */
  countAddress(limit: AddressLimit, address: string): Promise<LimitUsage>
  /** Counts an attempt to enter a password or code, by account and browser. */
  countAttempt(whose: string): Promise<LimitUsage>
  /** Resets the count after a correct attempt. */
  forgetAttempts(whose: string): Promise<void>
}

interface Windows {
  /** Counts a request of a caller in the open window, or in a new one. */
  count(caller: string): Promise<LimitUsage>
  forget(caller: string): Promise<void>
}

/**
 * Rate limits per caller. Processes on shared servers share them through PostgreSQL; with the embedded
 * stores, a single process keeps them in memory.
 */
export async function createRateLimits(config: Config, pool: pg.Pool): Promise<RateLimits> {
  const isShared = config.DATABASE_URL !== undefined
  // One after the other: each creates the shared table if it is missing.
  const made = await Array.fromAsync(Object.entries(limitsOf(config)), async ([name, { limit, seconds }]) => {
    const policy = { name, limit, seconds, header: `"${name}";q=${limit};w=${seconds}` }
    const options = { keyPrefix: name, points: limit, duration: seconds }
    const limiter = isShared ? await sharedLimiter(options, pool) : new RateLimiterMemory(options)
    return [name, windowsOf(policy, limiter)] as const
  })
  const windows = Object.fromEntries(made) as Record<keyof ReturnType<typeof limitsOf>, Windows>
  return {
    count: (limitClass, callerId) => windows[limitClass].count(callerId),
    countAddress: (limit, address) => windows[limit].count(rateLimitNetwork(address)),
    countAttempt: windows.attempt.count,
    forgetAttempts: windows.attempt.forget,
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

const windowsOf = (policy: Policy, limiter: RateLimiterAbstract): Windows => ({
  async count(caller) {
    let window = await consume(limiter, caller)
    if (window.msBeforeNext > policy.seconds * 1000 + clockDifferenceMs) {
      await limiter.delete(caller)
      window = await consume(limiter, caller)
    }
    return usage(policy, window.consumedPoints, window.msBeforeNext)
  },
  async forget(caller) {
    await limiter.delete(caller)
  },
})

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

/** Response headers of draft-ietf-httpapi-ratelimit-headers. */
export const limitHeaders = ({ policy, remaining, resetSeconds }: LimitUsage) => ({
  'ratelimit-policy': policy.header,
  ratelimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
})
