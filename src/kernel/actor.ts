import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'
import type { Brand, Workspace } from './tables.ts'

/** The workspace and brands that a caller other than the operator can access. */
interface Grants {
  workspace: Workspace
  brands: 'all' | readonly string[]
}

export interface ApiKeyActor extends Grants {
  kind: 'api-key'
  id: string
  /** Shared by all keys in a chain of key rotations. */
  chainId: string
  name: string
  lastFour: string
  scopes: readonly Scope[]
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
}

/** A signed-in person. Without a membership in the workspace, they can access only their account. */
export interface PersonActor {
  kind: 'person'
  id: string
  sessionId: string
  membership: Membership | undefined
}

export interface Membership extends Grants {
  role: Role
  signIn: SignInMeans
}

export interface SignInMeans {
  hasSecondFactor: boolean
  hasPassword: boolean
  /** Whether the account is linked to single sign-on. */
  isLinked: boolean
}

/** A browser without a session. It can only run the operations that lead to one. */
export interface VisitorActor {
  kind: 'visitor'
  address: string
  userAgent: string | undefined
  /** The token that marks a browser in which this account has signed in before. */
  knownBrowser: string | undefined
  /** The token of the passkey challenge that was issued to this browser. */
  challengeToken?: string | undefined
}

/** An access token of a connected app: limited by both its scopes and the person's role. */
export interface OAuthTokenActor extends Grants {
  kind: 'oauth-token'
  /** Id of the connection, which outlives the token. */
  id: string
  personId: string
  /** The app's own name. */
  clientName: string
  role: Role
  signIn: SignInMeans
  scopes: readonly Scope[]
}

/** Sightline itself, working on one brand. It runs no operations but records its changes. */
export interface SystemActor extends Grants {
  kind: 'system'
  /** Name of the job. */
  id: string
}

/** The operator: has access to the machine and no limits. */
export interface OperatorActor {
  kind: 'operator'
}

/** The caller. Access must be granted per kind of actor; an unknown kind has none. */
export type Actor = ApiKeyActor | PersonActor | OAuthTokenActor | SystemActor | OperatorActor | VisitorActor

export const operator: OperatorActor = { kind: 'operator' }

/** The actor of a background job on a brand. */
export const systemActor = (job: string, workspace: Workspace, brand: Brand): SystemActor => ({
  kind: 'system',
  id: job,
  workspace,
  brands: [brand.id],
})

/**
 * Returns an id that is unique among all callers; cursors and entity tags are bound to it. A key's id has no
 * prefix, so that cursors stay valid across upgrades.
 */
export function actorName(actor: Actor): string {
  if (actor.kind === 'operator' || actor.kind === 'visitor') return actor.kind
  return actor.kind === 'api-key' ? actor.id : `${actor.kind} ${actor.id}`
}

/** Returns the id of the person who calls, who is recorded as the author of what they create. */
export function personOf(actor: Actor): string | null {
  if (actor.kind === 'person') return actor.id
  return actor.kind === 'oauth-token' ? actor.personId : null
}

/** Returns the person's role in the workspace. Undefined without a membership or a person. */
export function roleOf(actor: Actor): Role | undefined {
  if (actor.kind === 'person') return actor.membership?.role
  return actor.kind === 'oauth-token' ? actor.role : undefined
}

/** The caller's workspace. Undefined for the operator and for unknown kinds. */
export const workspaceOf = (actor: Actor): Workspace | undefined => grantsOf(actor)?.workspace

export function accessibleBrands(actor: Actor): 'all' | readonly string[] {
  return actor.kind === 'operator' ? 'all' : (grantsOf(actor)?.brands ?? [])
}

/** Whether a caller can access a brand. For all but the operator, the brand must be in their workspace. */
export function canAccessBrand(actor: Actor, brand: Pick<Brand, 'id' | 'workspace_id'>): boolean {
  if (actor.kind === 'operator') return true
  const grants = grantsOf(actor)
  if (grants?.workspace.id !== brand.workspace_id) return false
  return grants.brands === 'all' || grants.brands.includes(brand.id)
}

function grantsOf(actor: Actor): Grants | undefined {
  switch (actor.kind) {
    case 'person':
      return actor.membership
    case 'api-key':
    case 'oauth-token':
    case 'system':
      return actor
    default:
      return undefined
  }
}
