import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type ApiError, errorBody, invalidRequest } from '../../lib/errors.ts'
import { toApiError } from './errors.ts'

/** Default size limit of a request body. */
export const bodyLimitBytes = 1_048_576

export const jsonType = 'application/json; charset=utf-8'

/**
 * Sends an error. Errors are JSON whatever the client accepts.
 * @param format its body; defaults to the API's
 */
export function sendError(
  log: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  format: (error: ApiError, requestId: string) => object = errorBody,
): void {
  // The client disconnected while sending: no one receives a response, and no store failed.
  if (error !== null && request.raw.errored === error) return
  const known = fromFastify(error) ?? toApiError(error, log.child({ request_id: request.id }))
  reply.headers({ 'content-type': jsonType, 'cache-control': 'no-store' })
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  if (known.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  reply.status(known.status).send(JSON.stringify(format(known, request.id)))
}

/** Maps Fastify's own errors about a request to 400. */
function fromFastify(error: unknown): ApiError | undefined {
  const { code, statusCode = 500 } = error as Partial<FastifyError>
  if (!String(code).startsWith('FST_') || statusCode >= 500) return undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return invalidRequest(`the body must be at most ${bodyLimitBytes} bytes`)
  if (code === 'FST_ERR_BAD_URL') return invalidRequest('the path is not properly percent-encoded')
  return invalidRequest('malformed request')
}
