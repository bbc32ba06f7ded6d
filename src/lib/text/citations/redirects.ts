import { Buffer } from 'node:buffer'
import table from './redirects.json' with { type: 'json' }
import { siteDomain, siteFamily } from './site-domain.ts'
import { addressOf, decodePercent, parameter } from './url-parts.ts'

interface Redirect {
  /** Matches `addressOf` the URL. */
  at: RegExp
  /** The wrapped URL; undefined if there is none. */
  target: (url: URL) => string | undefined
}

/** Readers of targets that are not plain parameters, by their name in `redirects.json`. */
const readers = {
  bing: fromBase64,
  ampPath: fromAmpPath,
  wholeQuery: fromWholeQuery,
  yahooPath: fromYahooPath,
}

/**
 * Redirects that contain the cited page's URL, by domain or family of the host. From ClearURLs, Brave's
 * debounce list and uBlock Origin's `urlskip` rules; AMP paths from Google's description of its viewer and
 * cache.
 */
const REDIRECTS = new Map(
  Object.entries<{ at: string; parameters?: string[]; reader?: string }[]>(table).map(([site, redirects]) => [
    site,
    redirects.map(
      ({ at, parameters = [], reader }): Redirect => ({
        at: new RegExp(at),
        target: readers[reader as keyof typeof readers] ?? fromParameter(parameters),
      }),
    ),
  ]),
)

const OPAQUE_REDIRECT = /^https?:\/\/vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\//

/** The target of a redirect, read from its URL without a request; undefined if there is none. */
export function redirectTarget(url: URL): string | undefined {
  const redirects = REDIRECTS.get(siteFamily(siteDomain(url.hostname)))
  if (!redirects) return undefined
  const address = addressOf(url)
  for (const redirect of redirects) {
    const target = redirect.at.test(address) ? redirect.target(url) : undefined
    if (target !== undefined) return target
  }
  return undefined
}

/**
 * Whether only the server knows the target: Gemini's grounding links, which have the cited page's host as
 * their title (Gemini API, `groundingChunks[].web`).
 */
export function isOpaqueRedirect(url: string): boolean {
  return OPAQUE_REDIRECT.test(url)
}

function fromParameter(names: readonly string[]) {
  return (url: URL): string | undefined => {
    for (const name of names) {
      const value = parameter(url, name)
      if (value !== undefined) return decodeAddress(value)
    }
    return undefined
  }
}

/** Bing: `a1` followed by the URL in base64url; advertisements omit `a1` and percent-encode the URL first. */
function fromBase64(url: URL): string | undefined {
  const value = parameter(url, 'u')
  if (value === undefined) return undefined
  return decodeAddress(Buffer.from(value.replace(/^a1/, ''), 'base64url').toString('utf8'))
}

function fromWholeQuery(url: URL): string | undefined {
  return url.search === '' ? undefined : decodeAddress(url.search.slice(1) + url.hash)
}

/** `/amp/s/example.com/a` (viewer) and `/c/s/example.com/a` (cache): `s` means https. */
function fromAmpPath(url: URL): string | undefined {
  const [, secure, rest] = /^\/[a-z]+\/(s\/)?([^/]+\.[^/]+.*)$/.exec(url.pathname) ?? []
  return rest === undefined ? undefined : `${secure ? 'https' : 'http'}://${rest}${url.search}`
}

function fromYahooPath(url: URL): string | undefined {
  const [, encoded] = /\/RU=([^/]+)/.exec(url.pathname) ?? []
  return encoded === undefined ? undefined : decodeAddress(decodePercent(encoded))
}

/** Some senders encode the URL twice. */
function decodeAddress(address: string): string {
  return /^https?%3a/i.test(address) ? decodePercent(address) : address
}
