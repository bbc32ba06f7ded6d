import { decodeBody } from '../../fetching/decode-body.ts'
import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../fetching/fetcher.ts'
import { type Followed, followRedirects } from '../../fetching/follow-redirects.ts'
import { crawlAddress } from '../crawl-address.ts'
import { isSuccess, outcomeOf } from './outcome.ts'
import { parseSitemap, type SitemapEntry } from './parse-sitemap.ts'
import type { SitemapFacts, SitemapFaultKind } from './site-facts.ts'
import type { SiteScope } from './site-scope.ts'
import { createSitemapTally } from './sitemap-facts.ts'

/** Where sites have their sitemap. */
const usualPaths = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap1.xml', '/sitemap-index.xml']

export interface SitemapLimits {
  files: number
  /** Of one file, uncompressed. */
  fileBytes: number
  /** Of all files, uncompressed. */
  bytes: number
  entries: number
}

/** The protocol’s limits for a file, and what a site needs for 1,000,000 pages with room to spare. */
export const sitemapLimits: SitemapLimits = {
  files: 500,
  fileBytes: 50 * 1024 * 1024,
  bytes: 500 * 1024 * 1024,
  entries: 1_000_000,
}

export interface ReadSitemapsOptions {
  fetcher: Fetcher
  home: URL
  scope: SiteScope
  /** Addresses that robots.txt names. */
  fromRobots: string[]
  limits: SitemapLimits
  /** Called with each page of the site that is listed, in the form of `crawlAddress`; more than once for some. */
  onPage(address: string): void
  /** Asked before each file; none is begun after false. */
  mayGoOn?(): boolean
  signal: AbortSignal
}

export interface SitemapsRead {
  sitemaps: SitemapFacts[]
  /** Files that were not read because of the limits. */
  unread: number
}

interface Source {
  url: string
  foundIn: SitemapFacts['foundIn']
  parent: string | null
  /** Indexes above it. */
  level: number
}

const maxRedirects = 5
const timeoutMs = 60_000
/** An index within an index is against the protocol, and read all the same. */
const maxLevels = 3
const gzipMagic = [0x1f, 0x8b]

/**
 * Reads the sitemaps of a site: those that robots.txt names, those at the usual addresses, and what indexes list. One
 * file at a time is in memory. What is wrong is told with the file; nothing is thrown but the signal’s reason.
 */
export async function readSitemaps(options: ReadSitemapsOptions): Promise<SitemapsRead> {
  const { limits, signal } = options
  const sources = startingSources(options)
  const known = new Set(sources.map(({ url }) => url))
  const answered = new Set<string>()
  const left = { ...limits }
  const read: SitemapsRead = { sitemaps: [], unread: 0 }

  function addListed(url: string, { url: parent, level }: Source): void {
    if (known.has(url)) return
    if (known.size >= limits.files || level >= maxLevels) {
      read.unread += 1
      return
    }
    known.add(url)
    sources.push({ url, foundIn: 'index', parent, level: level + 1 })
  }

  for (let next = sources.shift(); next !== undefined; next = sources.shift()) {
    const source = next
    if (left.bytes <= 0 || left.entries <= 0 || options.mayGoOn?.() === false) {
      read.unread += 1
      continue
    }
    const maxBytes = Math.min(left.fileBytes, left.bytes)
    const followed = await followRedirects(options.fetcher, source.url, {
      ...{ maxBytes, maxRedirects, timeoutMs, signal },
    })
    signal.throwIfAborted()
    // Usual addresses often lead to one that has been read.
    if (!(followed.end instanceof FetchProblem) && answered.has(followed.end.url)) continue
    if (!(followed.end instanceof FetchProblem)) answered.add(followed.end.url)
    const onListed = (url: string) => addListed(url, source)
    const { facts, isThere } = await readFile(source, followed, { ...options, maxBytes, onListed })
    left.bytes -= facts.bytes
    left.entries -= facts.entries
    if (isThere || source.foundIn !== 'usual') read.sitemaps.push(facts)
  }
  return read
}

function startingSources({ home, fromRobots }: ReadSitemapsOptions): Source[] {
  const named = fromRobots.flatMap((url) => URL.parse(url, home)?.href ?? [])
  const usual = usualPaths.map((path) => new URL(path, home).href)
  const asSource = (foundIn: Source['foundIn']) => (url: string) => ({ url, foundIn, parent: null, level: 0 })
  const isFirst = ({ url }: Source, index: number, all: Source[]) =>
    all.findIndex((source) => source.url === url) === index
  return [...named.map(asSource('robots')), ...usual.map(asSource('usual'))].filter(isFirst)
}

interface ReadFileOptions extends ReadSitemapsOptions {
  maxBytes: number
  onListed(url: string): void
}

async function readFile(
  { url, foundIn, parent, level }: Source,
  followed: Followed,
  options: ReadFileOptions,
): Promise<{ facts: SitemapFacts; isThere: boolean }> {
  const { end } = followed
  const tally = createSitemapTally(Date.now())
  const about = { url, foundIn, parent, ...outcomeOf(followed) }
  if (end instanceof FetchProblem || !isSuccess(end.status)) {
    const nothing = tally.finish({ kind: null, fault: null, isHtml: false })
    return { facts: { ...about, bytes: 0, ...nothing }, isThere: false }
  }
  const { body, truncated } = await contentOf(end, options.maxBytes)
  const isNested = level > 0
  const parsed = await parseSitemap(
    body,
    (entry, kind) => {
      tally.addEntry(entry)
      const fault = kind === 'index' ? listFile(entry, options) : listPage(entry, options)
      if (fault !== undefined) tally.addFault(fault, entry.loc)
    },
    options.signal,
  )
  if (truncated !== false) tally.addFault(truncated === 'too_large' ? 'too_large' : 'cut_off')
  if (isNested && parsed.kind === 'index') tally.addFault('nested_index')
  // A file that was cut off is broken XML as well, which is no second fault.
  const fault = truncated !== false && parsed.fault === 'malformed' ? null : parsed.fault
  const facts = { ...about, bytes: body.length, ...tally.finish({ ...parsed, fault }) }
  return { facts, isThere: !parsed.isHtml }
}

/** The file as it is meant: some are compressed as files (`.xml.gz`), whatever the transfer was. */
async function contentOf(
  page: FetchedPage,
  maxBytes: number,
): Promise<Pick<FetchedPage, 'body' | 'truncated'>> {
  if (!gzipMagic.every((byte, index) => page.body[index] === byte)) return page
  async function* source() {
    yield page.body
  }
  try {
    const decoded = await decodeBody(source(), 'gzip', maxBytes)
    return page.truncated === false ? decoded : { ...decoded, truncated: page.truncated }
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error
    return { body: Buffer.alloc(0), truncated: 'broken_encoding' }
  }
}

function listPage({ loc }: SitemapEntry, { scope, onPage }: ReadFileOptions): SitemapFaultKind | undefined {
  const address = crawlAddress(loc)
  if (address === undefined) return 'invalid_address'
  if (!scope.includes(address)) return 'other_site'
  onPage(address)
  return undefined
}

function listFile({ loc }: SitemapEntry, { onListed }: ReadFileOptions): SitemapFaultKind | undefined {
  const url = URL.parse(loc)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'invalid_address'
  onListed(url.href)
  return undefined
}
