import type { Config } from '../../kernel/config.ts'
import { ApiError } from '../../lib/errors.ts'

/**
 * Checks that this installation allows passwords, not only single sign-on.
 * @param instead the next step for the user
 * @throws ApiError insufficient_scope
 */
export function checkPasswordsCount({ SSO_ONLY }: Pick<Config, 'SSO_ONLY'>, instead?: string): void {
  if (!SSO_ONLY) return
  const words = 'this installation allows only single sign-on, no passwords'
  throw new ApiError('insufficient_scope', instead === undefined ? words : `${words}; ${instead}`)
}
