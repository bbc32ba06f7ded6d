import type { CustomFetch } from 'openid-client'
import type { PostingFetcher } from '../../../lib/fetching/fetcher.ts'

/** What a provider sends is a few kilobytes; some have many keys. */
const maxBytes = 1_048_576

/** Of statuses that have no body, `Response` takes none. */
const bodiless = new Set([101, 204, 205, 304])

/**
 * The `fetch` that openid-client asks the provider with: through the guard that everything fetched passes. A redirect is a
 * response like others, and nobody follows it.
 */
export const providerFetch =
  (fetcher: PostingFetcher, timeoutMs: number, closing: AbortSignal): CustomFetch =>
  async (url, { method, body, headers: given, signal }) => {
    const { 'user-agent': _, ...headers } = given
    const stop = signal === undefined ? closing : AbortSignal.any([signal, closing])
    const options = { headers, maxBytes, timeoutMs, signal: stop }
    const page =
      method === 'POST' ? await fetcher.post(url, String(body), options) : await fetcher.get(url, options)
    if (page.truncated !== false) throw new TruncatedResponseError(page.truncated)
    const { status } = page
    return new Response(bodiless.has(status) ? null : Uint8Array.from(page.body), {
      status,
      headers: page.headers,
    })
  }

/** An answer that did not come whole. */
export class TruncatedResponseError extends Error {
  constructor(why: string) {
    super(`the answer is cut off (${why.replaceAll('_', ' ')}); at most ${maxBytes} bytes are read`)
    this.name = 'CutAnswer'
  }
}
