import { Buffer } from 'node:buffer'
import { siteDomain, siteFamily } from './site-domain.ts'
import { addressOf, decodePercent, parameter } from './url-parts.ts'

interface Redirect {
  /** Matches `addressOf` the URL. */
  at: RegExp
  /** The wrapped URL; undefined if there is none. */
  target: (url: URL) => string | undefined
}

/**
 * Redirects that contain the cited page's URL, by domain or family of the host. From ClearURLs, Brave's
 * debounce list and uBlock Origin's `urlskip` rules; AMP paths from Google's description of its viewer and
 * cache.
 */
const REDIRECTS = new Map<string, readonly Redirect[]>([
  [
    'google',
    [
      { at: /^(?:[a-z]+\.)?google\.[a-z.]+\/url$/, target: fromParameter('q', 'url') },
      { at: /^(?:[a-z]+\.)?google\.[a-z.]+\/imgres$/, target: fromParameter('imgrefurl') },
      { at: /^(?:[a-z]+\.)?google\.[a-z.]+(?:\/pagead)?\/aclk$/, target: fromParameter('adurl') },
      { at: /^google\.[a-z.]+\/amp\//, target: fromAmpPath },
      { at: /^translate\.google\.[a-z.]+\/translate$/, target: fromParameter('u') },
    ],
  ],
  ['ampproject.org', [{ at: /\.cdn\.ampproject\.org\//, target: fromAmpPath }]],
  ['googleadservices.com', [{ at: /\/pagead\/aclk$/, target: fromParameter('adurl') }]],
  [
    'bing.com',
    [
      { at: /^(?:[a-z]+\.)?bing\.com\/(?:ck\/a|aclk|aclick)$/, target: fromBase64('u') },
      { at: /^(?:[a-z]+\.)?bing\.com\/alink\/link$/, target: fromParameter('url') },
    ],
  ],
  ['yahoo', [{ at: /^r\.search\.yahoo\.[a-z.]+\//, target: fromYahooPath }]],
  ['duckduckgo.com', [{ at: /^(?:[a-z]+\.)?duckduckgo\.com\/l$/, target: fromParameter('uddg') }]],
  [
    'facebook.com',
    [
      { at: /^(?:[a-z]+\.)?facebook\.com\/l\.php$/, target: fromParameter('u') },
      { at: /^(?:[a-z]+\.)?facebook\.com\/flx\/warn$/, target: fromParameter('u') },
    ],
  ],
  ['messenger.com', [{ at: /^l\.messenger\.com\/l\.php$/, target: fromParameter('u') }]],
  ['instagram.com', [{ at: /^l\.instagram\.com$/, target: fromParameter('u') }]],
  ['threads.com', [{ at: /^l\.threads\.com$/, target: fromParameter('u') }]],
  ['threads.net', [{ at: /^l\.threads\.net$/, target: fromParameter('u') }]],
  ['reddit.com', [{ at: /^out\.reddit\.com(?:\/|$)/, target: fromParameter('url') }]],
  ['umblr.com', [{ at: /^t\.umblr\.com\/redirect$/, target: fromParameter('z') }]],
  ['youtube.com', [{ at: /^(?:m\.)?youtube\.com\/redirect$/, target: fromParameter('q') }]],
  [
    'linkedin.com',
    [{ at: /^(?:[a-z]+\.)?linkedin\.com\/(?:redir\/[a-z-]+|safety\/go)$/, target: fromParameter('url') }],
  ],
  ['slack-redir.net', [{ at: /\/link$/, target: fromParameter('url') }]],
  ['outlook.com', [{ at: /\.safelinks\.protection\.outlook\.com$/, target: fromParameter('url') }]],
  ['href.li', [{ at: /^href\.li$/, target: fromWholeQuery }]],
  ['steamcommunity.com', [{ at: /\/linkfilter$/, target: fromParameter('url', 'u') }]],
  ['vk.com', [{ at: /^(?:[a-z]+\.)?vk\.com\/away(?:\.php)?$/, target: fromParameter('to') }]],
  ['medium.com', [{ at: /^medium\.com\/r$/, target: fromParameter('url') }]],
  ['exit.sc', [{ at: /^exit\.sc$/, target: fromParameter('url') }]],
  ['gate.sc', [{ at: /^gate\.sc$/, target: fromParameter('url') }]],
  ['awin1.com', [{ at: /\/cread\.php$/, target: fromParameter('ued', 'p') }]],
  ['linksynergy.com', [{ at: /^click\.linksynergy\.com\//, target: fromParameter('murl') }]],
  ['redirectingat.com', [{ at: /^go\.redirectingat\.com$/, target: fromParameter('url') }]],
  ['shareasale.com', [{ at: /\/r\.cfm$/, target: fromParameter('urllink') }]],
  ['skimresources.com', [{ at: /^go\.skimresources\.com$/, target: fromParameter('url') }]],
  ['viglink.com', [{ at: /^redirect\.viglink\.com$/, target: fromParameter('u') }]],
])

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

function fromParameter(...names: string[]) {
  return (url: URL): string | undefined => {
    for (const name of names) {
      const value = parameter(url, name)
      if (value !== undefined) return decodeAddress(value)
    }
    return undefined
  }
}

/** Bing: `a1` followed by the URL in base64url; advertisements omit `a1` and percent-encode the URL first. */
function fromBase64(name: string) {
  return (url: URL): string | undefined => {
    const value = parameter(url, name)
    if (value === undefined) return undefined
    return decodeAddress(Buffer.from(value.replace(/^a1/, ''), 'base64url').toString('utf8'))
  }
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
