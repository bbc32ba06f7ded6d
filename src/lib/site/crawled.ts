import type { FetchProblem } from '../fetching/fetch-problem.ts'
import type { FetchedPage } from '../fetching/fetcher.ts'
import type { Redirect } from '../fetching/follow-redirects.ts'

/** How an address of the site became known. */
export interface Discovery {
  url: string
  /** Clicks from the home page; null where no link led there, but a sitemap. */
  depth: number | null
  /** The page that linked to it first; null for the home page and sitemap entries. */
  source: string | null
}

/** What an address of the site was asked for, and what came of it. */
export interface CrawledAddress extends Discovery {
  /** Steps that it led over, in their order; empty where the first response was no redirect. */
  redirects: Redirect[]
  /** The last response, or why there is none: a fact about the site, never a failure of the crawl. */
  end: FetchedPage | FetchProblem
  /** Whether robots.txt lets this crawl read it; what it forbids is not fetched, and `end` says so. */
  isAllowed: boolean
  isInSitemap: boolean
}

/** Where a crawl keeps which addresses are known, and which are read: it survives the crawl, and may be large. */
export interface Frontier {
  /** Adds addresses that are not known yet; others are passed over. @returns how many were new */
  add(found: readonly Discovery[]): Promise<number>
  /** Addresses to read next, those with the least depth first; not the ones that were given out and not yet settled. */
  next(limit: number): Promise<Discovery[]>
  /** Says that addresses have been read, and what was made of them is kept. */
  settle(urls: readonly string[]): Promise<void>
  counts(): Promise<{ known: number; settled: number }>
}
