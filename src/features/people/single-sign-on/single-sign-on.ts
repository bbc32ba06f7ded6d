import type { VisitorActor } from '../../../kernel/actor.ts'
import { record } from '../../../kernel/change.ts'
import type { Context, Services } from '../../../kernel/context.ts'
import type { NewSession } from '../../../kernel/operation.ts'
import { SignInRefusal, type SingleSignOn } from '../../../kernel/single-sign-on.ts'
import { ApiError } from '../../../lib/errors.ts'
import { emailKey, emailText, findPerson } from '../person.ts'
import { openSession } from '../sessions.ts'
import { accountOf, checkIdentity, findLinkedAccount, type VerifiedIdentity } from './account-of.ts'
import { consolePath, newAttempt, readAttempt } from './attempt.ts'
import { isMember, joinByConfiguration, joinByInvitation } from './join.ts'
import { type Identity, openProvider } from './provider.ts'
import { singleSignOnSettings } from './settings.ts'

type VisitContext = Context & { actor: VisitorActor }

const by = 'single-sign-on'

/**
 * Signs in through the configured OpenID Connect provider. Contacts it only at a sign-in, so that the server
 * starts during an outage of the provider.
 * @returns undefined if not configured
 */
export function createSingleSignOn(
  services: Services,
  { timeoutMs = 10_000 } = {},
): SingleSignOn | undefined {
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
