import type { FetchProblem } from '../fetching/fetch-problem.ts'
import type { FetchedPage } from '../fetching/fetcher.ts'
import type { Redirect } from '../fetching/follow-redirects.ts'

/** How a URL of the site was discovered. */
export interface Discovery {
  url: string
  /** Clicks from the home page; null if only a sitemap has the URL. */
  depth: number | null
  /** The first page that linked to it; null for the home page and sitemap entries. */
  source: string | null
}

export interface CrawledAddress extends Discovery {
  /** Redirects in order; empty if the first response was not a redirect. */
  redirects: Redirect[]
  /** The last response, or why there is none: a fact about the site, never a failure of the crawl. */
  end: FetchedPage | FetchProblem
  /** Whether robots.txt allows this crawl to read it. If not, it is not fetched and `end` says so. */
  isAllowed: boolean
  isInSitemap: boolean
}

/** Stores the known and read URLs of a crawl. It outlives the crawl and can be large. */
export interface Frontier {
  /** Adds URLs and ignores known ones. @returns the number of new URLs */
  add(found: readonly Discovery[]): Promise<number>
  /** The next URLs to read, lowest depth first, without those that were returned but not settled. */
  next(limit: number): Promise<Discovery[]>
  /** Marks URLs as read, after their results are stored. */
  settle(urls: readonly string[]): Promise<void>
  counts(): Promise<{ known: number; settled: number }>
}
