import type { Services } from '../../kernel/context.ts'
import { createFetcher } from '../../lib/fetching/fetcher.ts'
import { version } from '../../lib/version.ts'

/** A document of metadata is some hundred bytes. */
const maxBytes = 5120
const timeoutMs = 5000

/**
 * The `fetch` that oidc-provider reads documents of clients with: through the guard that everything fetched passes. A
 * redirect is a response like others, and nobody follows it.
 */
export function documentFetch({
  config,
  resolveHost,
  closing,
}: Services): (request: string | URL | Request) => Promise<Response> {
  const fetcher = createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    standIns: config.SITE_STAND_INS,
    resolve: resolveHost,
  })
  closing.addEventListener('abort', fetcher.close, { once: true })
  return async (request) => {
    const url = request instanceof Request ? request.url : String(request)
    const headers = { accept: 'application/json' }
    const page = await fetcher.get(url, { headers, maxBytes, timeoutMs, signal: closing })
    if (page.truncated !== false) throw new Error(`the document is longer than ${maxBytes} bytes`)
    const { status } = page
    return new Response(status === 200 ? Uint8Array.from(page.body) : null, { status, headers: page.headers })
  }
}
