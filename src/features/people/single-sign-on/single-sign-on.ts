import type { VisitorActor } from '../../../kernel/actor.ts'
import { record } from '../../../kernel/change.ts'
import type { Context, Services } from '../../../kernel/context.ts'
import type { NewSession } from '../../../kernel/operation.ts'
import { SignInRefusal, type SingleSignOn } from '../../../kernel/single-sign-on.ts'
import { ApiError } from '../../../lib/errors.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { membershipFromInvitation } from '../accept-invitation.ts'
import { lockWorkspace, type NewMembership, setMembership } from '../membership.ts'
import { emailKey, emailText, findPerson } from '../person.ts'
import { openSession } from '../sessions.ts'
import { accountOf, checkIdentity, findLinkedAccount, type VerifiedIdentity } from './account-of.ts'
import { consolePath, newAttempt, readAttempt } from './attempt.ts'
import { type Identity, openProvider } from './provider.ts'
import { singleSignOnSettings } from './settings.ts'

type VisitContext = Context & { actor: VisitorActor }

/** Accepts all invitations to the verified address for workspaces that the person has not joined. */
async function joinByInvitation(
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
async function joinByConfiguration(ctx: VisitContext, transaction: PostgresLike, personId: string): Promise<void> {
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

const isMember = async (db: PostgresLike, personId: string) =>
  (await workspacesOf(db, personId).limit(1).executeTakeFirst()) !== undefined

const workspacesOf = (db: PostgresLike, personId: string) =>
  db.selectFrom('memberships').select('workspace_id').where('person_id', '=', personId)

async function join(ctx: VisitContext, transaction: PostgresLike, members: readonly NewMembership[]): Promise<void> {
  // Locks workspaces in id order to avoid deadlocks.
  const inOrder = members.toSorted((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))
  for (const member of inOrder) {
    await setMembership(ctx, transaction, member)
    const { personId, workspaceId, role } = member
    const after = { person_id: personId, workspace_id: workspaceId, role }
    await record(transaction, 'join-workspace', ctx, { before: null, after, workspaceId, by: personId })
  }
}

const by = 'single-sign-on'

/**
 * Signs in through the configured OpenID Connect provider. Contacts it only at a sign-in, so that the server
 * starts during an outage of the provider.
 * @returns undefined if not configured
 */
export function createSingleSignOn(services: Services, { timeoutMs = 10_000 } = {}): SingleSignOn | undefined {
  const settings = singleSignOnSettings(services.config)
  if (settings === undefined) return undefined
  const provider = openProvider(services, settings, timeoutMs)
  return {
    async begin(returnTo) {
      const { attempt, kept } = newAttempt(services, consolePath(returnTo))
      return { url: await provider.addressFor(attempt), attempt: kept }
    },
    async finish(ctx, query, kept) {
      const attempt = readAttempt(services, kept)
      // Checked first, so that forged callbacks cause no requests to the provider.
      if (attempt === undefined || new URLSearchParams(query).get('state') !== attempt.state)
        throw new SignInRefusal('attempt_over')
      const identity = await provider.identify(query, attempt)
      try {
        return { session: await enter(ctx, identity), returnTo: attempt.returnTo }
      } catch (error) {
        if (error instanceof SignInRefusal) await recordRefusal(ctx, identity, error)
        throw error
      }
    },
  }
}

async function enter(ctx: VisitContext, identity: Identity): Promise<NewSession> {
  const verified = checkIdentity(ctx.services.config, identity)
  const once = () => signIn(ctx, verified)
  // A concurrent request created an account with the same address; now it can be found.
  return once().catch((error) => {
    if (error instanceof ApiError && error.code === 'conflict') return once()
    throw error
  })
}

const signIn = (ctx: VisitContext, verified: VerifiedIdentity): Promise<NewSession> =>
  ctx.services.db.transaction().execute(async (transaction) => {
    const { services, actor } = ctx
    const { id, email, isNew } = await accountOf(services, transaction, verified)
    const isOwnAddress = emailKey(email) === emailKey(verified.email)
    if (isOwnAddress) await joinByInvitation(ctx, transaction, { id, email })
    if (isNew) await joinByConfiguration(ctx, transaction, id)
    if (!(await isMember(transaction, id))) throw new SignInRefusal('no_membership')
    const session = await openSession(services, transaction, id, actor)
    const after = { person_id: id, by }
    await record(transaction, 'sign-in', ctx, { before: null, after, workspaceId: null, by: id })
    return session
  })

/** Records a refused sign-in if the person has an account. */
async function recordRefusal(ctx: VisitContext, identity: Identity, { code }: SignInRefusal): Promise<void> {
  const { db } = ctx.services
  const email = emailText.safeParse(identity.email)
  const person =
    (await findLinkedAccount(db, identity)) ?? (email.success ? await findPerson(db, email.data) : undefined)
  if (person === undefined) return
  const after = { person_id: person.id, by, wrong: code }
  await record(db, 'sign-in-failed', ctx, { before: null, after, workspaceId: null })
}
