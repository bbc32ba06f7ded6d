import { FetchProblem, type FetchProblemKind } from '../../fetching/fetch-problem.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { followWithin } from './follow-within.ts'
import { outcomeOf } from './outcome.ts'
import { declaredFeeds } from './product-feeds.ts'
import type { RobotsFile, RobotsOf } from './robots-file.ts'
import type { SiteFacts } from './site-facts.ts'
import { createSiteScope, isSameOwner, type SiteScope } from './site-scope.ts'

export interface Home {
  facts: SiteFacts['home']
  /** The first URL to read. */
  start: URL
  scope: SiteScope
  robots: RobotsFile
  /** URLs of the feeds that the home page declares. */
  feeds: string[]
}

/** Problems of servers without https. */
const withoutHttps: FetchProblemKind[] = ['connect', 'tls', 'timeout', 'closed_early', 'malformed']
const limits = { maxBytes: 512 * 1024, timeoutMs: 30_000, maxRedirects: 10 }

/**
 * Finds the start of a site: its home page over https, else http, and the host that it redirects to.
 * @param fetcher one that obeys robots.txt
 */
export async function findHome(
  fetcher: Fetcher,
  home: URL,
  { robotsOf, signal }: { robotsOf: RobotsOf; signal: AbortSignal },
): Promise<Home> {
  let start = home
  let robots = await robotsOf(home.href)
  let httpsProblem: FetchProblemKind | null = null
  if (home.protocol === 'https:' && robots.problem !== null && withoutHttps.includes(robots.problem)) {
    const plain = new URL(home)
    plain.protocol = 'http:'
    const plainRobots = await robotsOf(plain.href)
    if (plainRobots.status !== null) {
      httpsProblem = robots.problem
      start = plain
      robots = plainRobots
    }
  }
  const includes = (url: string) => isSameOwner(start, new URL(url))
  const followed = await followWithin(fetcher, start.href, { ...limits, includes, signal })
  const page = followed.end instanceof FetchProblem ? undefined : followed.end
  const landing = page && new URL(page.url)
  const facts = { url: start.href, ...outcomeOf(followed), httpsProblem }
  return { facts, start, scope: createSiteScope(start, landing), robots, feeds: page ? declaredFeeds(page) : [] }
}
