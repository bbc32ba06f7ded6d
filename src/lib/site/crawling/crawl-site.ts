import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { followRedirects } from '../../fetching/follow-redirects.ts'
import { crawlAddress } from '../crawl-address.ts'
import type { CrawledAddress, Frontier } from '../crawled.ts'
import { createAddressSet } from './address-set.ts'
import { readAgentFiles } from './agent-files.ts'
import { type ProbeIdentity, probeBots, robotsAccess } from './ai-access.ts'
import { type Clock, steadyClock } from './clock.ts'
import { crawlPages, type StopReason } from './crawl-pages.ts'
import { fetchAddress, type Validators } from './fetch-address.ts'
import { findHome, type Home } from './find-home.ts'
import { createLinkIntake } from './link-intake.ts'
import { isSuccess, outcomeOf } from './outcome.ts'
import { createPace, type Pace } from './pace.ts'
import { readProductFeeds } from './product-feeds.ts'
import { readSitemaps, sitemapLimits } from './read-sitemaps.ts'
import { probeSections, type SectionSource } from './section-access.ts'
import type { LlmsTxtFacts, RobotsFacts, SiteFacts } from './site-facts.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const maxBytes = 500 * 1024
const maxLinks = 1000
const maxTitleLength = 200
/** Links of llms.txt to product feeds. */
const feedName = /(?:feed|product)[^/]*\.(?:xml|tsv|csv|json)$/i

/** Reads llms.txt: Markdown with a heading and links (llmstxt.org). */
export async function readLlmsTxt(fetcher: Fetcher, home: URL, signal: AbortSignal): Promise<LlmsTxtFacts> {
  const { href } = new URL('/llms.txt', home)
  const followed = await followRedirects(fetcher, href, {
    maxBytes,
    maxRedirects: 5,
    timeoutMs: 20_000,
    signal,
  })
  const { end } = followed
  const nothing = { url: href, ...outcomeOf(followed), exists: false, title: null, links: [], bytes: 0 }
  if (end instanceof FetchProblem || !isSuccess(end.status)) return nothing
  const text = end.body.toString()
  const isPage = (end.headers.get('content-type') ?? '').includes('html') || /^\s*</.test(text)
  if (isPage) return nothing
  return {
    ...nothing,
    exists: true,
    title: /^#[\t ]+(\S.*)$/m.exec(text)?.[1]?.trim().slice(0, maxTitleLength) ?? null,
    links: linksOf(text, end.url),
    bytes: end.body.length,
  }
}

function linksOf(text: string, base: string): string[] {
  const links = new Set<string>()
  for (const [, target = ''] of text.matchAll(/\]\(\s*([^\s()<>]{1,2048})/g)) {
    const link = crawlAddress(target, base)
    if (link !== undefined) links.add(link)
    if (links.size === maxLinks) break
  }
  return [...links]
}

export interface ReadSiteOptions {
  maxPages: number
  /** Whether the overall time is up. */
  isOver(): boolean
  signal: AbortSignal
}

const maxUnknownLines = 20

/** Reads the site-wide files of a site. */
export async function readSite(visitor: Visitor, home: URL, { maxPages, isOver, signal }: ReadSiteOptions) {
  const { fetcher, robotsOf } = visitor
  const { facts, start, scope, robots: file, feeds } = await findHome(fetcher, home, { robotsOf, signal })
  const robots = robotsFacts(visitor, { robots: file, start })
  const sitemapPages: string[] = []
  const listed = createAddressSet()
  const onPage = (address: string) => {
    if (listed.add(address) && sitemapPages.length < maxPages) sitemapPages.push(address)
  }
  const sitemaps = await readSitemaps({
    ...{ fetcher, home: start, scope, onPage, signal },
    fromRobots: robots.sitemaps,
    limits: sitemapLimits,
    mayGoOn: () => !isOver() && robots.state !== 'unreachable',
  })
  const llmsTxt = await readLlmsTxt(fetcher, start, signal)
  const agentFiles = await readAgentFiles(fetcher, start, signal)
  const feedUrls = [...feeds, ...llmsTxt.links.filter((url) => feedName.test(url))].filter(scope.includes)
  const productFeeds = await readProductFeeds(fetcher, feedUrls, signal)
  signal.throwIfAborted()
  return {
    facts: {
      home: facts,
      hosts: scope.hosts,
      robots,
      bots: robotsAccess(file, start.href),
      sitemaps: sitemaps.sitemaps,
      sitemapPages: listed.size,
      unreadSitemaps: sitemaps.unread,
      llmsTxt,
      agentFiles,
      productFeeds,
    },
    ...{ start, scope, sitemapPages, listed },
  }
}

function robotsFacts({ token }: Visitor, { robots: file, start }: Pick<Home, 'robots' | 'start'>): RobotsFacts {
  const { robots, isAllowed, ...facts } = file
  return {
    ...facts,
    crawlDelaySeconds: robots.crawlDelaySeconds(token) ?? null,
    sitemaps: robots.sitemaps.flatMap((url) => URL.parse(url, start)?.href ?? []),
    unknownLines: robots.unknownLines.slice(0, maxUnknownLines),
    unknownLineCount: robots.unknownLines.length,
    isHomeAllowed: isAllowed(token, start.href),
  }
}

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
    const openPace = () => createPace({ clock, connections: limits.connections, signal })
    const openVisitor = (pace: Pace) => createVisitor(options.fetcher, { token: self.token, pace, signal })
    const pace = openPace()
    const visitor = openVisitor(pace)
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
    // Hosts of scripts have their own pace and robots.txt, so that they neither slow nor end the audit.
    const others = new Map<string, Visitor>()
    const visitorOf = (url: string) =>
      scope.includes(url) ? visitor : others.getOrInsertComputed(new URL(url).host, () => openVisitor(openPace()))
    const isSlow = (site.facts.robots.crawlDelaySeconds ?? 0) > maxProbeDelaySeconds
    const sections =
      !hasProbes || isSlow || options.probed === undefined
        ? []
        : await probeSections({
            ...options.probed,
            ...{ fetcher: visitor.single, robotsOf: visitor.robotsOf, self, signal },
            pageFetcher: { get: (url, request) => visitorOf(url).single.get(url, request) },
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
