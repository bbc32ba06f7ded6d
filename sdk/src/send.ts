import { ApiError, ConnectionError } from './errors.ts'

/** How a client is set up. */
export interface SightlineOptions {
  /** Where Sightline is, without `/v1`: `https://sightline.example.com`. */
  url: string
  /** An API key: `svc_sk_…`. */
  key: string
  /** How often a request is sent again that may succeed then: 3 times by default, 0 for never. */
  maxRetries?: number
  /** Longer than this nothing is waited for between two attempts: 60 seconds by default. */
  maxWaitMs?: number
  /** So long may one attempt take: 30 seconds by default. */
  timeoutMs?: number
  /** What requests are sent with, where it is not the `fetch` of the platform. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** What may be said of a single call. */
export interface CallOptions {
  /** Ends the call, with its retries and all pages that are still to come: it throws the signal's reason. */
  signal?: AbortSignal
}

/** What may be said of a single write. */
export interface WriteOptions extends CallOptions {
  /**
   * Makes it the same write as another one that had this key within 24 hours: it has that one's outcome then. Every call has
   * one of its own by default, which its retries share.
   */
  idempotencyKey?: string
}

/** Where an operation is, and how it takes its input. */
export interface Route {
  method: string
  path: string
  /** The fields that stand in the body; undefined where it takes none. */
  body?: readonly string[]
}

/** A call as it is sent, the same in each attempt. */
interface Prepared {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}

/** A whole answer of the status 200. */
export interface Received {
  text: string
  headers: Headers
}

export type Send = (route: Route, input: object, options?: WriteOptions, accept?: string) => Promise<Received>

/** Failures that may be over the next time; every request can be repeated, as each write has a key. */
const passing = [429, 500, 502, 503, 504]
const firstBackoffMs = 500
const maxBackoffMs = 8000

/** Makes what sends requests. @throws TypeError where the key or the address cannot be one */
export function createSend(options: SightlineOptions): Send {
  const { maxRetries = 3, maxWaitMs = 60_000 } = options
  if (!/^[\x21-\x7e]+$/.test(options.key)) throw new TypeError('key: an API key is needed, svc_sk_…')
  // Said now, and not with the first request.
  new URL(options.url)
  return async (route, input, { signal, idempotencyKey } = {}, accept = 'application/json') => {
    const prepared = prepare(options, route, input, accept, idempotencyKey)
    for (let retries = 0; ; retries += 1) {
      signal?.throwIfAborted()
      try {
        return await attempt(options, prepared, signal)
      } catch (error) {
        signal?.throwIfAborted()
        const waitMs = waitAfter(error, retries)
        if (waitMs === undefined || waitMs > maxWaitMs || retries >= maxRetries) throw error
        await pause(waitMs, signal)
      }
    }
  }
}

/** Puts ids into the path, and the rest into query or body. */
function prepare(
  { url, key }: SightlineOptions,
  { method, path, body }: Route,
  input: object,
  accept: string,
  idempotencyKey: string | undefined,
): Prepared {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    const text = String(value ?? '')
    // Others would lead to another operation.
    if (['', '.', '..'].includes(text)) throw new TypeError(`${name} must be an id`)
    return encodeURIComponent(text)
  })
  const query = new URLSearchParams()
  const sent: Record<string, unknown> = {}
  for (const [name, value] of rest) {
    if (body?.includes(name)) sent[name] = value
    // Sent as nothing, a filter that lets nothing through would let everything through.
    else if (Array.isArray(value) && value.length === 0)
      throw new TypeError(`${name} must not be an empty list: leave it out to have everything`)
    else for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const headers: Record<string, string> = { accept, authorization: `Bearer ${key}` }
  if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? randomKey()
  if (body !== undefined) headers['content-type'] = 'application/json'
  const search = query.size === 0 ? '' : `?${query}`
  // Followed, a redirect could make a read of a write.
  const init: Prepared['init'] = { method, headers, redirect: 'error' }
  if (body !== undefined) init.body = JSON.stringify(sent)
  return { url: `${url.replace(/\/+$/, '')}${filled}${search}`, init }
}

/** Pages without TLS have no randomUUID. */
const randomKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

async function attempt(
  { timeoutMs = 30_000, fetch: own }: SightlineOptions,
  { url, init }: Prepared,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const limited = { ...init, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) }
  const { status, ok, headers, text } = await read(own ?? fetch, url, limited)
  if (ok) return { text, headers }
  throw new ApiError(status, errorOf(text), headers)
}

async function read(send: NonNullable<SightlineOptions['fetch']>, url: string, init: RequestInit) {
  try {
    const response = await send(url, init)
    const { status, ok, headers } = response
    return { status, ok, headers, text: await response.text() }
  } catch (cause) {
    throw new ConnectionError(`there was no whole answer from ${new URL(url).origin}`, cause)
  }
}

/** Of a body that may be another program's, in front of the server. */
function errorOf(text: string): Record<string, unknown> {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'object' && error !== null ? error : {}
  } catch {
    return {}
  }
}

/** How long to wait before the next attempt; undefined where it would fail the same. */
function waitAfter(error: unknown, retries: number): number | undefined {
  const backoffMs = Math.random() * Math.min(firstBackoffMs * 2 ** retries, maxBackoffMs)
  if (error instanceof ConnectionError) return backoffMs
  if (!(error instanceof ApiError) || !passing.includes(error.status)) return undefined
  return backoffMs + (error.retryAfterSeconds ?? 0) * 1000
}

/** @throws the signal's reason as soon as it is aborted */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
