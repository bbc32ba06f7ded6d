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
 * Sign-in by the OpenID Connect provider of the configuration. Nothing is asked of the provider before somebody signs in:
 * one that is down keeps no server from starting.
 * @returns undefined where there is none
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
      // Before the provider is asked anything, so that nobody has us ask it.
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
  // Somebody made an account of the same address meanwhile: now it is there to be found.
  return once().catch((error) => {
    if (error instanceof ApiError && error.code === 'conflict') return once()
    throw error
  })
}

/** Account, memberships, session and their records come to be together, or not at all. */
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

/** Writes down that somebody who has an account was refused; of others nothing is kept. */
async function recordRefusal(ctx: VisitContext, identity: Identity, { code }: SignInRefusal): Promise<void> {
  const { db } = ctx.services
  const email = emailText.safeParse(identity.email)
  const person =
    (await findLinkedAccount(db, identity)) ?? (email.success ? await findPerson(db, email.data) : undefined)
  if (person === undefined) return
  const after = { person_id: person.id, by, wrong: code }
  await record(db, 'sign-in-failed', ctx, { before: null, after, workspaceId: null })
}
