import { ApiError } from '../lib/errors.ts'
import type { ApiKeyActor } from './actor.ts'

export interface ApiKeyAuthenticator {
  /**
   * Authenticates the API key of an Authorization header.
   * @param address the client's IP address
   * @throws ApiError invalid_token; UnknownApiKeyError if no such key exists; InactiveApiKeyError if the key
   * is inactive or not allowed from this address
   */
  authenticate(header: string | undefined, address: string): Promise<ApiKeyActor>
  /** Clears the cache of keys. */
  forget(): void
}

/** A well-formed but unknown key. Looks like a malformed key to the client, but guesses are counted. */
export class UnknownApiKeyError extends ApiError {
  constructor(message: string) {
    super('invalid_token', message)
  }
}

/** A known key that is inactive or not allowed from this address. Its usage counts the request. */
export class InactiveApiKeyError extends ApiError {
  readonly key: ApiKeyActor

  constructor(key: ApiKeyActor, code: 'token_expired' | 'token_revoked' | 'address_not_allowed', message: string) {
    super(code, message)
    this.key = key
  }
}

/**
 * Whether a rejected request counts toward the rate limit of the client's address. A leaked key that is used
 * elsewhere must not use up the key's own limit.
 */
export const countsByAddress = (error: unknown): boolean =>
  error instanceof UnknownApiKeyError || (error instanceof InactiveApiKeyError && error.code === 'address_not_allowed')
