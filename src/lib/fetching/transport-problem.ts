import { errors } from 'undici'
import { errorCode, FetchProblem } from './fetch-problem.ts'

const isLoss = (error: unknown) =>
  (error instanceof FetchProblem && error.kind === 'closed_early') ||
  ['UND_ERR_SOCKET', 'UND_ERR_INFO', 'UND_ERR_DESTROYED', 'ECONNRESET', 'EPIPE'].includes(errorCode(error))

// undici reports an unrequested response with the code of a lost connection, and a status below 100 as an
// AssertionError.
const isInvalidHttp = (error: unknown) =>
  error instanceof errors.HTTPParserError ||
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION'].includes(errorCode(error)) ||
  (error instanceof Error && /^bad (response|upgrade)$/.test(error.message))

/** Whether the connection failed or carried something other than HTTP, so that a new connection may help. */
export const isTransportFault = (error: unknown): boolean => isLoss(error) || isInvalidHttp(error)

/** Converts an error of the HTTP client to a FetchProblem, unless no server can cause it. */
export function transportProblem(error: unknown, host: string): unknown {
  if (error instanceof FetchProblem) return error
  if (errorCode(error) === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchProblem('too_large', `${host} sent headers that are too large`, { cause: error })
  }
  if (isInvalidHttp(error)) {
    return new FetchProblem('malformed', `${host} sent a response that is not HTTP`, { cause: error })
  }
  if (!isLoss(error)) return error
  return new FetchProblem('closed_early', `${host} closed the connection before it answered`, {
    cause: error,
  })
}
