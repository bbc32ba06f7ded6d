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
import type { LimitClass } from './operation.ts'

/** Every window begins with the first request in it and lasts this long, if nothing else is said. */
const usualSeconds = 60

/** So long nobody tries another password once too many were wrong. */
const wrongPasswordSeconds = 900
/** Passwords that may be wrong in that time: for one account from browsers that it is not known in, and from each that it is. */
const wrongPasswords = 10
/** Programs of one address that make themselves known to the authorization server, in that time. */
const registrations = 30
const registrationSeconds = 600
/** Documents of programs that are fetched for one address, and requests to be let in that are kept for it, in that time. */
const documents = 60
const authorizations = 120
/** Attempts of one address to sign in, to use a link or to ask for one, in a minute. */
const visitsPerMinute = 30

/**
 * A shared window that has longer to go was begun before the clock was set back, and is begun anew. Clocks of processes
 * that share windows may differ by a second.
 */
const clockDifferenceMs = 1000

/** A limit by its name, with the header that tells of it. */
interface Policy {
  name: string
  limit: number
  seconds: number
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
  /** Counts a request with a well-formed key that does not exist, by the sender's network. */
  countUnknownKey(address: string): Promise<LimitUsage>
  /** Counts what somebody does who has not signed in, by the sender's network. */
  countVisit(address: string): Promise<LimitUsage>
  /** Counts a read of somebody who has not signed in, by the sender's network: it opens nothing, and has its own limit. */
  countVisitorRead(address: string): Promise<LimitUsage>
  /** Counts a program that makes itself known, by the sender's network. */
  countRegistration(address: string): Promise<LimitUsage>
  /** Counts a document of a program that is fetched, by the network of whoever asks for it. */
  countDocument(address: string): Promise<LimitUsage>
  /** Counts a program's request to be let in, by the network of the browser that brings it. */
  countAuthorization(address: string): Promise<LimitUsage>
  /** Counts an attempt to give a secret that people choose or read from a device, by whose it is and from which browser. */
  countAttempt(whose: string): Promise<LimitUsage>
  /** The attempt was right: those before it count no more. */
  forgetAttempts(whose: string): Promise<void>
}

/** The windows of one limit. */
interface Windows {
  /** Counts a request of a caller in the window that is open, or in a new one. */
  count(caller: string): Promise<LimitUsage>
  forget(caller: string): Promise<void>
}

/**
 * The limits of requests per caller. Processes that share server stores share them through PostgreSQL; with the embedded
 * stores there is one process, which keeps them in memory.
 */
export async function createRateLimits(config: Config, pool: pg.Pool): Promise<RateLimits> {
  const isShared = config.DATABASE_URL !== undefined
  const make = async (name: string, limit: number, seconds = usualSeconds): Promise<Windows> => {
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
  const attempts = await make('attempt', wrongPasswords, wrongPasswordSeconds)
  const newClients = await make('registration', registrations, registrationSeconds)
  const fetchedDocuments = await make('document', documents, registrationSeconds)
  const newRequests = await make('authorization', authorizations, registrationSeconds)
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

/** The headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export const limitHeaders = ({ policy, remaining, resetSeconds }: LimitUsage) => ({
  'ratelimit-policy': policy.header,
  ratelimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
})
