import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage } from '../../fetching/fetcher.ts'
import { decodeHtml } from '../../text/decode-html.ts'
import { crawlAddress } from '../crawl-address.ts'
import type { CrawledAddress } from '../crawled.ts'
import { isChallenge } from './challenge.ts'
import { readDocument } from './document.ts'
import { type DocumentFacts, factLimits, type PageFacts, type ResponseFacts } from './page-facts.ts'
import { readRefresh } from './refresh.ts'
import { readRobotsHeader } from './robots-directives.ts'
import { cleanText, pushWithin } from './texts.ts'

interface HeaderLink {
  /** As written, possibly relative. */
  target: string
  /** Lowercase. */
  rel: string
  hreflang: string
}

/** Reads a `Link` header (RFC 8288). Ignores invalid parts. */
export function readLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = []
  const text = header.slice(0, 20_000)
  for (let from = text.indexOf('<'); from >= 0 && links.length < factLimits.alternates; ) {
    const to = text.indexOf('>', from)
    if (to < 0) break
    const end = endOfParameters(text, to + 1)
    const parameters = readParameters(text.slice(to + 1, end))
    links.push({
      target: text.slice(from + 1, to).trim(),
      rel: (parameters.get('rel') ?? '').toLowerCase(),
      hreflang: parameters.get('hreflang') ?? '',
    })
    from = text.indexOf('<', end)
  }
  return links
}

/** The index of the comma after a link’s parameters, outside quotes. */
function endOfParameters(text: string, from: number): number {
  let isQuoted = false
  for (let index = from; index < text.length; index++) {
    if (text[index] === '"') isQuoted = !isQuoted
    else if (text[index] === ',' && !isQuoted) return index
  }
  return text.length
}

function readParameters(text: string): Map<string, string> {
  const found = text.matchAll(/;\s*([a-z*]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/gi)
  return new Map([...found].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? '']))
}

/**
 * Reads the facts of a crawled URL. Never throws, and limits the size of the result. Does not read the
 * document of a URL that redirects: it belongs to the target, which `linksOf` returns.
 * @param previous the facts of an earlier audit, reused if the server responds 304 Not Modified
 */
export function readPage(address: CrawledAddress, previous?: PageFacts): PageFacts {
  const { url, depth, source, redirects, isAllowed, isInSitemap, end } = address
  const known = { url, depth, source, redirects, isAllowed, isInSitemap }
  if (end instanceof FetchProblem) {
    const problem = { kind: end.kind, message: cleanText(end.message, factLimits.textLength) }
    return { ...known, problem, response: null, document: null }
  }
  if (end.status === 304 && previous !== undefined) return { ...previous, ...known }
  const isPage = redirects.length === 0 && isHtml(end)
  const document = isPage ? readBody(end) : null
  return { ...known, problem: null, response: readResponse(end), document }
}

function readResponse(page: FetchedPage): ResponseFacts {
  const { headers, url, status, timings, truncated, body, encodedBytes } = page
  const links = readLinkHeader(headers.get('link') ?? '')
  const canonicals: string[] = []
  const alternates: ResponseFacts['alternates'] = []
  for (const { target, rel, hreflang } of links) {
    const href = crawlAddress(target, url)
    if (href === undefined || href.length > factLimits.urlLength) continue
    if (rel === 'canonical') pushWithin(canonicals, href, factLimits.texts)
    if (rel === 'alternate' && hreflang !== '') alternates.push({ lang: cleanText(hreflang, 40), url: href })
  }
  const text = (name: string) => cleanText(headers.get(name) ?? '', factLimits.textLength)
  return {
    url,
    status,
    contentType: mediaType(page),
    contentEncoding: text('content-encoding').toLowerCase(),
    isChallenge: isChallenge(page),
    firstByteMs: Math.round(timings.firstByteMs),
    totalMs: Math.round(timings.totalMs),
    bytes: body.length,
    encodedBytes,
    contentLength: contentLength(page),
    truncated,
    etag: text('etag') || null,
    lastModified: text('last-modified') || null,
    robots: readRobotsHeader(headers.get('x-robots-tag') ?? ''),
    canonicals,
    alternates,
    ...(/\bmax-age\s*=\s*"?0*[1-9]/i.test(text('strict-transport-security')) && { hasHsts: true }),
    ...(text('content-security-policy') !== '' && { hasCsp: true }),
    refresh: readRefresh(headers.get('refresh') ?? '', url) ?? null,
  }
}

function contentLength({ headers }: FetchedPage): number | null {
  const text = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

const mediaType = ({ headers }: FetchedPage): string =>
  cleanText((headers.get('content-type') ?? '').split(/[;,]/, 1)[0] ?? '', 100).toLowerCase()

/** Whether browsers would show it as a page; without a content type, they check its beginning. */
function isHtml(page: FetchedPage): boolean {
  if (page.body.length === 0) return false
  const type = mediaType(page)
  if (type === '') return /^\s*<(?:!doctype|html|head|body|!--)/i.test(page.body.toString('latin1', 0, 512))
  return type === 'text/html' || type === 'application/xhtml+xml'
}

function readBody({ body, headers, truncated, url }: FetchedPage): DocumentFacts {
  const isLonger = body.length > factLimits.htmlBytes
  const read = isLonger ? body.subarray(0, factLimits.htmlBytes) : body
  const isCut = isLonger || truncated !== false
  const { text, encoding } = decodeHtml(read, headers.get('content-type') ?? '', isCut)
  const isBroken = encoding.isBroken || isGarbled(text)
  return { encoding: { ...encoding, isBroken }, isCut, ...readDocument(text, url) }
}

/** UTF-8 that was decoded as windows-1252 before it was stored, and characters that were lost. */
const garbled = /Ã[\u00a0-\u00bfŸ„–œ]|Â[\u00a0-\u00bf]|â€[™œ\u009d“”¦]|\ufffd/g
/** Fewer can be meant, as in a text about encodings. */
const minGarbled = 3

const isGarbled = (text: string): boolean =>
  [
    ...text
      .matchAll(garbled)
      .filter(({ index }) => !isInCode(text.slice(Math.max(0, index - maxCodeBefore), index)))
      .take(minGarbled),
  ].length === minGarbled

const maxCodeBefore = 2000

/** Whether code is open at the end of a text. Code shows what programs print. */
const isInCode = (text: string): boolean =>
  ['code', 'pre', 'samp'].some((name) => text.lastIndexOf(`<${name}`) > text.lastIndexOf(`</${name}`))

/** The outgoing URLs of a page. */
export function linksOf({ url: own, redirects, response, document }: PageFacts) {
  const links = document?.links ?? []
  const refresh = document?.refresh ?? response?.refresh
  return {
    // The crawl continues with these.
    internal: [
      ...(redirects.length > 0 && response !== null ? [response.url] : []),
      ...(refresh?.url ? [refresh.url] : []),
      ...links.filter(({ isExternal }) => !isExternal).map(({ url }) => url),
    ],
    external: links.filter(({ isExternal }) => isExternal === true).map(({ url }) => url),
    images: (document?.images ?? []).map(({ url }) => url).filter((url) => /^https?:/.test(url)),
    // Of these, browsers choose one.
    imageVersions: document?.imageVersions ?? [],
    parts: document?.parts ?? [],
    selves: [
      ...(response?.canonicals ?? []),
      ...(document?.canonicals ?? []),
      ...[...(response?.alternates ?? []), ...(document?.alternates ?? [])].map(({ url }) => url),
    ].filter((url) => url !== own),
  }
}
