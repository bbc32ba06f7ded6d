import { ApiError } from '../lib/errors.ts'
import type { Actor, Membership } from './actor.ts'
import type { Config } from './config.ts'
import type { LimitUsage } from './rate-limits.ts'

/**
 * Checks whether an authenticated and counted request is allowed. API access and plans apply only to API
 * keys.
 * @throws ApiError plan_required, or rate_limited
 */
export function checkAdmission(actor: Actor, usage: LimitUsage): void {
  if (actor.kind === 'api-key' && !actor.workspace.api_access)
    throw new ApiError('plan_required', 'the workspace is not enabled for API access')
  checkLimit(usage)
}

/** @throws ApiError rate_limited if the window is over its limit */
export function checkLimit({ exceeded, policy, resetSeconds }: LimitUsage): void {
  if (!exceeded) return
  const { name, limit, seconds } = policy
  const time = seconds === 60 ? 'a minute' : `${seconds / 60} minutes`
  throw new ApiError('rate_limited', `more than ${limit} ${name} requests in ${time}; retry in ${resetSeconds} s`, {
    retryAfterSeconds: resetSeconds,
  })
}

/**
 * Whether a member must set up a second factor before accessing the workspace. Accounts that can only use
 * single sign-on are exempt: the provider handles second factors.
 */
export function lacksSecondFactor(
  { SSO_ONLY }: Config,
  { workspace, signIn }: Pick<Membership, 'workspace' | 'signIn'>,
): boolean {
  const { hasSecondFactor, hasPassword, isLinked } = signIn
  return workspace.second_factor_required && !hasSecondFactor && !(isLinked && (SSO_ONLY || !hasPassword))
}

/** Applies to people and their connected apps. @throws ApiError second_factor_required */
export function checkSecondFactor(config: Config, actor: Actor): void {
  const member = actor.kind === 'person' ? actor.membership : actor.kind === 'oauth-token' ? actor : undefined
  if (member !== undefined && lacksSecondFactor(config, member))
    throw new ApiError(
      'second_factor_required',
      'this workspace requires a second factor; sign in to the console and set one up',
    )
}
