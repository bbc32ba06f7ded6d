import { ApiError } from '../lib/errors.ts'
import type { ApiKeyActor } from './actor.ts'

export interface ApiKeyAuthenticator {
  /**
   * Recognises the key of an Authorization header.
   * @throws ApiError invalid_token; UnknownApiKeyError where the key is well formed but unknown, InactiveApiKeyError where
   * it works no more
   */
  authenticate(header: string | undefined): Promise<ApiKeyActor>
  /** Looks at every key anew from now on. */
  forget(): void
}

/** A well-formed key that does not exist: the same to its sender as a malformed one, but guesses can be counted. */
export class UnknownApiKeyError extends ApiError {
  constructor(message: string) {
    super('invalid_token', message)
  }
}

/** A key that is known and works no more: requests that it is refused still count as its own. */
export class InactiveApiKeyError extends ApiError {
  readonly key: ApiKeyActor

  constructor(key: ApiKeyActor, code: 'token_expired' | 'token_revoked', message: string) {
    super(code, message)
    this.key = key
  }
}
