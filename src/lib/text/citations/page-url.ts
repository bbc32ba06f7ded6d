import { decodeXML } from 'entities'
import { redirectTarget } from './redirects.ts'
import { isSearchLink } from './search-links.ts'
import { siteDomain } from './site-domain.ts'
import { withoutTracking } from './tracking-parameters.ts'
import { addressOf } from './url-parts.ts'

/** In characters. */
const MAX_URL_LENGTH = 8192

/** Maximum depth of nested redirects. */
const MAX_REDIRECTS = 5

/** Maximum rounds of HTML unescaping. */
const MAX_ESCAPES = 4

/** A DNS name (with underscores, which occur) or an IPv6 address. IPv4 addresses match as names. */
const WEB_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/

/** A page's URL and its site. */
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
