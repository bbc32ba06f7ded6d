import type { IncomingMessage, ServerResponse } from 'node:http'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import { startServer, type TestServer, testFetcher } from '../../lib/fetching/testing/test-servers.ts'
import type { CrawledAddress } from '../../lib/site/crawled.ts'
import { type CrawlOptions, crawlSite } from '../../lib/site/crawling/crawl-site.ts'
import type { SiteFacts } from '../../lib/site/crawling/site-facts.ts'
import { createMemoryFrontier, type MemoryFrontier } from './memory-frontier.ts'

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => unknown)

export interface PagesServer extends TestServer {
  /** The requested paths with query, each with its method and user agent. */
  asked: { url: string; method: string; userAgent: string }[]
  /** The paths requested with GET, except the well-known files of an audit. */
  pagesAsked(): string[]
}

const byName =
  /^\/(robots\.txt|llms\.txt|sitemap\.xml|sitemap_index\.xml|sitemap1\.xml|sitemap-index\.xml|\.well-known\/(?:acp\.json|ucp))$/

/** Serves pages by path and query, on loopback until the test ends; all others are 404. */
export async function startPages(
  pages: Record<string, Page> | ((url: string) => Page | undefined),
): Promise<PagesServer> {
  const asked: PagesServer['asked'] = []
  const server = await startServer((request, response) => {
    const { url = '/', method = 'GET' } = request
    asked.push({ url, method, userAgent: request.headers['user-agent'] ?? '' })
    const page = typeof pages === 'function' ? pages(url) : pages[url]
    if (typeof page === 'function') return page(request, response)
    response.setHeader('content-type', url.endsWith('.txt') ? 'text/plain' : 'text/html')
    if (page === undefined) response.statusCode = 404
    response.end(page ?? 'not found')
  })
  return {
    ...server,
    asked,
    pagesAsked: () => asked.filter(({ url, method }) => method === 'GET' && !byName.test(url)).map(({ url }) => url),
  }
}

export interface Crawled {
  facts: SiteFacts
  visited: CrawledAddress[]
  /** One text per visited URL: path, and status or problem. */
  summary: string[]
  frontier: MemoryFrontier
}

/** Crawls a server of the test, without probes unless requested. */
export async function crawlServed(
  server: TestServer,
  options: Partial<CrawlOptions> & { others?: TestServer[]; frontier?: MemoryFrontier } = {},
): Promise<Crawled> {
  const frontier = options.frontier ?? createMemoryFrontier()
  const visited: CrawledAddress[] = []
  const facts = await crawlSite({
    fetcher: testFetcher([server, ...(options.others ?? [])], { connectionsPerOrigin: 8 }),
    home: new URL(server.origin),
    self: { token: 'Sightline-audit' },
    hasProbes: false,
    signal: new AbortController().signal,
    async visit(address) {
      visited.push(address)
      return linksIn(address)
    },
    ...options,
    frontier,
  })
  const pathOf = (url: string) => url.replace(server.origin, '')
  const summary = visited.map(({ url, end }) =>
    end instanceof FetchProblem ? `${pathOf(url)} ${end.kind}` : `${pathOf(url)} ${end.status}`,
  )
  return { facts, visited, summary: summary.sort(), frontier }
}

/** The absolute links of a page, by a plain method that suffices for test pages. */
export function linksIn({ end }: CrawledAddress): string[] {
  if (end instanceof FetchProblem || end.status !== 200) return []
  if (!(end.headers.get('content-type') ?? '').includes('html')) return []
  const matches = end.body.toString().matchAll(/<a\s[^>]*?href=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)
  return [...matches].flatMap(([, a, b, c]) => {
    const link = (a ?? b ?? c ?? '').replaceAll('&amp;', '&')
    return URL.parse(link, end.url)?.href ?? []
  })
}

/** A page that links to others. */
export const linking = (...links: string[]): string => links.map((link) => `<a href="${link}">x</a>`).join('\n')

/** Redirects. */
export const redirecting = (location: string, status = 301): Page => {
  return (_request, response) => response.writeHead(status, { location }).end()
}
