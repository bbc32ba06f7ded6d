import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Fetcher, FetchOptions } from '../../fetching/fetcher.ts'
import type { Followed } from '../../fetching/follow-redirects.ts'
import type { CrawledAddress, Discovery } from '../crawled.ts'
import { followWithin } from './follow-within.ts'
import type { SiteScope } from './site-scope.ts'

/** Validators of an earlier response (RFC 9110, section 8.8). */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

export interface FetchAddressOptions {
  /** One that obeys robots.txt. */
  fetcher: Fetcher
  scope: SiteScope
  /** Maximum size and time of a page. */
  limits: { pageBytes: number; pageMs: number }
  validators?: ((url: string) => Validators | undefined | Promise<Validators | undefined>) | undefined
  isInSitemap(url: string): boolean
  signal: AbortSignal
}

const maxFirstByteMs = 15_000
/** The limit of Googlebot. */
const maxRedirects = 10
/** Extensions of files that are not pages: they are requested by HEAD only. */
const downloads =
  /\.(?:7z|aac|apk|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|mjs|mov|mp[34]|mpe?g|msi|od[pst]|og[agv]|otf|pdf|pkg|png|pptx?|rar|rpm|sig|svg|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|woff2?|xlsx?|xz|zip|zst)$/i

/** Requests a URL of the site, optionally with redirects. Problems of the site are part of the result. */
export async function fetchAddress(discovery: Discovery, options: FetchAddressOptions): Promise<CrawledAddress> {
  const { url } = discovery
  const isPage = !downloads.test(new URL(url).pathname)
  const followed = isPage ? await getPage(url, options) : await askFor(url, options)
  return {
    ...discovery,
    ...followed,
    isAllowed: !(followed.end instanceof FetchProblem && isRefused(followed)),
    isInSitemap: options.isInSitemap(url),
  }
}

const isRefused = ({ redirects, end }: Followed) =>
  redirects.length === 0 && end instanceof FetchProblem && end.kind === 'disallowed'

async function getPage(url: string, options: FetchAddressOptions): Promise<Followed> {
  const validators = await options.validators?.(url)
  return follow(url, options, {
    maxBytes: options.limits.pageBytes,
    ...(validators?.etag != null && { ifNoneMatch: validators.etag }),
    ...(validators?.lastModified != null && { ifModifiedSince: validators.lastModified }),
  })
}

async function askFor(url: string, options: FetchAddressOptions): Promise<Followed> {
  const followed = await follow(url, options, { method: 'HEAD', maxBytes: 0 })
  const { end } = followed
  if (end instanceof FetchProblem) return followed
  // Some servers do not support HEAD, and some pages have file extensions.
  const isPage = (end.headers.get('content-type') ?? '').includes('html') && end.status < 400
  const isUnknown = end.status === 405 || end.status === 501
  return isPage || isUnknown ? getPage(url, options) : followed
}

function follow(
  url: string,
  { fetcher, scope, limits, signal }: FetchAddressOptions,
  request: Omit<FetchOptions, 'timeoutMs'>,
): Promise<Followed> {
  const { includes } = scope
  const firstByteTimeoutMs = Math.min(maxFirstByteMs, limits.pageMs)
  const timeouts = { timeoutMs: limits.pageMs, firstByteTimeoutMs }
  return followWithin(fetcher, url, { ...timeouts, maxRedirects, ...request, includes, signal })
}
