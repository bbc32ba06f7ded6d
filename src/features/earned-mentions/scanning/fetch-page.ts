import { FetchProblem, type FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../../lib/fetching/fetcher.ts'
import { followRedirects } from '../../../lib/fetching/follow-redirects.ts'
import { siteDomain } from '../../../lib/text/citations/site-domain.ts'
import type { PageContent } from '../reading/page-content.ts'
import type { PageScan } from '../store-scans.ts'

/** Reads a page’s bytes in another thread: its content, or why there is none. */
export type ReadPage = (body: Buffer, contentType: string, url: string) => Promise<PageContent | string>

const limits = { timeoutMs: 20_000, firstByteTimeoutMs: 15_000, maxBytes: 2_000_000, maxRedirects: 5 }
const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' }

/** What no later try will change: the address itself is none that is fetched. */
const permanentProblems: readonly FetchProblemKind[] = [
  'invalid_url',
  'unsupported_scheme',
  'refused_address',
]

/** What says that a site does not answer at all; nor does one that answers 429 or 503. */
const unresponsiveProblems: readonly FetchProblemKind[] = ['timeout', 'connect', 'closed_early', 'dns']
const overloaded: readonly number[] = [429, 503]

export interface TriedPage {
  result: PageScan['result']
  /** The site had no answer to give: it should be left alone. */
  isUnresponsive: boolean
}

/** Fetches and reads a page; whatever its site does is a result, and no failure. */
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
  return { result: refusalOf(url, end) ?? (await contentOf(end, readPage)), isUnresponsive }
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

/** Why a response is no page to read; undefined where it is one. */
function refusalOf(url: string, page: FetchedPage): PageScan['result'] | undefined {
  if (page.status === 404 || page.status === 410)
    return { outcome: 'gone', problem: `the site answers ${page.status}` }
  if (page.status !== 200) return { outcome: 'unreadable', problem: `the site answers ${page.status}` }
  if (isFrontPage(page.url) && !isFrontPage(url))
    return { outcome: 'gone', problem: 'the site leads to its front page instead' }
  const type = mediaType(page.headers.get('content-type') ?? 'text/html')
  if (!/\bx?html\b/.test(type)) return { outcome: 'unreadable', problem: `it is no page but ${type}` }
  return undefined
}

const registeredType = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]{1,60}$/

/** The type without what else the header says, where it is one of those that IANA registers. */
function mediaType(header: string): string {
  const [type = ''] = header
    .trim()
    .toLowerCase()
    .split(/[;,\s]/, 1)
  return registeredType.test(type) ? type : 'of a kind that nobody knows'
}

function isFrontPage(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === ''
}
