import type { VisitorActor } from '../../../kernel/actor.ts'
import { record } from '../../../kernel/change.ts'
import type { Context } from '../../../kernel/context.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { membershipFromInvitation } from '../accept-invitation.ts'
import { lockWorkspace, type NewMembership, setMembership } from '../membership.ts'
import { emailKey } from '../person.ts'

type VisitContext = Context & { actor: VisitorActor }

/** Accepts all invitations to the verified address for workspaces that the person has not joined. */
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
  // Locks workspaces before invitations, in id order, to avoid deadlocks.
  const leading = await theirs.select('workspace_id').distinct().orderBy('workspace_id').execute()
  for (const { workspace_id } of leading) await lockWorkspace(transaction, workspace_id as string)
  const invitations = await transaction
    .deleteFrom('one_time_links')
    .where('id', 'in', theirs.select('id'))
    .returningAll()
    .execute()
  // The newest invitation to a workspace wins.
  invitations.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const members = invitations.map((invitation) => membershipFromInvitation(invitation, id))
  await join(ctx, transaction, [...new Map(members.map((one) => [one.workspaceId, one])).values()])
}

/** Adds the person to the workspaces of SSO_WORKSPACES that they have not joined. */
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
  if (missing.length > 0) log.warn({ missing }, 'SSO_WORKSPACES lists workspaces that do not exist')
  const own = await workspacesOf(transaction, personId).execute()
  const others = found.filter(({ id }) => !own.some(({ workspace_id }) => workspace_id === id))
  const members = others.map(({ id }) => ({ workspaceId: id, personId, role, brandIds: undefined }))
  await join(ctx, transaction, members)
}

/** Whether the person is a member of any workspace. */
export const isMember = async (db: PostgresLike, personId: string) =>
  (await workspacesOf(db, personId).limit(1).executeTakeFirst()) !== undefined

const workspacesOf = (db: PostgresLike, personId: string) =>
  db.selectFrom('memberships').select('workspace_id').where('person_id', '=', personId)

async function join(
  ctx: VisitContext,
  transaction: PostgresLike,
  members: readonly NewMembership[],
): Promise<void> {
  // Locks workspaces in id order to avoid deadlocks.
  const inOrder = members.toSorted((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))
  for (const member of inOrder) {
    await setMembership(transaction, member, ctx.services.now())
    const { personId, workspaceId, role } = member
    const after = { person_id: personId, workspace_id: workspaceId, role }
    await record(transaction, 'join-workspace', ctx, { before: null, after, workspaceId, by: personId })
  }
}
