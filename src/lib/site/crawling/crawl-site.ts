import type { Fetcher } from '../../fetching/fetcher.ts'
import { crawlAddress } from '../crawl-address.ts'
import type { CrawledAddress, Frontier } from '../crawled.ts'
import { type ProbeIdentity, probeBots } from './ai-access.ts'
import { type Clock, steadyClock } from './clock.ts'
import { crawlPages, type StopReason } from './crawl-pages.ts'
import { fetchAddress, type Validators } from './fetch-address.ts'
import { createLinkIntake } from './link-intake.ts'
import { createPace } from './pace.ts'
import { readSite } from './read-site.ts'
import { probeSections, type SectionSource } from './section-access.ts'
import type { SiteFacts } from './site-facts.ts'
import { createVisitor } from './visitor.ts'

export interface CrawlLimits {
  /** Maximum URLs to read. */
  pages: number
  /** Maximum decoded bytes per page. */
  pageBytes: number
  /** Time limit per page, including redirects. */
  pageMs: number
  /** No URL is started after this time. */
  durationMs: number
  /** Concurrent requests to the site; the fetcher must allow as many. */
  connections: number
}

export const crawlLimits: CrawlLimits = {
  pages: 100_000,
  pageBytes: 2 * 1024 * 1024,
  pageMs: 30_000,
  durationMs: 12 * 3600_000,
  connections: 4,
}

/** With a longer delay between requests, only the home page is probed. */
const maxProbeDelaySeconds = 2

export interface CrawlOptions {
  fetcher: Fetcher
  /** The home page. If https does not work, http is tried. */
  home: URL
  self: ProbeIdentity
  frontier: Frontier
  /** Receives the result of a URL and returns its page's absolute links, after which the URL is settled. */
  visit(address: CrawledAddress): Promise<readonly string[]>
  /** Enables conditional requests: an unchanged page is visited with status 304 and without a body. */
  validators?(url: string): Validators | undefined | Promise<Validators | undefined>
  limits?: Partial<CrawlLimits>
  /** Whether to request the home page once in the name of each main AI bot. */
  hasProbes?: boolean
  /** Also probes a page of each of these sections. */
  probed?: SectionSource
  signal: AbortSignal
  clock?: Clock
}

/**
 * Reads a site within its robots.txt, at a pace that the server can handle. Resumes with the rest of the
 * frontier. Problems of the site are part of the result, and never thrown.
 * @throws the signal’s reason, or an error of `visit` or the frontier
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
    // Last, as a firewall may block clients that use bot names.
    const hasProbes = options.hasProbes !== false && stop === undefined
    const access = site.facts.bots
    const bots = hasProbes ? await probeBots(visitor.single, start.href, { access, self, signal }) : access
    const isSlow = (site.facts.robots.crawlDelaySeconds ?? 0) > maxProbeDelaySeconds
    const sections =
      !hasProbes || isSlow || options.probed === undefined
        ? []
        : await probeSections({
            ...options.probed,
            ...{ fetcher: visitor.single, robotsOf: visitor.robotsOf, self, signal },
            mayGoOn: () => !signal.aborted && whyStop() === undefined,
          })
    options.signal.throwIfAborted()
    const { known, settled } = await frontier.counts()
    const passedOver = intake.passedOver()
    const end = stop ?? (passedOver.some(({ kind }) => kind === 'page_limit') ? 'page_limit' : 'complete')
    return {
      ...site.facts,
      bots,
      sections,
      crawl: { end, read: settled, unread: known - settled, passedOver },
    }
  } finally {
    ending.abort()
  }
}
