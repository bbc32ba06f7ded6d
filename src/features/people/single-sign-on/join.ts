import type { VisitorActor } from '../../../kernel/actor.ts'
import { record } from '../../../kernel/change.ts'
import type { Context } from '../../../kernel/context.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { membershipFromInvitation } from '../accept-invitation.ts'
import { lockWorkspace, type NewMembership, setMembership } from '../membership.ts'
import { emailKey } from '../person.ts'

type VisitContext = Context & { actor: VisitorActor }

/** Uses invitations to somebody's verified address up, for workspaces that they are not in yet. */
export async function joinByInvitation(
  ctx: VisitContext,
  transaction: PostgresLike,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const theirs = transaction
    .selectFrom('one_time_links')
    .where('kind', '=', 'invitation')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', emailKey(email)))
    .where('expires_at', '>', ctx.services.now())
    .where('workspace_id', 'not in', workspacesOf(transaction, id))
  // Before the invitations, and in one order, so that nobody waits for each other.
  const leading = await theirs.select('workspace_id').distinct().orderBy('workspace_id').execute()
  for (const { workspace_id } of leading) await lockWorkspace(transaction, workspace_id as string)
  const invitations = await transaction
    .deleteFrom('one_time_links')
    .where('id', 'in', theirs.select('id'))
    .returningAll()
    .execute()
  // Of several to one workspace the last one counts.
  invitations.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const members = invitations.map((invitation) => membershipFromInvitation(invitation, id))
  await join(ctx, transaction, [...new Map(members.map((one) => [one.workspaceId, one])).values()])
}

/** Makes somebody a member of the workspaces that the configuration names, but for those that they are in. */
export async function joinByConfiguration(
  ctx: VisitContext,
  transaction: PostgresLike,
  personId: string,
): Promise<void> {
  const { config, log } = ctx.services
  const { SSO_WORKSPACES: ids, SSO_ROLE: role } = config
  if (ids.length === 0) return
  const found = await transaction.selectFrom('workspaces').select('id').where('id', 'in', ids).execute()
  const missing = ids.filter((id) => !found.some((workspace) => workspace.id === id))
  if (missing.length > 0) log.warn({ missing }, 'SSO_WORKSPACES names workspaces that do not exist')
  const own = await workspacesOf(transaction, personId).execute()
  const others = found.filter(({ id }) => !own.some(({ workspace_id }) => workspace_id === id))
  const members = others.map(({ id }) => ({ workspaceId: id, personId, role, brandIds: undefined }))
  await join(ctx, transaction, members)
}

/** Whether somebody is a member anywhere. */
export const isMember = async (db: PostgresLike, personId: string) =>
  (await workspacesOf(db, personId).limit(1).executeTakeFirst()) !== undefined

const workspacesOf = (db: PostgresLike, personId: string) =>
  db.selectFrom('memberships').select('workspace_id').where('person_id', '=', personId)

async function join(
  ctx: VisitContext,
  transaction: PostgresLike,
  members: readonly NewMembership[],
): Promise<void> {
  // Workspaces are locked in one order, so that nobody waits for each other.
  const inOrder = members.toSorted((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))
  for (const member of inOrder) {
    await setMembership(transaction, member, ctx.services.now())
    const { personId, workspaceId, role } = member
    const after = { person_id: personId, workspace_id: workspaceId, role }
    await record(transaction, 'join-workspace', ctx, { before: null, after, workspaceId, by: personId })
  }
}
