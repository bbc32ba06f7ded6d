import { ApiError } from '../lib/errors.ts'
import type { Actor, ApiKeyActor, OAuthTokenActor } from './actor.ts'
import type { Operation } from './operation.ts'
import { includesRole, type Role } from './roles.ts'
import { isWriteScope, requiredPlan, type Scope } from './scopes.ts'
import type { Workspace } from './tables.ts'

/**
 * Checks that a caller can run an operation: scopes, role, then the workspace's plan. Unknown kinds of
 * callers are rejected.
 * @throws ApiError insufficient_scope, or plan_required
 */
export function checkPermission(operation: Operation, actor: Actor): void {
  const { access } = operation
  // Only the person themselves can access their account, not even the operator.
  if (operation.on === 'person' || operation.on === 'visit') {
    if (actor.kind !== (operation.on === 'person' ? 'person' : 'visitor')) throw notAllowed()
    return
  }
  // Only the operator can run operations of the whole installation.
  const role = operation.on === 'installation' ? 'none' : operation.role
  switch (actor.kind) {
    case 'operator':
      break
    case 'api-key':
      if (access !== 'any-key') checkScope(access, actor)
      if (isWriteScope(access) && !actor.workspace.api_writes)
        throw new ApiError('plan_required', 'the workspace is not enabled for API writes')
      checkPlan(access, actor.workspace)
      break
    case 'person':
      if (actor.membership === undefined) throw notAllowed()
      checkRole(role, actor.membership.role)
      checkPlan(access, actor.membership.workspace)
      break
    case 'oauth-token':
      // The scope is checked last: requesting a scope would not help with the other reasons.
      checkRole(role, actor.role)
      checkPlan(access, actor.workspace)
      checkScope(access, actor)
      break
    default:
      throw notAllowed()
  }
}

/**
 * Checks that a caller also has another scope, for operations that show several resources.
 * @throws ApiError insufficient_scope
 */
export function checkScopeOf(actor: Actor, scope: Scope): void {
  if (actor.kind === 'api-key' || actor.kind === 'oauth-token') checkScope(scope, actor)
}

/** Whether a caller has a scope. People and the operator have all. */
export const hasScope = (actor: Actor, scope: Scope): boolean =>
  (actor.kind !== 'api-key' && actor.kind !== 'oauth-token') || actor.scopes.includes(scope)

const notAllowed = () => new ApiError('insufficient_scope', 'this caller cannot run this operation')

function checkScope(access: Operation['access'], { kind, scopes }: ApiKeyActor | OAuthTokenActor): void {
  if (access === 'any-key' || access === 'operator') throw notAllowed()
  if (scopes.includes(access)) return
  const held = kind === 'api-key' ? 'key' : 'token'
  throw new ApiError('insufficient_scope', `this needs a ${held} with the scope ${access}`, { scope: access })
}

/** @throws ApiError insufficient_scope */
export function checkRole(least: Role | 'none', role: Role): void {
  if (least === 'none' || !includesRole(role, least))
    throw new ApiError('insufficient_scope', least === 'none' ? 'no role can do this' : `this needs the role ${least}`)
}

function checkPlan(access: Operation['access'], workspace: Workspace): void {
  const plan = requiredPlan(access)
  if (plan !== undefined && !workspace[plan])
    throw new ApiError('plan_required', `the workspace’s plan does not include ${plan.replace('_', ' ')}`)
}
