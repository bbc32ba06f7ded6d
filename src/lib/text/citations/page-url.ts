import { decodeXML } from 'entities'
import { redirectTarget } from './redirects.ts'
import table from './search-links.json' with { type: 'json' }
import { siteDomain, siteFamily } from './site-domain.ts'
import parameters from './tracking-parameters.json' with { type: 'json' }
import { addressOf, parameter, partName, queryParts } from './url-parts.ts'

interface SearchLink {
  /** Matches `addressOf` the URL. */
  at: RegExp
  /** If set, one of these parameters is required: without them the same URL is a page. */
  parameters: readonly string[] | undefined
}

/**
 * The engines' own result, shopping and chat-start pages, by domain or family of the host, from their links.
 * Their other pages (support.google.com, google.com/travel/hotels, openai.com/index/…) are ordinary pages.
 */
const SEARCH_LINKS = new Map<string, SearchLink[]>(
  Object.entries<{ at: string; parameters?: string[] }[]>(table).map(([site, links]) => [
    site,
    links.map(({ at, parameters }) => ({ at: new RegExp(at), parameters })),
  ]),
)

/** Whether the URL is a query to an engine (a search, a product search, a new chat) rather than a page. */
export function isSearchLink(url: URL): boolean {
  const links = SEARCH_LINKS.get(siteFamily(siteDomain(url.hostname)))
  if (!links) return false
  const address = addressOf(url)
  return links.some(
    ({ at, parameters }) =>
      at.test(address) && (!parameters || parameters.some((name) => parameter(url, name) !== undefined)),
  )
}

/** Campaign tags of Google Analytics, Matomo, HubSpot's advertisements and Google Ads (`gad_source`). */
const PREFIXES = ['utm_', 'mtm_', 'hsa_', 'gad_']

/**
 * Names that on every site only track how a reader arrived: click identifiers, campaign and mailing tags.
 * From the lists of Firefox (query stripping), Brave (query filter), AdGuard (general URL tracking) and
 * ClearURLs (global rules), without names that some sites use for content (`ref`, `source`, `campaign_id`,
 * `mc`, `__s` …), and from other advertising networks. `_gsid` is on shop links in ChatGPT's answers.
 */
const EVERYWHERE = new Set(Object.values(parameters.everywhere).flatMap((names) => names.split(' ')))

/** Names that are tracking only on one site; from the same lists, by domain or family. */
const ON_SITE = new Map(Object.entries(parameters.onSite).map(([site, names]) => [site, new Set(names.split(' '))]))

/**
 * Removes tracking parameters from a query; the others keep their order and spelling.
 * @param search as in `URL.search`, as is the result
 * @param domain the site's, from `siteDomain`
 */
export function withoutTracking(search: string, domain: string): string {
  const onSite = ON_SITE.get(siteFamily(domain))
  const kept = queryParts(search).filter((part) => {
    const name = partName(part)
    const tracks = EVERYWHERE.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix))
    return part !== '' && !tracks && !onSite?.has(name)
  })
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** In characters. */
const MAX_URL_LENGTH = 8192

/** Maximum depth of nested redirects. */
const MAX_REDIRECTS = 5

/** Maximum rounds of HTML unescaping. */
const MAX_ESCAPES = 4

/** A DNS name (with underscores, which occur) or an IPv6 address. IPv4 addresses match as names. */
const WEB_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/

export interface Page {
  url: string
  domain: string
}

/**
 * The canonical URL of a cited page, and its site (`siteDomain`). Idempotent.
 *
 * - Only http and https; `www.example.com/a` without a scheme is read as http, as on GitHub.
 * - HTML escapes (`&amp;`) are resolved, including repeated ones.
 * - Redirects that contain their target are replaced by it (`redirectTarget`).
 * - Lowercase scheme and host; the host in ASCII without a trailing dot; no credentials and no default port.
 * - No tracking parameters (`withoutTracking`); the other parameters and the path keep their spelling.
 * - No fragment, since text directives and sections are places on the same page; except `#/…` and `#!…`,
 *   which identify pages on single-page sites.
 *
 * Scheme, `www.` and a trailing slash stay as given, so that the URL keeps working; `pageKey` ignores them.
 * @returns undefined for anything but a web page: other schemes, relative and malformed URLs, invalid hosts,
 * an engine's own search links (`isSearchLink`), more than 8,192 characters or 5 redirects
 */
export function pageUrl(raw: string): Page | undefined {
  let address = raw
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const url = parseWebAddress(address)
    if (!url) return undefined
    const target = redirectTarget(url)
    if (target === undefined) return isSearchLink(url) ? undefined : canonicalPage(url)
    address = target
  }
  return undefined
}

/**
 * A comparison key for the spellings of a page's URL: host without `www.`, port, path without trailing
 * slashes, query and kept fragment, without unnecessary percent-encoding (RFC 3986, section 6.2.2). Stored as
 * `citations.page` of readings. Not a URL.
 * @param url a result of `pageUrl`
 */
export function pageKey(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  const address = addressOf(parsed).replace(/^[^/]*/, (host) => `${host}${port}`)
  return `${address}${parsed.search}${parsed.hash}`.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
  })
}

function parseWebAddress(raw: string): URL | undefined {
  if (raw.length > MAX_URL_LENGTH) return undefined
  const address = unescapeHtml(raw)?.trim()
  if (!address) return undefined
  const url = URL.parse(/^www\./i.test(address) ? `http://${address}` : address)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  url.username = ''
  url.password = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  return WEB_HOST.test(url.hostname) ? url : undefined
}

/** Undefined if the text is still escaped after several rounds. */
function unescapeHtml(text: string): string | undefined {
  let current = text
  for (let round = 0; round <= MAX_ESCAPES; round++) {
    // URL parsers drop tabs and line breaks, which would otherwise complete an escape later.
    const next = decodeXML(current.replace(/[\t\n\r]/g, ''))
    if (next === current) return current
    current = next
  }
  return undefined
}

function canonicalPage(url: URL): Page | undefined {
  const domain = siteDomain(url.hostname)
  url.search = withoutTracking(url.search, domain)
  url.hash = pageFragment(url.hash)
  return url.href.length > MAX_URL_LENGTH ? undefined : { url: url.href, domain }
}

function pageFragment(hash: string): string {
  const fragment = hash.replace(/:~:.*$/, '')
  return /^#[!/]+[^!/]/.test(fragment) ? fragment : ''
}
