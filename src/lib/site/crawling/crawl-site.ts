import type { Fetcher } from '../../fetching/fetcher.ts'
import { crawlAddress } from '../crawl-address.ts'
import type { CrawledAddress, Frontier } from '../crawled.ts'
import { probeBots } from './ai-access.ts'
import { type Clock, steadyClock } from './clock.ts'
import { crawlPages, type StopReason } from './crawl-pages.ts'
import { fetchAddress, type Validators } from './fetch-address.ts'
import { createLinkIntake } from './link-intake.ts'
import { createPace } from './pace.ts'
import { readSite } from './read-site.ts'
import type { SiteFacts } from './site-facts.ts'
import { createVisitor } from './visitor.ts'

export interface CrawlLimits {
  /** Addresses that are read. */
  pages: number
  /** The most that is read of one page, decoded. */
  pageBytes: number
  /** For one page, its redirects included. */
  pageMs: number
  /** No address is begun after that. */
  durationMs: number
  /** Requests to the site at a time; the fetcher must permit as many. */
  connections: number
}

export const crawlLimits: CrawlLimits = {
  pages: 100_000,
  pageBytes: 2 * 1024 * 1024,
  pageMs: 30_000,
  durationMs: 12 * 3600_000,
  connections: 4,
}

/** Who reads the site. */
interface Self {
  /** What robots.txt may call this audit: its product token. */
  token: string
  /** Where site owners can read about it. */
  aboutUrl?: string | undefined
}

export interface CrawlOptions {
  fetcher: Fetcher
  /** The home page; of an https address that nobody answers at, http is tried. */
  home: URL
  self: Self
  frontier: Frontier
  /**
   * Takes what became of an address, and gives the links of its page, absolute. An address is settled when its links
   * are in the frontier.
   */
  visit(address: CrawledAddress): Promise<readonly string[]>
  /** For conditional requests: a page that has not changed is visited with status 304 and without a body. */
  validators?(url: string): Validators | undefined | Promise<Validators | undefined>
  limits?: Partial<CrawlLimits>
  /** Whether the home page is asked for once in the name of each main AI bot. */
  hasProbes?: boolean
  signal: AbortSignal
  clock?: Clock
}

/**
 * Reads a site as its owner would like: what robots.txt allows, at the pace that the server keeps up with. It goes on
 * with what is left in the frontier. What is wrong with the site is in what it gives out, and never thrown.
 * @throws the signal’s reason, or what `visit` or the frontier throws
 */
export async function crawlSite(options: CrawlOptions): Promise<SiteFacts> {
  const { self, frontier, visit, validators, clock = steadyClock } = options
  const limits = { ...crawlLimits, ...options.limits }
  const ending = new AbortController()
  const signal = AbortSignal.any([options.signal, ending.signal])
  const endsAtMs = clock.now() + limits.durationMs
  const isOver = () => clock.now() >= endsAtMs
  try {
    const pace = createPace({ clock, connections: limits.connections, signal })
    const visitor = createVisitor(options.fetcher, { token: self.token, pace, signal })
    const site = await readSite(visitor, options.home, { maxPages: limits.pages, isOver, signal })
    const { scope, start, listed } = site
    const isInSitemap = (url: string) => listed.has(url)
    const how = { fetcher: visitor.fetcher, scope, limits, validators, isInSitemap, signal }
    const intake = await createLinkIntake({ frontier, scope, listed, maxPages: limits.pages })
    await intake.add({ url: crawlAddress(start.href) ?? start.href, depth: 0, source: null })
    const whyStop = (): StopReason | undefined => {
      if (isOver()) return 'time_limit'
      if (!pace.hasGivenUp()) return undefined
      ending.abort()
      return 'not_answering'
    }
    const stop = await crawlPages({
      ...{ frontier, intake, scope, visit, listed, whyStop, signal: options.signal },
      sitemapPages: site.sitemapPages,
      fetchAddress: (discovery) => fetchAddress(discovery, how),
      concurrency: limits.connections * 2,
    })
    // Last: a firewall that dislikes the names of bots may shut out who uses them.
    const hasProbes = options.hasProbes !== false && stop === undefined
    const access = site.facts.bots
    const bots = hasProbes ? await probeBots(visitor.single, start.href, { access, self, signal }) : access
    options.signal.throwIfAborted()
    const { known, settled } = await frontier.counts()
    const passedOver = intake.passedOver()
    const end = stop ?? (passedOver.some(({ kind }) => kind === 'page_limit') ? 'page_limit' : 'complete')
    return { ...site.facts, bots, crawl: { end, read: settled, unread: known - settled, passedOver } }
  } finally {
    ending.abort()
  }
}
