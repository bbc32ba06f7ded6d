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

/** Default length of a window, which starts with its first request. */
const defaultSeconds = 60

/** Length of the window for wrong passwords. */
const wrongPasswordSeconds = 900
/** Wrong passwords per window: for an account from all unknown browsers, and from each known one. */
const maxWrongPasswords = 10
/** App registrations per address in that time. */
const maxRegistrations = 30
const registrationSeconds = 600
/** Client metadata fetches and authorization requests per address in that time. */
const maxDocumentFetches = 60
const maxAuthorizations = 120
/** Attempts per address and minute to sign in, use a link or request one. */
const visitsPerMinute = 30

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
  /** Counts a request with a well-formed but unknown key, by the sender's network. */
  countUnknownKey(address: string): Promise<LimitUsage>
  /** Counts an action without a session, by the sender's network. */
  countVisit(address: string): Promise<LimitUsage>
  /** Counts a read without a session, by the sender's network. It has its own limit. */
  countVisitorRead(address: string): Promise<LimitUsage>
  /** Counts an app registration, by the sender's network. */
  countRegistration(address: string): Promise<LimitUsage>
  /** Counts a fetch of a client metadata document, by the requester's network. */
  countDocument(address: string): Promise<LimitUsage>
  /** Counts an app's authorization request, by the browser's network. */
  countAuthorization(address: string): Promise<LimitUsage>
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
  const make = async (name: string, limit: number, seconds = defaultSeconds): Promise<Windows> => {
    const policy = { name, limit, seconds, header: `"${name}";q=${limit};w=${seconds}` }
    const options = { keyPrefix: name, points: limit, duration: seconds }
    return windowsOf(policy, isShared ? await sharedLimiter(options, pool) : new RateLimiterMemory(options))
  }
  const windows = {
    read: await make('read', config.READS_PER_MINUTE),
    write: await make('write', config.WRITES_PER_MINUTE),
    audit: await make('audit', config.AUDITS_PER_MINUTE),
  }
  const unknownKeys = await make('unknown-key', config.UNKNOWN_KEYS_PER_MINUTE)
  const visits = await make('visit', visitsPerMinute)
  const attempts = await make('attempt', maxWrongPasswords, wrongPasswordSeconds)
  const newClients = await make('registration', maxRegistrations, registrationSeconds)
  const fetchedDocuments = await make('document', maxDocumentFetches, registrationSeconds)
  const newRequests = await make('authorization', maxAuthorizations, registrationSeconds)
  return {
    count: (limitClass, callerId) => windows[limitClass].count(callerId),
    countUnknownKey: (address) => unknownKeys.count(rateLimitNetwork(address)),
    countVisit: (address) => visits.count(rateLimitNetwork(address)),
    countVisitorRead: (address) => windows.read.count(rateLimitNetwork(address)),
    countRegistration: (address) => newClients.count(rateLimitNetwork(address)),
    countDocument: (address) => fetchedDocuments.count(rateLimitNetwork(address)),
    countAuthorization: (address) => newRequests.count(rateLimitNetwork(address)),
    countAttempt: attempts.count,
    forgetAttempts: attempts.forget,
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
