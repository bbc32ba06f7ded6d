import { FetchProblem, isUnknownHost } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../fetching/fetcher.ts'
import type { Pace, RequestOutcome } from './pace.ts'

const retriesOfOverloaded = 2
const retriesOfSilent = 1

/**
 * A fetcher that follows the server’s pace and retries if that can help: after the requested delay of a 429
 * or 503, and after a failed connection. Does not retry timeouts.
 * @param paceOf returns the pace of a URL’s site
 */
export function createRateLimitedFetcher(fetcher: Fetcher, paceOf: (url: string) => Pace): Fetcher {
  return {
    ...fetcher,
    async get(url, options) {
      const pace = paceOf(url)
      for (let attempt = 0; ; attempt += 1) {
        const leave = await enter(pace, options.signal)
        const result = await fetcher.get(url, options).catch(problemOnly)
        leave(receptionOf(result))
        const isLast = attempt >= retriesOf(result) || pace.hasGivenUp()
        if (!isLast) continue
        if (result instanceof FetchProblem) throw result
        return result
      }
    },
  }
}

/** A fetcher that waits for its turn and sends one request, without reporting the outcome. */
export function createSingleFetcher(fetcher: Fetcher, pace: Pace): Fetcher {
  return {
    ...fetcher,
    async get(url, options) {
      const leave = await enter(pace, options.signal)
      try {
        return await fetcher.get(url, options)
      } finally {
        leave(undefined)
      }
    },
  }
}

const enter = (pace: Pace, signal = never) =>
  pace.enter(signal).catch(() => {
    throw new FetchProblem('aborted', 'the fetch was stopped')
  })

const never = new AbortController().signal

function problemOnly(error: unknown): FetchProblem {
  if (error instanceof FetchProblem) return error
  throw error
}

const isOverloaded = (status: number) => status === 429 || status === 503

function retriesOf(result: FetchedPage | FetchProblem): number {
  if (!(result instanceof FetchProblem)) return isOverloaded(result.status) ? retriesOfOverloaded : 0
  if (isUnknownHost(result.cause)) return 0
  return ['connect', 'closed_early', 'dns'].includes(result.kind) ? retriesOfSilent : 0
}

/** The outcome of a request for the pace; undefined if it does not depend on the server. */
function receptionOf(result: FetchedPage | FetchProblem): RequestOutcome | undefined {
  if (!(result instanceof FetchProblem)) {
    const { firstByteMs } = result.timings
    if (isOverloaded(result.status)) {
      return { kind: 'overloaded', retryAfterMs: readRetryAfter(result.headers.get('retry-after')) }
    }
    return { kind: result.status >= 500 ? 'failed' : 'answered', firstByteMs }
  }
  if (isUnknownHost(result.cause)) return { kind: 'absent' }
  if (['timeout', 'connect', 'closed_early', 'dns'].includes(result.kind)) return { kind: 'silent' }
  const isServerFault = ['tls', 'too_large', 'malformed', 'undecodable'].includes(result.kind)
  return isServerFault ? { kind: 'failed', firstByteMs: 0 } : undefined
}

/** Parses seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}
