import { LRUCache } from 'lru-cache'
import type { Services } from '../../kernel/context.ts'
import { FetchProblem, type FetchProblemKind } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher, type FetchedPage } from '../../lib/fetching/fetcher.ts'
import { version } from '../../lib/version.ts'

/** Metadata documents have a few hundred bytes. */
const maxBytes = 5120
const timeoutMs = 5000
const maxCached = 500
/** How long the last copy of an unreachable document is used. */
const cachedMs = 86_400_000

/** The document is temporarily unreachable, which does not invalidate its client. */
export class TransientFetchError extends Error {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number, cause?: unknown) {
    super(message, { cause })
    this.name = 'PassingFailure'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Problems that can be temporary. */
const transientKinds: readonly FetchProblemKind[] = ['dns', 'connect', 'tls', 'timeout', 'closed_early', 'aborted']
const isTransient = (status: number) => status >= 500 || [408, 425, 429].includes(status)
const retrySeconds = 30

/**
 * The `fetch` with which oidc-provider reads client documents, behind the guard against private addresses.
 * Follows no redirects. If a document is temporarily unreachable, returns the last copy.
 * @param addressOf the IP address of the current request, which fetches are counted for
 */
export function documentFetch(
  { config, limits, log, now, resolveHost, closing }: Services,
  addressOf: () => string,
): (request: string | URL | Request) => Promise<Response> {
  const fetcher = createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    standIns: config.SITE_STAND_INS,
    resolve: resolveHost,
  })
  closing.addEventListener('abort', fetcher.close, { once: true })
  const lastRead = new LRUCache<string, { body: Buffer; readAt: Date }>({ max: maxCached })

  async function read(url: string): Promise<FetchedPage> {
    const usage = await limits.countAddress('document', addressOf())
    if (usage.exceeded) throw new TransientFetchError('too many client documents requested', usage.resetSeconds)
    const headers = { accept: 'application/json' }
    try {
      const page = await fetcher.get(url, { headers, maxBytes, timeoutMs, signal: closing })
      if (isTransient(page.status) || page.truncated === 'closed_early')
        throw new TransientFetchError(`document not received: status ${page.status}`, retrySeconds)
      return page
    } catch (error) {
      if (error instanceof FetchProblem && transientKinds.includes(error.kind))
        throw new TransientFetchError(error.message, retrySeconds, error)
      throw error
    }
  }

  return async (request) => {
    const url = request instanceof Request ? request.url : String(request)
    try {
      const { status, headers, body, truncated } = await read(url)
      if (truncated !== false) throw new Error(`the document exceeds ${maxBytes} bytes`)
      if (status !== 200) throw new Error(`the document returned status ${status}`)
      lastRead.set(url, { body, readAt: now() })
      return new Response(Uint8Array.from(body), { headers })
    } catch (error) {
      const cached = lastRead.get(url)
      const isFresh = cached !== undefined && now().getTime() - cached.readAt.getTime() < cachedMs
      if (!(error instanceof TransientFetchError && isFresh)) {
        if (!(error instanceof TransientFetchError)) lastRead.delete(url)
        throw error
      }
      log.info({ err: error, host: new URL(url).host }, 'client document unreachable; using the last copy')
      return new Response(Uint8Array.from(cached.body))
    }
  }
}
