import type { Config } from '../../kernel/config.ts'
import { ApiError } from '../../lib/errors.ts'

/**
 * Checks that passwords open something here, which they do not where people sign in by single sign-on alone.
 * @param instead what to do
 * @throws ApiError insufficient_scope
 */
export function checkPasswordsCount({ SSO_ONLY }: Pick<Config, 'SSO_ONLY'>, instead?: string): void {
  if (!SSO_ONLY) return
  const words = 'people sign in to this installation by single sign-on alone: there are no passwords'
  throw new ApiError('insufficient_scope', instead === undefined ? words : `${words}; ${instead}`)
}
