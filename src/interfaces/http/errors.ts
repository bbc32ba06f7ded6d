import type { Logger } from 'pino'
import { ApiError } from '../../lib/errors.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'

/** What the caller is told about any error. The cause goes to the log, nothing of the inside to the caller. */
export function toApiError(error: unknown, log: Logger): ApiError {
  if (error instanceof ApiError) return error
  const gone = toUnavailableError(error)
  if (gone !== undefined) {
    log.warn({ err: error }, 'a store does not answer')
    return gone
  }
  log.error({ err: error }, 'a request failed')
  return new ApiError('internal_error', 'something failed on our side: try again', { cause: error })
}
