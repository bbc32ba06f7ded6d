import { FetchProblem } from '../fetching/fetch-problem.ts'
import type { Fetcher } from '../fetching/fetcher.ts'
import { decodeHtml } from '../text/decode-html.ts'
import { crawlAddress } from './crawl-address.ts'
import { steadyClock } from './crawling/clock.ts'
import { findHome } from './crawling/find-home.ts'
import { followWithin } from './crawling/follow-within.ts'
import { createPace } from './crawling/pace.ts'
import { createVisitor } from './crawling/visitor.ts'
import { readDocument } from './pages/document.ts'
import type { DocumentFacts } from './pages/page-facts.ts'
import { auditBot } from './site-fetcher.ts'

export interface VisitedPage {
  /** Its URL, after redirects. */
  url: string
  html: string
  document: Omit<DocumentFacts, 'encoding' | 'isCut'>
}

export interface SiteVisit {
  /** The home page first. */
  pages: VisitedPage[]
  /** Why pages are missing; null if none is. */
  problem: string | null
}

export interface VisitOptions {
  maxPages: number
  maxMs: number
  /** Lower ranks are visited first; undefined skips the URL. */
  rank(url: URL): number | undefined
}

const limits = { maxBytes: 1024 * 1024, timeoutMs: 20_000, maxRedirects: 5 }

/**
 * Visits a few pages of a site within its robots.txt, pace and scope. Its problems are part of the result.
 * @param fetcher of `openSiteFetcher`
 * @throws the signal's reason
 */
export async function visitSite(
  fetcher: Fetcher,
  website: string,
  { maxPages, maxMs, rank }: VisitOptions,
  signal: AbortSignal,
): Promise<SiteVisit> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  const pace = createPace({ clock: steadyClock, connections: 1, signal: over })
  const visitor = createVisitor(fetcher, { token: auditBot, pace, signal: over })
  const pages: VisitedPage[] = []
  let problem: string | null = null
  const home = await findHome(visitor.fetcher, new URL(website), {
    robotsOf: visitor.robotsOf,
    signal: over,
  })
  const { includes } = home.scope
  const waiting = new Map([[crawlAddress(home.start.href) ?? home.start.href, 0]])
  const known = new Set(waiting.keys())
  for (let tries = 0; waiting.size > 0 && pages.length < maxPages && tries < maxPages * 2; tries += 1) {
    if (over.aborted) break
    const [[url] = ['']] = [...waiting].sort((a, b) => a[1] - b[1])
    waiting.delete(url)
    const { end } = await followWithin(visitor.fetcher, url, { ...limits, includes, signal: over })
    const page = end instanceof FetchProblem ? end.message : readVisited(end)
    if (typeof page === 'string') {
      // Without the home page there is nothing to continue with.
      if (pages.length === 0) problem = page
      continue
    }
    if (pages.some((other) => other.url === page.url)) continue
    pages.push(page)
    for (const { url: link, isExternal } of page.document.links) {
      const place = isExternal || known.has(link) || !includes(link) ? undefined : rank(new URL(link))
      if (place === undefined) continue
      known.add(link)
      waiting.set(link, place)
    }
  }
  signal.throwIfAborted()
  if (over.aborted) problem = `the visit stopped after ${maxMs / 1000} s`
  return { pages, problem }
}

/** @returns why it is not a page, if it is not */
function readVisited(
  end: Exclude<Awaited<ReturnType<typeof followWithin>>['end'], FetchProblem>,
): VisitedPage | string {
  const { status, headers, body, truncated, url } = end
  if (status !== 200) return `the site returns ${status}`
  const contentType = headers.get('content-type') ?? ''
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return 'the site returns no HTML page'
  const { text: html } = decodeHtml(body, contentType, truncated !== false)
  return { url, html, document: readDocument(html, url) }
}
