import { LRUCache } from 'lru-cache'
import type { Services } from '../../kernel/context.ts'
import { FetchProblem, type FetchProblemKind } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher, type FetchedPage } from '../../lib/fetching/fetcher.ts'
import { version } from '../../lib/version.ts'

/** A document of metadata is some hundred bytes. */
const maxBytes = 5120
const timeoutMs = 5000
const maxKept = 500
/** So long a document is used that cannot be read again. */
const keptMs = 86_400_000

/** A document cannot be read for now, which says nothing about its client. */
export class TransientFetchError extends Error {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number, cause?: unknown) {
    super(message, { cause })
    this.name = 'PassingFailure'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What a site may have overcome by the next time. */
const passingKinds: readonly FetchProblemKind[] = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'closed_early',
  'aborted',
]
const isPassing = (status: number) => status >= 500 || [408, 425, 429].includes(status)
const passingSeconds = 30

/**
 * The `fetch` that oidc-provider reads documents of clients with: through the guard that everything fetched passes. A
 * redirect is a response like others, and nobody follows it. Where a document cannot be read for now, it is as it was last read.
 * @param addressOf of whoever makes the request that is being answered: what is fetched counts as theirs
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
  const lastRead = new LRUCache<string, { body: Buffer; readAt: Date }>({ max: maxKept })

  async function read(url: string): Promise<FetchedPage> {
    const usage = await limits.countDocument(addressOf())
    if (usage.exceeded)
      throw new TransientFetchError('too many documents of clients are asked for', usage.resetSeconds)
    const headers = { accept: 'application/json' }
    try {
      const page = await fetcher.get(url, { headers, maxBytes, timeoutMs, signal: closing })
      if (isPassing(page.status) || page.truncated === 'closed_early')
        throw new TransientFetchError(`the document did not come: status ${page.status}`, passingSeconds)
      return page
    } catch (error) {
      if (error instanceof FetchProblem && passingKinds.includes(error.kind))
        throw new TransientFetchError(error.message, passingSeconds, error)
      throw error
    }
  }

  return async (request) => {
    const url = request instanceof Request ? request.url : String(request)
    try {
      const { status, headers, body, truncated } = await read(url)
      if (truncated !== false) throw new Error(`the document is longer than ${maxBytes} bytes`)
      if (status !== 200) throw new Error(`the document is answered with status ${status}`)
      lastRead.set(url, { body, readAt: now() })
      return new Response(Uint8Array.from(body), { headers })
    } catch (error) {
      const kept = lastRead.get(url)
      const isKept = kept !== undefined && now().getTime() - kept.readAt.getTime() < keptMs
      if (!(error instanceof TransientFetchError && isKept)) {
        if (!(error instanceof TransientFetchError)) lastRead.delete(url)
        throw error
      }
      log.info({ err: error, host: new URL(url).host }, 'a client is as its document was last read')
      return new Response(Uint8Array.from(kept.body))
    }
  }
}
