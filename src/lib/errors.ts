import { withoutKeys } from './key-text.ts'

/** Every error code of the API with its HTTP status. Codes are stable within a version. */
export const errorStatus = {
  invalid_request: 400,
  invalid_cursor: 400,
  invalid_token: 401,
  token_expired: 401,
  token_revoked: 401,
  insufficient_scope: 403,
  plan_required: 403,
  quota_exceeded: 403,
  address_not_allowed: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export interface ErrorBody {
  error: { code: ErrorCode; message: string; request_id: string; resource?: string }
}

/** An error that the caller receives: an API code and a message without internal details. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  /** The resource that was not found. */
  readonly resource: string | undefined
  /** The scope that the token lacks. */
  readonly scope: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options?: { retryAfterSeconds?: number; resource?: string; scope?: string; cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.resource = options?.resource
    this.scope = options?.scope
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

export const invalidRequest = (message: string) => new ApiError('invalid_request', message)
export const invalidCursor = () =>
  new ApiError('invalid_cursor', 'cursor: not valid for this request; start again without it')
export const notFound = (what: string) =>
  new ApiError('not_found', `${what} not found`, { resource: what.replaceAll(' ', '_') })
export const conflict = (message: string) => new ApiError('conflict', message)
export const unavailable = (message: string, retryAfterSeconds: number, cause?: unknown) =>
  new ApiError('service_unavailable', message, { retryAfterSeconds, cause })

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const { code, message, resource } = error
  return {
    error: {
      code,
      message: withoutKeys(message),
      request_id: requestId,
      ...(resource === undefined ? {} : { resource }),
    },
  }
}
