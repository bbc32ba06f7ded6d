import { FetchProblem, type FetchProblemKind } from '../../lib/fetching/fetch-problem.ts'
import type { CrawledAddress } from '../../lib/site/crawled.ts'

export interface CrawledOptions {
  /** A path of `https://shop.example`, or another URL. */
  url?: string
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Replaces a response. */
  problem?: FetchProblemKind
  /** The targets of all redirects but the last, as paths or URLs, without the URL itself. */
  redirects?: string[]
  redirectStatus?: number
  depth?: number | null
  isAllowed?: boolean
  isInSitemap?: boolean
  firstByteMs?: number
  truncated?: 'too_large' | 'closed_early' | 'broken_encoding'
}

export const home = 'https://shop.example/'

/** A crawled URL. Defaults to a successful HTML page that a sitemap lists. */
export function crawled(options: CrawledOptions = {}): CrawledAddress {
  const url = new URL(options.url ?? '/', home).href
  const steps = (options.redirects ?? []).map((to) => URL.parse(to, home)?.href)
  const redirects = steps.map((to, index) => ({
    url: index === 0 ? url : (steps[index - 1] ?? ''),
    status: options.redirectStatus ?? 301,
    to,
  }))
  return {
    url,
    depth: options.depth === undefined ? 1 : options.depth,
    source: null,
    redirects,
    isAllowed: options.isAllowed ?? true,
    isInSitemap: options.isInSitemap ?? true,
    end: options.problem
      ? new FetchProblem(options.problem, 'a problem of the test')
      : response(redirects.at(-1)?.to ?? url, options),
  }
}

function response(url: string, options: CrawledOptions): CrawledAddress['end'] {
  const body = Buffer.from(options.body ?? '')
  const sent = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip', ...options.headers }
  return {
    url,
    status: options.status ?? 200,
    headers: new Headers(sent),
    body,
    truncated: options.truncated ?? false,
    encodedBytes: body.length,
    timings: { firstByteMs: options.firstByteMs ?? 20, totalMs: 30 },
    address: '203.0.113.7',
  }
}
