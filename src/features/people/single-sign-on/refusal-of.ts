import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { type RefusalCode, SignInRefusal } from '../../../kernel/single-sign-on.ts'
import { FetchProblem } from '../../../lib/fetching/fetch-problem.ts'
import { TruncatedResponseError } from './provider-fetch.ts'

/** Codes of openid-client for responses that are not OpenID Connect. */
const isTransportError = /^OAUTH_(RESPONSE_IS_NOT_|PARSE_ERROR|TIMEOUT|ABORT)/

/**
 * Explains why the provider's part of a sign-in failed. Takes only codes and fixed messages from the errors of
 * openid-client: their causes hold tokens and provider responses.
 * @param otherwise the code if the error does not determine one
 */
export function refusalOf(error: unknown, otherwise: RefusalCode): SignInRefusal {
  for (const cause of causesOf(error)) {
    if (cause instanceof SignInRefusal) return cause
    if (cause instanceof FetchProblem)
      return new SignInRefusal('provider_unavailable', [cause.message, cause.operatorDetail].join('; '))
    if (cause instanceof TruncatedResponseError)
      return new SignInRefusal('provider_unavailable', cause.message)
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)
      return new SignInRefusal('provider_refused', `the provider returned ${errorCode(cause.error)}`)
  }
  const code = error instanceof ClientError ? (error.code ?? '') : ''
  return new SignInRefusal(isTransportError.test(code) ? 'provider_unavailable' : otherwise, messageOf(error))
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause)
  return causes
}

/** An error code of RFC 6749 or OpenID Connect. Anything else could repeat the request. */
const errorCode = (code: string) => (/^[a-z_]{1,50}$/.test(code) ? code : 'an unknown error')

function messageOf(error: unknown): string | undefined {
  const own = causesOf(error).filter(
    (cause) =>
      cause instanceof ClientError ||
      ['OperationProcessingError', 'UnsupportedOperationError'].includes((cause as Error).name),
  )
  const words = own.map((cause) => (cause as Error).message)
  return words.length > 0 ? words.join(': ') : (error as Error).name
}
