import { ApiError } from '../lib/errors.ts'
import type { Actor } from './actor.ts'
import type { LimitUsage } from './rate-limits.ts'

/**
 * Checks that a recognised caller whose request has been counted may come in at all. API access and its plan bind API keys
 * alone.
 * @throws ApiError plan_required, or rate_limited
 */
export function checkAdmission(actor: Actor, usage: LimitUsage): void {
  if (actor.kind === 'api-key' && !actor.workspace.api_access)
    throw new ApiError('plan_required', 'the workspace is not enabled for API access')
  checkLimit(usage)
}

/** @throws ApiError rate_limited where a window holds more requests than its limit */
export function checkLimit({ exceeded, policy, resetSeconds }: LimitUsage): void {
  if (!exceeded) return
  const { name, limit, seconds } = policy
  const time = seconds === 60 ? 'a minute' : `${seconds / 60} minutes`
  throw new ApiError(
    'rate_limited',
    `more than ${limit} ${name} requests in ${time}: wait ${resetSeconds} s`,
    {
      retryAfterSeconds: resetSeconds,
    },
  )
}
