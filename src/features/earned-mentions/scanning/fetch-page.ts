import { FetchProblem, type FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../../lib/fetching/fetcher.ts'
import { followRedirects } from '../../../lib/fetching/follow-redirects.ts'
import { siteDomain } from '../../../lib/text/citations/site-domain.ts'
import type { PageContent } from '../reading/page-content.ts'
import type { PageScan } from '../store-scans.ts'

/** Reads a page’s bytes in a worker thread. Returns its content, or the reason for missing content. */
export type ReadPage = (body: Buffer, contentType: string, url: string) => Promise<PageContent | string>

const limits = { timeoutMs: 20_000, firstByteTimeoutMs: 15_000, maxBytes: 2_000_000, maxRedirects: 5 }
const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' }

/** Problems of the URL itself, which retries cannot fix. */
const permanentProblems: readonly FetchProblemKind[] = ['invalid_url', 'unsupported_scheme', 'refused_address']

/** Problems of an unresponsive site, like the statuses below. */
const unresponsiveProblems: readonly FetchProblemKind[] = ['timeout', 'connect', 'closed_early', 'dns']
const overloaded: readonly number[] = [429, 503]

export interface TriedPage {
  result: PageScan['result']
  /** Whether the site did not respond, so that further requests should stop. */
  isUnresponsive: boolean
}

/** Fetches and reads a page. Errors of the site are results, not exceptions. */
export async function scanPage(
  fetcher: Fetcher,
  url: string,
  readPage: ReadPage,
  signal: AbortSignal,
): Promise<TriedPage> {
  const { end } = await followRedirects(fetcher, url, { ...limits, headers, signal })
  signal.throwIfAborted()
  if (end instanceof FetchProblem) {
    const outcome = permanentProblems.includes(end.kind) ? 'gone' : 'unreadable'
    return {
      result: { outcome, problem: end.message },
      isUnresponsive: unresponsiveProblems.includes(end.kind),
    }
  }
  const isUnresponsive = overloaded.includes(end.status)
  return { result: rejectionOf(url, end) ?? (await contentOf(end, readPage)), isUnresponsive }
}

async function contentOf(page: FetchedPage, readPage: ReadPage): Promise<PageScan['result']> {
  const read = await readPage(page.body, page.headers.get('content-type') ?? '', page.url)
  if (typeof read === 'string') return { outcome: 'unreadable', problem: read }
  const { linkHosts, publishedAt, datedAt, ...content } = read
  return {
    ...content,
    publishedAt: publishedAt === undefined ? undefined : new Date(publishedAt),
    datedAt: datedAt === undefined ? undefined : new Date(datedAt),
    links: [...new Set(linkHosts.map(siteDomain))],
  }
}

/** The reason for rejecting a response; undefined if it is a readable page. */
function rejectionOf(url: string, page: FetchedPage): PageScan['result'] | undefined {
  if (page.status === 404 || page.status === 410)
    return { outcome: 'gone', problem: `the site returned status ${page.status}` }
  if (page.status !== 200) return { outcome: 'unreadable', problem: `the site returned status ${page.status}` }
  if (isFrontPage(page.url) && !isFrontPage(url))
    return { outcome: 'gone', problem: 'the site redirects to its front page' }
  const type = mediaType(page.headers.get('content-type') ?? 'text/html')
  if (!/\bx?html\b/.test(type)) return { outcome: 'unreadable', problem: `not a web page but ${type}` }
  return undefined
}

const registeredType = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]{1,60}$/

/** The media type without parameters, if registered by IANA. */
function mediaType(header: string): string {
  const [type = ''] = header
    .trim()
    .toLowerCase()
    .split(/[;,\s]/, 1)
  return registeredType.test(type) ? type : 'an unknown type'
}

function isFrontPage(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === ''
}
