import type { CustomFetch } from 'openid-client'
import type { PostingFetcher } from '../../../lib/fetching/fetcher.ts'

/** Responses are a few kilobytes; some providers list many keys. */
const maxBytes = 1_048_576

/** `Response` rejects a body for these statuses. */
const bodiless = new Set([101, 204, 205, 304])

/** The `fetch` of openid-client, behind the guard against private addresses. Does not follow redirects. */
export const providerFetch =
  (fetcher: PostingFetcher, timeoutMs: number, closing: AbortSignal): CustomFetch =>
  async (url, { method, body, headers: given, signal }) => {
    const { 'user-agent': _, ...headers } = given
    const stop = signal === undefined ? closing : AbortSignal.any([signal, closing])
    const options = { headers, maxBytes, timeoutMs, signal: stop }
    const page = method === 'POST' ? await fetcher.post(url, String(body), options) : await fetcher.get(url, options)
    if (page.truncated !== false) throw new TruncatedResponseError(page.truncated)
    const { status } = page
    return new Response(bodiless.has(status) ? null : Uint8Array.from(page.body), {
      status,
      headers: page.headers,
    })
  }

/** The response exceeded the limit or ended early. */
export class TruncatedResponseError extends Error {
  constructor(why: string) {
    super(`response truncated (${why.replaceAll('_', ' ')}); the limit is ${maxBytes} bytes`)
    this.name = 'CutAnswer'
  }
}
