import { z } from 'zod'
import type { VisitorActor } from '../../kernel/actor.ts'
import { checkLimit } from '../../kernel/admission.ts'
import { record } from '../../kernel/change.ts'
import type { Context } from '../../kernel/context.ts'
import { presentedSecret } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forPerson, type NewSession } from '../../kernel/operation.ts'
import { ApiError } from '../../lib/errors.ts'
import { forVisitors } from './for-visitors.ts'
import { readKnownBrowser } from './known-browser.ts'
import { consumeOneTimeLink, linkToken } from './links.ts'
import { passwordText, verifyPassword } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { accountKey, type CredentialState, credentialsUnchanged, emailText, findPerson } from './person.ts'
import { consumeCode, hasSecondFactor } from './second-factor.ts'
import { openSession } from './sessions.ts'

export type VisitContext = Context & { actor: VisitorActor }

export const signIn = defineOperation({
  name: 'sign-in',
  summary: 'Sign in with email and password, and a second-factor code if enabled',
  ...forVisitors('sign-in'),
  fields: {
    email: emailText,
    password: passwordText,
    code: presentedSecret(100).optional().describe('Code of the authenticator app, or a recovery code.'),
  },
  data: z.object({
    second_factor: z.boolean().describe('Whether a second-factor code is required. If true, no session was started.'),
  }),
  async run({ ctx, input: { email, password, code } }) {
    const { services } = ctx
    checkPasswordsCount(services.config)
    const person = await findPerson(services.db, email)
    const attempts = nameAttempts(ctx, accountKey(email), person?.id)
    checkLimit(await services.limits.countAttempt(attempts))
    const isRight = await verifyPassword(password, person?.password_hash ?? null)
    if (!isRight || person === undefined) throw await refusal(ctx, person?.id, 'password')
    const wantsCode = hasSecondFactor(person)
    if (wantsCode && code === undefined) return { data: { second_factor: true } }
    if (wantsCode && !(await consumeCode(services, person, code ?? ''))) throw await refusal(ctx, person.id, 'code')
    await services.limits.forgetAttempts(attempts)
    return { data: { second_factor: false }, session: await startSession(ctx, person.id, person) }
  },
})

/** Counts attempts from a browser that this person has used before separately. */
export function nameAttempts({ services, actor }: VisitContext, account: string, id?: string): string {
  const browser = readKnownBrowser(services, actor.knownBrowser, id)
  return browser === undefined ? account : `${account} ${browser}`
}

/** Records a failed attempt. The error is the same for a wrong credential and an unknown account. */
export async function refusal(
  ctx: VisitContext,
  personId: string | undefined,
  what: keyof typeof messages,
): Promise<ApiError> {
  if (personId !== undefined)
    await record(ctx.services.db, 'sign-in-failed', ctx, {
      before: null,
      after: { person_id: personId, wrong: what },
      workspaceId: null,
    })
  return wrong(what)
}

const messages = {
  password: 'wrong email address or password',
  code: 'the code is wrong or was already used',
  passkey: 'the passkey was not accepted; try again, or sign in another way',
}

export const wrong = (what: keyof typeof messages) => new ApiError('invalid_token', messages[what])

/**
 * Starts and records a session.
 * @throws ApiError invalid_token if the password or second factor changed since it was checked
 */
async function startSession(ctx: VisitContext, personId: string, shown?: CredentialState): Promise<NewSession> {
  return ctx.services.db.transaction().execute(async (transaction) => {
    if (shown !== undefined && !(await credentialsUnchanged(transaction, personId, shown))) throw wrong('password')
    const session = await openSession(ctx.services, transaction, personId, ctx.actor)
    const after = { person_id: personId }
    await record(transaction, 'sign-in', ctx, { before: null, after, workspaceId: null, by: personId })
    return session
  })
}

export const signInByLink = defineChange({
  name: 'sign-in-by-link',
  summary: 'Sign in with a link that the operator created',
  ...forVisitors('sign-in-by-link'),
  fields: { token: linkToken },
  data: z.object({ person_id: z.uuid() }),
  async change({ ctx: { services, actor }, input, transaction }) {
    const link = await consumeOneTimeLink(transaction, 'sign-in', input.token, services.now())
    const data = { person_id: link.person_id as string }
    const session = await openSession(services, transaction, data.person_id, actor)
    return { data, session, audit: { before: null, after: data, by: data.person_id } }
  },
})

export const signOut = defineOperation({
  name: 'sign-out',
  summary: 'Sign out',
  ...forPerson,
  console: { method: 'POST', path: '/console/api/sign-out' },
  fields: {},
  data: z.object({ ended: z.literal(true) }),
  async run({ ctx }) {
    const { services, actor } = ctx
    await services.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('sessions').where('id', '=', actor.sessionId).execute()
      await record(transaction, 'sign-out', ctx, { before: null, after: null, workspaceId: null })
    })
    return { data: { ended: true as const }, session: null }
  },
})
