import type { Actor, Membership } from '../../kernel/actor.ts'
import type { Context, WorkspaceContext } from '../../kernel/context.ts'
import { emit } from '../../kernel/events.ts'
import { checkOwnBrands } from '../../kernel/own-brands.ts'
import { includesRole, type Role } from '../../kernel/roles.ts'
import { ApiError, conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { findRow, insertRow } from '../../stores/postgres-rows.ts'
import { memberAdded } from './member-added.ts'

/**
 * Loads a person's membership. Undefined if the person is not a member or the workspace does not exist.
 * @param byPasskey whether the person signed in with a passkey, which counts as a second factor
 */
export async function loadMembership(
  db: PostgresLike,
  personId: string,
  workspaceId: string,
  byPasskey = false,
): Promise<Membership | undefined> {
  const found = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['role', 'all_brands', 'totp_confirmed_at', 'password_hash', 'subject'])
    .where('person_id', '=', personId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const workspace = await findRow(db, 'workspaces', { id: workspaceId })
  if (workspace === undefined) return undefined
  const brands = found.all_brands ? 'all' : await brandsOf(db, personId, workspaceId)
  const signIn = {
    hasSecondFactor: byPasskey || found.totp_confirmed_at !== null,
    hasPassword: found.password_hash !== null,
    isLinked: found.subject !== null,
  }
  return { workspace, brands, role: found.role, signIn }
}

async function brandsOf(db: PostgresLike, personId: string, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('membership_brands')
    .select('brand_id')
    .where('person_id', '=', personId)
    .where('workspace_id', '=', workspaceId)
    .orderBy('brand_id')
    .execute()
  return rows.map(({ brand_id }) => brand_id)
}

export interface NewMembership {
  workspaceId: string
  personId: string
  role: Role
  /** Undefined for all brands, including future ones. */
  brandIds: readonly string[] | undefined
}

/**
 * Adds a member or changes their membership. Serializes member changes of a workspace: an owner must remain.
 * @throws ApiError invalid_request, or conflict if no owner would remain
 */
export async function setMembership(
  ctx: Context,
  transaction: PostgresLike,
  { workspaceId, personId, role, brandIds }: NewMembership,
): Promise<void> {
  const now = ctx.services.now()
  checkLimits(role, brandIds)
  await checkOwnBrands(transaction, workspaceId, brandIds ?? [])
  const values = { role, all_brands: brandIds === undefined }
  const isNew = (await loadMembership(transaction, personId, workspaceId)) === undefined
  await keepingOwner(transaction, workspaceId, () =>
    transaction
      .insertInto('memberships')
      .values({ workspace_id: workspaceId, person_id: personId, created_at: now, ...values })
      .onConflict((on) => on.columns(['workspace_id', 'person_id']).doUpdateSet(values))
      .execute(),
  )
  await setBrands(transaction, workspaceId, personId, brandIds ?? [])
  await endInvitations(transaction, workspaceId, personId)
  if (!isNew) return loseAccess(ctx, transaction, personId)
  const data = { person_id: personId, role }
  await emit(transaction, memberAdded, { workspaceId, at: now, data })
}

/** Tells the features that a person may have lost access to brands. */
export async function loseAccess(ctx: Context, transaction: PostgresLike, personId: string): Promise<void> {
  for (const feature of ctx.services.features) await feature.onAccessLost?.(ctx, transaction, personId)
}

/** Deletes the member's other invitations, as accepting one later could undo a decision of an owner. */
async function endInvitations(transaction: PostgresLike, workspaceId: string, personId: string): Promise<void> {
  const address = transaction.selectFrom('people').select('email_key').where('id', '=', personId)
  await transaction
    .deleteFrom('one_time_links')
    .where('kind', '=', 'invitation')
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', address))
    .execute()
}

/** @throws ApiError conflict if no owner would remain */
export async function removeMembership(
  ctx: Context,
  transaction: PostgresLike,
  workspaceId: string,
  personId: string,
): Promise<void> {
  const own = transaction.deleteFrom('memberships').where('workspace_id', '=', workspaceId)
  await keepingOwner(transaction, workspaceId, () => own.where('person_id', '=', personId).execute())
  await loseAccess(ctx, transaction, personId)
}

/**
 * Serializes member changes of a workspace, and checks the caller's role again, which can have changed.
 * @returns the caller with the current membership
 * @throws ApiError not_found, or insufficient_scope
 */
export async function lockMembers(
  transaction: PostgresLike,
  { actor, workspace }: WorkspaceContext,
  least: Role,
): Promise<Actor> {
  await lockWorkspace(transaction, workspace.id)
  if (actor.kind !== 'person') return actor
  const membership = await loadMembership(transaction, actor.id, workspace.id)
  if (membership === undefined) throw notFound('workspace')
  if (!includesRole(membership.role, least)) throw new ApiError('insufficient_scope', `this needs the role ${least}`)
  return { ...actor, membership }
}

/** Serializes changes of a workspace’s members. */
export const lockWorkspace = (transaction: PostgresLike, id: string) =>
  transaction.selectFrom('workspaces').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Owners and admins manage the whole workspace, so their access cannot be limited to brands. */
export function checkLimits(role: Role, brandIds: readonly string[] | undefined): void {
  if (brandIds !== undefined && includesRole(role, 'admin'))
    throw invalidRequest('brand_ids: owners and admins always have access to all brands')
}

async function setBrands(
  transaction: PostgresLike,
  workspaceId: string,
  personId: string,
  brandIds: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('membership_brands')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .execute()
  for (const brand_id of new Set(brandIds))
    await insertRow(transaction, 'membership_brands', { workspace_id: workspaceId, person_id: personId, brand_id })
}

/**
 * Applies a change of members, serialized per workspace. A workspace with an owner keeps at least one.
 * @throws ApiError conflict
 */
async function keepingOwner(
  transaction: PostgresLike,
  workspaceId: string,
  change: () => Promise<unknown>,
): Promise<void> {
  await lockWorkspace(transaction, workspaceId)
  const owners = transaction
    .selectFrom('memberships')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
  const before = await owners.execute()
  await change()
  const after = await owners.execute()
  if (before.length > 0 && after.length === 0)
    throw conflict('this would leave the workspace without an owner; make another member an owner first')
}
