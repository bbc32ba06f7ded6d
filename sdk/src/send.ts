import { ApiError, ConnectionError } from './errors.ts'

/** Client options. */
export interface SightlineOptions {
  /** Base URL of Sightline without `/v1`: `https://sightline.example.com`. */
  url: string
  /** An API key: `svc_sk_…`. */
  key: string
  /** Retries of a failed request. Defaults to 3; 0 disables them. */
  maxRetries?: number
  /** Maximum wait between two attempts. Defaults to 60 seconds. */
  maxWaitMs?: number
  /** Time limit of one attempt. Defaults to 30 seconds. */
  timeoutMs?: number
  /** Replaces the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Options of a single call. */
export interface CallOptions {
  /** Cancels the call, its retries and all further pages, and throws the signal's reason. */
  signal?: AbortSignal
}

/** Options of a single write. */
export interface WriteOptions extends CallOptions {
  /**
   * A write with the same key within 24 hours returns the outcome of the first. Defaults to a new key per
   * call, which its retries share.
   */
  idempotencyKey?: string
}

/** The route of an operation and the location of its input. */
export interface Route {
  method: string
  path: string
  /** The fields of the body. Undefined without a body. */
  body?: readonly string[]
}

/** A prepared request, the same in each attempt. */
interface Prepared {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}

/** A complete response with status 200. */
export interface Received {
  text: string
  headers: Headers
}

export type Send = (route: Route, input: object, options?: WriteOptions, accept?: string) => Promise<Received>

/** Temporary failures. Every request can be repeated, as each write has a key. */
const retryableStatuses = [429, 500, 502, 503, 504]
const firstBackoffMs = 500
const maxBackoffMs = 8000

/** Creates a function that sends requests. @throws TypeError for an invalid key or URL */
export function createSend(options: SightlineOptions): Send {
  const { maxRetries = 3, maxWaitMs = 60_000 } = options
  if (!/^[\x21-\x7e]+$/.test(options.key)) throw new TypeError('key: must be an API key, svc_sk_…')
  // Throw now instead of at the first request.
  new URL(options.url)
  return async (route, input, { signal, idempotencyKey } = {}, accept = 'application/json') => {
    const prepared = prepare(options, route, input, accept, idempotencyKey)
    for (let retries = 0; ; retries += 1) {
      signal?.throwIfAborted()
      try {
        return await attempt(options, prepared, signal)
      } catch (error) {
        signal?.throwIfAborted()
        const waitMs = retryDelayMs(error, retries)
        if (waitMs === undefined || waitMs > maxWaitMs || retries >= maxRetries) throw error
        await pause(waitMs, signal)
      }
    }
  }
}

/** Puts ids into the path and the rest into query or body. */
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
    // Other values would lead to another operation.
    if (['', '.', '..'].includes(text)) throw new TypeError(`${name} must be an id`)
    return encodeURIComponent(text)
  })
  const query = new URLSearchParams()
  const sent: Record<string, unknown> = {}
  for (const [name, value] of rest) {
    if (body?.includes(name)) sent[name] = value
    // An empty list would be omitted, so the filter would match everything instead of nothing.
    else if (Array.isArray(value) && value.length === 0)
      throw new TypeError(`${name} must not be an empty list; omit it to get everything`)
    else for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const headers: Record<string, string> = { accept, authorization: `Bearer ${key}` }
  if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? randomKey()
  if (body !== undefined) headers['content-type'] = 'application/json'
  const search = query.size === 0 ? '' : `?${query}`
  // Following a redirect could turn a write into a read.
  const init: Prepared['init'] = { method, headers, redirect: 'error' }
  if (body !== undefined) init.body = JSON.stringify(sent)
  return { url: `${url.replace(/\/+$/, '')}${filled}${search}`, init }
}

/** Pages without TLS have no randomUUID. */
const randomKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

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
    throw new ConnectionError(`incomplete response from ${new URL(url).origin}`, cause)
  }
}

/** Reads an error body, which may come from a proxy. */
function errorOf(text: string): Record<string, unknown> {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'object' && error !== null ? error : {}
  } catch {
    return {}
  }
}

/** Delay before the next attempt. Undefined if a retry is pointless. */
function retryDelayMs(error: unknown, retries: number): number | undefined {
  const backoffMs = Math.random() * Math.min(firstBackoffMs * 2 ** retries, maxBackoffMs)
  if (error instanceof ConnectionError) return backoffMs
  if (!(error instanceof ApiError) || !retryableStatuses.includes(error.status)) return undefined
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
