import pLimit from 'p-limit'
import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Fetcher, FetchOptions } from '../../fetching/fetcher.ts'
import { type Followed, followRedirects } from '../../fetching/follow-redirects.ts'
import { type Clock, steadyClock } from './clock.ts'
import { outcomeOf } from './outcome.ts'
import { createPace, type Pace } from './pace.ts'
import { createRateLimitedFetcher } from './rate-limited-fetcher.ts'
import { createRobotsAwareFetcher, createRobotsFiles } from './robots-file.ts'
import type { Outcome } from './site-facts.ts'

/** What a link leads to. `disallowed` as problem: robots.txt asks not to look. */
export interface CheckedLink extends Outcome {
  url: string
  /** The media type in lower case, without parameters; empty where none is named. */
  contentType: string
  /** As the server says; null where it does not. */
  contentLength: number | null
}

export interface CheckLinksOptions {
  fetcher: Fetcher
  /** Absolute addresses, each once. */
  urls: Iterable<string>
  /** Hosts of the audited site, which are asked as a crawl asks them; all others are one request at a time. */
  ownHosts?: readonly string[]
  /** What robots.txt may call this audit. */
  token: string
  onChecked(link: CheckedLink): Promise<void> | void
  limits?: Partial<CheckLinksLimits>
  signal: AbortSignal
  clock?: Clock
}

interface CheckLinksLimits {
  /** Links of one host besides the site's own that are looked at. */
  perHost: number
  concurrentHosts: number
  /** Between the starts of two requests to another host. */
  intervalMs: number
  /** No request is begun after that. */
  durationMs: number
}

const defaults: CheckLinksLimits = {
  perHost: 1000,
  concurrentHosts: 16,
  intervalMs: 250,
  durationMs: 3600_000,
}

const ownConnections = 4
const timeouts = { timeoutMs: 20_000, firstByteTimeoutMs: 15_000 }
/** What servers answer to HEAD that would give the page. */
const isWorthGet = (status: number) => status >= 400 && status !== 429 && status !== 503

/**
 * Looks where links lead: by HEAD, and where a server does not like that, by a GET that reads next to nothing. Every
 * host is asked at its own pace and within its robots.txt; one that does not answer is left alone.
 * @returns how many were looked at, and how many left
 * @throws the signal’s reason, or what `onChecked` throws
 */
export async function checkLinks(options: CheckLinksOptions): Promise<{ checked: number; left: number }> {
  const { signal, clock = steadyClock, onChecked, ownHosts = [] } = options
  const limits = { ...defaults, ...options.limits }
  const ending = new AbortController()
  const end = AbortSignal.any([signal, ending.signal])
  const endsAtMs = clock.now() + limits.durationMs
  const paceOf = createPaces({ clock, signal: end, ownHosts, intervalMs: limits.intervalMs })
  const rateLimited = createRateLimitedFetcher(options.fetcher, paceOf)
  const fetcher = createRobotsAwareFetcher(rateLimited, options.token, createRobotsFiles(rateLimited, end))
  const counts = { checked: 0, left: 0 }

  async function checkHost(host: string, urls: string[]): Promise<void> {
    const isOwn = ownHosts.includes(host)
    const waiting = isOwn ? [...urls] : urls.slice(0, limits.perHost)
    counts.left += urls.length - waiting.length
    const worker = async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        end.throwIfAborted()
        const isGivenUp = paceOf(url).hasGivenUp() || clock.now() >= endsAtMs
        if (isGivenUp) {
          counts.left += 1
          continue
        }
        const link = await checkLink(fetcher, url, end)
        end.throwIfAborted()
        counts.checked += 1
        await onChecked(link)
      }
    }
    await Promise.all(Array.from({ length: isOwn ? ownConnections : 1 }, worker))
  }

  const limit = pLimit(limits.concurrentHosts)
  try {
    const hosts = linksByHost(options.urls).map(([host, urls]) => limit(checkHost, host, urls))
    await Promise.all(hosts).catch(async (error: unknown) => {
      ending.abort(error)
      await Promise.allSettled(hosts)
      throw error
    })
    return counts
  } finally {
    ending.abort()
  }
}

/** The hosts with most links first, as they take longest. */
function linksByHost(urls: Iterable<string>): [string, string[]][] {
  const hosts = new Map<string, string[]>()
  for (const url of urls) {
    const host = URL.parse(url)?.hostname ?? ''
    const links = hosts.get(host) ?? []
    if (links.length === 0) hosts.set(host, links)
    links.push(url)
  }
  return [...hosts].sort(([, a], [, b]) => b.length - a.length)
}

function createPaces(options: {
  clock: Clock
  signal: AbortSignal
  ownHosts: readonly string[]
  intervalMs: number
}): (url: string) => Pace {
  const { clock, signal, ownHosts, intervalMs } = options
  const paces = new Map<string, Pace>()
  return (url) => {
    const host = URL.parse(url)?.hostname ?? ''
    const isOwn = ownHosts.includes(host)
    const pace = paces.get(host) ?? createPace({ clock, signal, connections: isOwn ? ownConnections : 1 })
    if (!paces.has(host) && !isOwn) pace.raiseInterval(intervalMs)
    paces.set(host, pace)
    return pace
  }
}

async function checkLink(fetcher: Fetcher, url: string, signal: AbortSignal): Promise<CheckedLink> {
  const head = await ask(fetcher, url, { ...timeouts, method: 'HEAD', maxBytes: 0, signal })
  const isUnsure =
    head.end instanceof FetchProblem
      ? ['closed_early', 'malformed'].includes(head.end.kind)
      : isWorthGet(head.end.status)
  const { redirects, end } = isUnsure
    ? await ask(fetcher, url, { ...timeouts, maxBytes: 1024, signal })
    : head
  const headers = end instanceof FetchProblem ? new Headers() : end.headers
  const length = headers.get('content-length')
  return {
    url,
    ...outcomeOf({ redirects, end }),
    contentType: (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    contentLength: length !== null && /^\d+$/.test(length) ? Number(length) : null,
  }
}

const ask = (fetcher: Fetcher, url: string, options: FetchOptions): Promise<Followed> =>
  followRedirects(fetcher, url, { ...options, maxRedirects: 10 })
