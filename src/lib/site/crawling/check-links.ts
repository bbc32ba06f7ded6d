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

/** The result of a link check. The problem `disallowed` means that robots.txt forbids the check. */
export interface CheckedLink extends Outcome {
  url: string
  /** The lowercase media type without parameters; empty if missing. */
  contentType: string
  /** As reported by the server; null if missing. */
  contentLength: number | null
}

export interface CheckLinksOptions {
  fetcher: Fetcher
  /** Unique absolute URLs. */
  urls: Iterable<string>
  /** Hosts of the audited site, which are crawled at its pace; other hosts get one request at a time. */
  ownHosts?: readonly string[]
  /** The product token of this audit in robots.txt. */
  token: string
  onChecked(link: CheckedLink): Promise<void> | void
  limits?: Partial<CheckLinksLimits>
  signal: AbortSignal
  clock?: Clock
}

interface CheckLinksLimits {
  /** Maximum links per external host. */
  perHost: number
  hostConcurrency: number
  /** Between the starts of two requests to an external host. */
  minIntervalMs: number
  /** No request starts after this time. */
  durationMs: number
}

const defaults: CheckLinksLimits = {
  perHost: 1000,
  hostConcurrency: 16,
  minIntervalMs: 250,
  durationMs: 3600_000,
}

const ownConnections = 4
const timeouts = { timeoutMs: 20_000, firstByteTimeoutMs: 15_000 }
/** Most error pages are shorter. Reading them costs less than a new connection for the next link. */
const maxErrorPageBytes = 32_768
/** Statuses after which HEAD is retried as GET. */
const retriesAsGet = (status: number) => status >= 400 && status !== 429 && status !== 503

/**
 * Checks links by HEAD, or by GET if the server does not support HEAD. Obeys each host’s pace and
 * robots.txt, and gives up on a host that does not respond.
 * @returns the number of checked and of remaining links
 * @throws the signal’s reason, or an error of `onChecked`
 */
export async function checkLinks(options: CheckLinksOptions): Promise<{ checked: number; left: number }> {
  const { signal, clock = steadyClock, onChecked, ownHosts = [] } = options
  const limits = { ...defaults, ...options.limits }
  const ending = new AbortController()
  const end = AbortSignal.any([signal, ending.signal])
  const endsAtMs = clock.now() + limits.durationMs
  const paceOf = createPaces({ clock, signal: end, ownHosts, minIntervalMs: limits.minIntervalMs })
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

  const limit = pLimit(limits.hostConcurrency)
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

/** Hosts with the most links first, as they take longest. */
function linksByHost(urls: Iterable<string>): [string, string[]][] {
  const hosts = Map.groupBy(urls, hostOf)
  return [...hosts].sort(([, a], [, b]) => b.length - a.length)
}

function createPaces(options: {
  clock: Clock
  signal: AbortSignal
  ownHosts: readonly string[]
  minIntervalMs: number
}): (url: string) => Pace {
  const { clock, signal, ownHosts, minIntervalMs } = options
  const paces = new Map<string, Pace>()
  return (url) =>
    paces.getOrInsertComputed(hostOf(url), (host) => {
      const isOwn = ownHosts.includes(host)
      const pace = createPace({ clock, signal, connections: isOwn ? ownConnections : 1 })
      if (!isOwn) pace.raiseMinInterval(minIntervalMs)
      return pace
    })
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? ''

async function checkLink(fetcher: Fetcher, url: string, signal: AbortSignal): Promise<CheckedLink> {
  const head = await ask(fetcher, url, { ...timeouts, method: 'HEAD', maxBytes: 0, signal })
  const isUnsure =
    head.end instanceof FetchProblem
      ? ['closed_early', 'malformed'].includes(head.end.kind)
      : retriesAsGet(head.end.status)
  const { redirects, end } = isUnsure
    ? await ask(fetcher, url, { ...timeouts, maxBytes: maxErrorPageBytes, signal })
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
