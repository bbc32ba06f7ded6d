import type { Fetcher } from '../../fetching/fetcher.ts'
import type { Pace } from './pace.ts'
import { createRateLimitedFetcher, createSingleFetcher } from './rate-limited-fetcher.ts'
import { createRobotsAwareFetcher, createRobotsFiles, type RobotsOf } from './robots-file.ts'

/** Ways to ask one site, all of them within its robots.txt and at its pace. */
export interface Visitor {
  token: string
  /** Asks again where a server was overloaded or silent. */
  fetcher: Fetcher
  /** Asks once. */
  single: Fetcher
  robotsOf: RobotsOf
}

/** However long a robots.txt asks to wait: longer, and an audit would take weeks. */
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
    pace.raiseInterval(Math.min(delaySeconds * 1000, maxDelayMs))
    return file
  }
  return {
    token,
    fetcher: createRobotsAwareFetcher(rateLimited, token, robotsOf),
    single: createRobotsAwareFetcher(createSingleFetcher(fetcher, pace), token, robotsOf),
    robotsOf,
  }
}
