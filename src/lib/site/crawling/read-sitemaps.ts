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

const usualPaths = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap1.xml', '/sitemap-index.xml']

export interface SitemapLimits {
  files: number
  /** Uncompressed bytes per file. */
  fileBytes: number
  /** Uncompressed bytes of all files. */
  bytes: number
  entries: number
}

/** The protocol’s limits per file, and more than enough for a site of 1,000,000 pages. */
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
  /** URLs in robots.txt. */
  fromRobots: string[]
  limits: SitemapLimits
  /** Called with each listed page of the site, normalized by `crawlAddress`; can repeat pages. */
  onPage(address: string): void
  /** Called before each file; false stops. */
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
  /** The number of indexes above it. */
  level: number
}

const maxRedirects = 5
const timeoutMs = 60_000
/** Nested indexes violate the protocol, but are read. */
const maxLevels = 3
const gzipMagic = [0x1f, 0x8b]

/**
 * Reads the sitemaps of a site: those in robots.txt, those at the common paths, and those listed in indexes.
 * Holds one file in memory. Reports problems with the file, and throws only the signal’s reason.
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
    // The common paths often redirect to a file that has been read.
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
  // A truncated file is also invalid XML: report only one problem.
  const fault = truncated !== false && parsed.fault === 'malformed' ? null : parsed.fault
  const facts = { ...about, bytes: body.length, ...tally.finish({ ...parsed, fault }) }
  return { facts, isThere: !parsed.isHtml }
}

/** The decompressed file: some are compressed as files (`.xml.gz`), in addition to any transfer encoding. */
async function contentOf(page: FetchedPage, maxBytes: number): Promise<Pick<FetchedPage, 'body' | 'truncated'>> {
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
