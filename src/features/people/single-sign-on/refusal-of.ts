import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { type RefusalCode, SignInRefusal } from '../../../kernel/single-sign-on.ts'
import { FetchProblem } from '../../../lib/fetching/fetch-problem.ts'
import { TruncatedResponseError } from './provider-fetch.ts'

/** Of openid-client's codes, those of an answer that is none of OpenID Connect's at all. */
const isNoAnswer = /^OAUTH_(RESPONSE_IS_NOT_|PARSE_ERROR|TIMEOUT|ABORT)/

/**
 * Tells why the provider's part of a sign-in failed. Of openid-client's errors nothing is taken but codes and its own
 * fixed words: their causes hold tokens and what the provider sent.
 * @param otherwise what it comes to where the error does not say
 */
export function refusalOf(error: unknown, otherwise: RefusalCode): SignInRefusal {
  for (const cause of causesOf(error)) {
    if (cause instanceof SignInRefusal) return cause
    if (cause instanceof FetchProblem)
      return new SignInRefusal('provider_unavailable', [cause.message, cause.operatorDetail].join('; '))
    if (cause instanceof TruncatedResponseError)
      return new SignInRefusal('provider_unavailable', cause.message)
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)
      return new SignInRefusal('provider_refused', `it says ${errorCode(cause.error)}`)
  }
  const code = error instanceof ClientError ? (error.code ?? '') : ''
  return new SignInRefusal(isNoAnswer.test(code) ? 'provider_unavailable' : otherwise, wordsOf(error))
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause)
  return causes
}

/** A code as RFC 6749 and OpenID Connect have them; anything else may be whatever was sent to the provider. */
const errorCode = (code: string) => (/^[a-z_]{1,50}$/.test(code) ? code : 'an unknown error')

function wordsOf(error: unknown): string | undefined {
  const own = causesOf(error).filter(
    (cause) =>
      cause instanceof ClientError ||
      ['OperationProcessingError', 'UnsupportedOperationError'].includes((cause as Error).name),
  )
  const words = own.map((cause) => (cause as Error).message)
  return words.length > 0 ? words.join(': ') : (error as Error).name
}
