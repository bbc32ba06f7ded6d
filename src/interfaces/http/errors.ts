import type { Logger } from 'pino'
import { ApiError } from '../../lib/errors.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'

/** Maps any error to one for the caller. The cause is logged but never returned. */
export function toApiError(error: unknown, log: Logger): ApiError {
  if (error instanceof ApiError) return error
  const gone = toUnavailableError(error)
  if (gone !== undefined) {
    log.warn({ err: error }, 'a store is unavailable')
    return gone
  }
  log.error({ err: error }, 'a request failed')
  return new ApiError('internal_error', 'internal error; retry', { cause: error })
}
