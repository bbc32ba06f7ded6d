import { errors } from 'undici'
import { errorCode, FetchProblem } from './fetch-problem.ts'

const isLoss = (error: unknown) =>
  (error instanceof FetchProblem && error.kind === 'closed_early') ||
  ['UND_ERR_SOCKET', 'UND_ERR_INFO', 'UND_ERR_DESTROYED', 'ECONNRESET', 'EPIPE'].includes(errorCode(error))

// undici’s words for an answer nobody asked for, whose code is that of a lost connection; of a status below 100 it
// asserts that there is none.
const isNonsense = (error: unknown) =>
  error instanceof errors.HTTPParserError ||
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION'].includes(errorCode(error)) ||
  (error instanceof Error && /^bad (response|upgrade)$/.test(error.message))

/** Whether the connection failed, or what came over it was no HTTP: a new connection may do better than a kept one. */
export const isTransportFault = (error: unknown): boolean => isLoss(error) || isNonsense(error)

/** What an error of the HTTP client means, in words. An error that no server can cause is given back as it is. */
export function transportProblem(error: unknown, host: string): unknown {
  if (error instanceof FetchProblem) return error
  if (errorCode(error) === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchProblem('too_large', `${host} sent headers that are too large`, { cause: error })
  }
  if (isNonsense(error)) {
    return new FetchProblem('malformed', `${host} sent what is not HTTP`, { cause: error })
  }
  if (!isLoss(error)) return error
  return new FetchProblem('closed_early', `${host} closed the connection before it answered`, {
    cause: error,
  })
}
