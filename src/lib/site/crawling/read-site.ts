import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { followRedirects } from '../../fetching/follow-redirects.ts'
import { crawlAddress } from '../crawl-address.ts'
import { type AddressSet, createAddressSet } from './address-set.ts'
import { robotsAccess } from './ai-access.ts'
import { findHome, type Home } from './find-home.ts'
import { isSuccess, outcomeOf } from './outcome.ts'
import { readSitemaps, sitemapLimits } from './read-sitemaps.ts'
import type { LlmsTxtFacts, RobotsFacts, SiteFacts } from './site-facts.ts'
import type { Visitor } from './visitor.ts'

const maxBytes = 500 * 1024
const maxLinks = 1000
const maxTitleLength = 200

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

export interface SiteReading extends Pick<Home, 'start' | 'scope'> {
  facts: Omit<SiteFacts, 'crawl' | 'sections'>
  /** The first `maxPages` unique pages of the sitemaps, in order. */
  sitemapPages: string[]
  /** All pages of the sitemaps. */
  listed: AddressSet
}

export interface ReadSiteOptions {
  maxPages: number
  /** Whether the overall time is up. */
  isOver(): boolean
  signal: AbortSignal
}

const maxUnknownLines = 20

/** Reads the site-wide files of a site. */
export async function readSite(
  visitor: Visitor,
  home: URL,
  { maxPages, isOver, signal }: ReadSiteOptions,
): Promise<SiteReading> {
  const { fetcher, robotsOf } = visitor
  const { facts, start, scope, robots: file } = await findHome(fetcher, home, { robotsOf, signal })
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
    },
    ...{ start, scope, sitemapPages, listed },
  }
}

function robotsFacts(
  { token }: Visitor,
  { robots: file, start }: Pick<Home, 'robots' | 'start'>,
): RobotsFacts {
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
