import type { KnownErrorCode } from './types.gen.ts'

/** Error codes of this release; later server releases may send others. */
export type ErrorCode = KnownErrorCode | (string & {})

/** The server rejected the request or failed. */
export class ApiError extends Error {
  /** Error code. Treat an unknown one like others of its status class. `http_502` if there was none. */
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined
  /** The kind of resource that was not found. */
  readonly resource: string | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfterSeconds: number | undefined
  /** All fields of the error, including those of later releases. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, details: Record<string, unknown>, headers: Headers) {
    const code = textOf(details.code) ?? `http_${status}`
    super(textOf(details.message) ?? `the server returned ${status}`)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.requestId = textOf(details.request_id) ?? headers.get('x-request-id') ?? undefined
    this.resource = textOf(details.resource)
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
    this.details = details
  }
}

/** There was no complete response; `cause` has the reason. The request may have taken effect. */
export class ConnectionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Parses Retry-After: seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0)
}
