import type { Fetcher } from '../../fetching/fetcher.ts'
import type { Pace } from './pace.ts'
import { createRateLimitedFetcher, createSingleFetcher } from './rate-limited-fetcher.ts'
import { createRobotsAwareFetcher, createRobotsFiles, type RobotsOf } from './robots-file.ts'

/** Fetchers for one site, all within its robots.txt and pace. */
export interface Visitor {
  token: string
  /** Retries if the server was overloaded or did not respond. */
  fetcher: Fetcher
  /** Never retries. */
  single: Fetcher
  robotsOf: RobotsOf
}

/** Maximum delay that robots.txt can set: with longer ones an audit would take weeks. */
const maxDelayMs = 60_000

export function createVisitor(
  fetcher: Fetcher,
  { token, pace, signal }: { token: string; pace: Pace; signal: AbortSignal },
): Visitor {
  const rateLimited = createRateLimitedFetcher(fetcher, () => pace)
  const files = createRobotsFiles(rateLimited, signal)
  const robotsOf: RobotsOf = async (url) => {
    const file = await files(url)
    const delaySeconds = file.robots.crawlDelaySeconds(token) ?? 0
    pace.raiseMinInterval(Math.min(delaySeconds * 1000, maxDelayMs))
    return file
  }
  return {
    token,
    fetcher: createRobotsAwareFetcher(rateLimited, token, robotsOf),
    single: createRobotsAwareFetcher(createSingleFetcher(fetcher, pace), token, robotsOf),
    robotsOf,
  }
}
