import type { KnownErrorCode } from './types.gen.ts'

/** Codes that this release knows; a later release of the server may send others. */
export type ErrorCode = KnownErrorCode | (string & {})

/** What the server has refused, or failed at. */
export class ApiError extends Error {
  /** To branch on: take one that you do not know for a failure of its status class. `http_502` where there was none. */
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** What the server's log knows the request by. */
  readonly requestId: string | undefined
  /** What was not found. */
  readonly resource: string | undefined
  /** After so many seconds the server would have been asked again. */
  readonly retryAfterSeconds: number | undefined
  /** Everything that the server said of it, with fields that this release does not know. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, details: Record<string, unknown>, headers: Headers) {
    const code = textOf(details.code) ?? `http_${status}`
    super(textOf(details.message) ?? `the server answered ${status}`)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.requestId = textOf(details.request_id) ?? headers.get('x-request-id') ?? undefined
    this.resource = textOf(details.resource)
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
    this.details = details
  }
}

/** There was no answer, or not the whole of it: `cause` says why. What was asked for may have been done all the same. */
export class ConnectionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Of a Retry-After, which is seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0)
}
