/** `status` is an error status, and `unreachable` means that there was no readable response. */
export type ModelProblemCode = 'timeout' | 'status' | 'unreachable' | 'invalid_answer'

/**
 * The public description of a failed model request, for logs, callers and stores. It holds no part of the
 * request or response, no key and no address.
 */
export class ModelProblem extends Error {
  readonly code: ModelProblemCode
  /** The status of the response; undefined unless it was an error. */
  readonly status: number | undefined

  constructor(message: string, code: ModelProblemCode = 'invalid_answer', status?: number) {
    super(message)
    this.name = 'ModelProblem'
    this.code = code
    this.status = status
  }
}

/**
 * Converts any error of a model client, whose own errors hold requests, headers and answers.
 * @param who such as `the embedding model`
 */
export function modelProblem(who: string, error: unknown, timeoutMs: number): ModelProblem {
  if (error instanceof ModelProblem) return error
  const { name, statusCode: status } = error as { name?: string; statusCode?: number }
  if (isTimeout(error)) return new ModelProblem(`${who} did not answer within ${timeoutMs / 1000} s`, 'timeout')
  if (status === 429) return new ModelProblem(`${who} rejected the request: rate limit reached (429)`, 'status', status)
  if (status !== undefined && (status < 200 || status >= 300))
    return new ModelProblem(`${who} answered with the status ${status}`, 'status', status)
  if (name === 'AI_NoObjectGeneratedError' || name === 'ZodError')
    return new ModelProblem(`${who} returned an answer of the wrong form`)
  const cause = systemCode(error)
  const why = cause === undefined ? '' : ` (${cause})`
  return new ModelProblem(`${who} cannot be reached, or its answer cannot be read${why}`, 'unreachable')
}

export function isTimeout(error: unknown): boolean {
  const { name } = error as { name?: string }
  return name === 'TimeoutError' || name === 'AbortError'
}

/** The code of a failed connection from the system or undici, such as `ECONNREFUSED`, at any depth. */
function systemCode(error: unknown, depth = 4): string | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined
  const { code, cause } = error as NodeJS.ErrnoException
  return /^E[A-Z]{3,20}$|^UND_ERR_[A-Z_]{3,40}$/.test(String(code)) ? code : systemCode(cause, depth - 1)
}
