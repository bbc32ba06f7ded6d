import robotsModule from 'robots-parser'
import { FetchProblem } from '../../../core/fetching/fetch-problem.ts'
import type { Fetcher } from '../../../core/fetching/fetcher.ts'
import { followRedirects } from '../../../core/fetching/follow-redirects.ts'

/** What a site’s robots.txt says to this program. */
export interface Robots {
  isAllowed(url: string): boolean
  /** Seconds that it asks to wait between pages. */
  crawlDelaySeconds: number
}

/** The package’s types say that its function is the module’s default; it is the module. */
const parseRobots = robotsModule as unknown as typeof robotsModule.default

const limits = { timeoutMs: 10_000, maxBytes: 512_000, maxRedirects: 5 }
const allowsAll: Robots = { isAllowed: () => true, crawlDelaySeconds: 0 }
const forbidsAll: Robots = { isAllowed: () => false, crawlDelaySeconds: 0 }

/**
 * Asks an origin for its robots.txt (RFC 9309, 2.3.1): a site that has none allows all, one that fails to say forbids all
 * for now, and so does one that cannot be reached, whose pages cannot be either.
 * @param agent the product token of this program
 */
export async function readRobots(
  fetcher: Fetcher,
  origin: string,
  agent: string,
  signal: AbortSignal,
): Promise<Robots | FetchProblem> {
  const url = `${origin}/robots.txt`
  const { end } = await followRedirects(fetcher, url, { ...limits, signal })
  if (end instanceof FetchProblem) return end
  if (end.status >= 500 || end.status === 429) return forbidsAll
  if (end.status !== 200) return allowsAll
  const robots = parseRobots(url, end.body.toString('utf8'))
  return {
    isAllowed: (page) => robots.isAllowed(page, agent) !== false,
    crawlDelaySeconds: robots.getCrawlDelay(agent) ?? 0,
  }
}
