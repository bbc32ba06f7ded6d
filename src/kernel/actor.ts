import type { Brand, Workspace } from './context.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

/** What a caller may reach, unless it is the operator: brands of one workspace. */
interface Grants {
  workspace: Workspace
  brands: 'all' | readonly string[]
}

export interface ApiKeyActor extends Grants {
  kind: 'api-key'
  id: string
  /** Shared by the keys that were rolled from and into each other. */
  chainId: string
  name: string
  lastFour: string
  scopes: readonly Scope[]
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
}

/** Somebody who has signed in. Without a membership in the workspace that is asked for, only their own account is theirs. */
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

/** How an account can be opened. */
export interface SignInMeans {
  hasSecondFactor: boolean
  hasPassword: boolean
  /** Whether it is linked to single sign-on. */
  isLinked: boolean
}

/** Somebody who has not signed in, at the door: they may do what leads to a session. */
export interface VisitorActor {
  kind: 'visitor'
  address: string
  userAgent: string | undefined
  /** What their browser has been given when somebody signed in with it. */
  knownBrowser: string | undefined
  /** Of the challenge to a passkey that their browser has been given. */
  challengeToken?: string | undefined
}

/** A token that a person has granted to a program: it may do what both its scopes and the person's role allow. */
export interface OAuthTokenActor extends Grants {
  kind: 'oauth-token'
  /** Of the connection that it belongs to, which outlives it. */
  id: string
  personId: string
  /** What the program calls itself. */
  clientName: string
  role: Role
  signIn: SignInMeans
  scopes: readonly Scope[]
}

/** Sightline itself, at work on one brand: it runs no operations, and leaves records of what it changes. */
export interface SystemActor extends Grants {
  kind: 'system'
  /** The job that it works for. */
  id: string
}

/** Whoever has access to the machine: the only caller without bounds. */
export interface OperatorActor {
  kind: 'operator'
}

/** Who calls. Nothing is allowed that the kind of actor does not grant: a kind that is not known here may do nothing. */
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
 * Names a caller among all: what is made for one caller (cursors, entity tags) is bound to it. A key is named by its id
 * alone, as it was before there were other callers, so that cursors outlast an upgrade.
 */
export function actorName(actor: Actor): string {
  if (actor.kind === 'operator' || actor.kind === 'visitor') return actor.kind
  return actor.kind === 'api-key' ? actor.id : `${actor.kind} ${actor.id}`
}

/** The person behind a caller: what they make is told to be theirs. */
export function personOf(actor: Actor): string | null {
  if (actor.kind === 'person') return actor.id
  return actor.kind === 'oauth-token' ? actor.personId : null
}

/** The role of the person behind a caller in the workspace; undefined without a membership, and for everyone else. */
export function roleOf(actor: Actor): Role | undefined {
  if (actor.kind === 'person') return actor.membership?.role
  return actor.kind === 'oauth-token' ? actor.role : undefined
}

/** The workspace in which a caller acts; undefined for the operator, who has no workspace of its own, and for unknown kinds. */
export const workspaceOf = (actor: Actor): Workspace | undefined => grantsOf(actor)?.workspace

/** The brands of its workspace that a caller may reach. */
export function accessibleBrands(actor: Actor): 'all' | readonly string[] {
  return actor.kind === 'operator' ? 'all' : (grantsOf(actor)?.brands ?? [])
}

/** Whether a brand is within a caller's reach; for a bounded one, only in its own workspace. */
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
