import { ApiError } from '../lib/errors.ts'
import type { ApiKeyActor } from './actor.ts'

export interface ApiKeyAuthenticator {
  /**
   * Recognises the key of an Authorization header.
   * @param address of the client
   * @throws ApiError invalid_token; UnknownApiKeyError where the key is well formed but unknown, InactiveApiKeyError where
   * it works no more, or not from this address
   */
  authenticate(header: string | undefined, address: string): Promise<ApiKeyActor>
  /** Looks at every key anew from now on. */
  forget(): void
}

/** A well-formed key that does not exist: the same to its sender as a malformed one, but guesses can be counted. */
export class UnknownApiKeyError extends ApiError {
  constructor(message: string) {
    super('invalid_token', message)
  }
}

/** A key that is known and does not work, or not from the client's address. Its usage shows the refused requests. */
export class InactiveApiKeyError extends ApiError {
  readonly key: ApiKeyActor

  constructor(
    key: ApiKeyActor,
    code: 'token_expired' | 'token_revoked' | 'address_not_allowed',
    message: string,
  ) {
    super(code, message)
    this.key = key
  }
}

/**
 * Whether the rate limit of the client's address counts a refused request. A leaked key that is used from elsewhere must not
 * use up the limit of the key itself.
 */
export const countsByAddress = (error: unknown): boolean =>
  error instanceof UnknownApiKeyError ||
  (error instanceof InactiveApiKeyError && error.code === 'address_not_allowed')
