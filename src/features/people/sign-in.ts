import { z } from 'zod'
import type { VisitorActor } from '../../kernel/actor.ts'
import { checkLimit } from '../../kernel/admission.ts'
import { record } from '../../kernel/change.ts'
import type { Context } from '../../kernel/context.ts'
import { presentedSecret } from '../../kernel/fields.ts'
import { defineOperation, type NewSession } from '../../kernel/operation.ts'
import { ApiError } from '../../lib/errors.ts'
import { readKnownBrowser } from './known-browser.ts'
import { passwordText, verifyPassword } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { accountKey, type CredentialState, credentialsUnchanged, emailText, findPerson } from './person.ts'
import { consumeCode, hasSecondFactor } from './second-factor.ts'
import { openSession } from './sessions.ts'

export type VisitContext = Context & { actor: VisitorActor }

export const signIn = defineOperation({
  name: 'sign-in',
  summary:
    'Begin a session with an e-mail address and a password, and with a code where there is a second factor',
  on: 'visit',
  access: 'operator',
  role: 'none',
  console: { method: 'POST', path: '/console/api/sign-in' },
  fields: {
    email: emailText,
    password: passwordText,
    code: presentedSecret(100).optional().describe('Of the second factor, or a recovery code'),
  },
  data: z.object({
    second_factor: z.boolean().describe('Whether a code is wanted; without one nobody has been signed in'),
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
    if (wantsCode && !(await consumeCode(services, person, code ?? '')))
      throw await refusal(ctx, person.id, 'code')
    await services.limits.forgetAttempts(attempts)
    return { data: { second_factor: false }, session: await startSession(ctx, person.id, person) }
  },
})

/** Attempts from a browser in which this person has signed in before count apart from those of everybody else. */
export function nameAttempts({ services, actor }: VisitContext, account: string, id?: string): string {
  const browser = readKnownBrowser(services, actor.knownBrowser, id)
  return browser === undefined ? account : `${account} ${browser}`
}

/** Records a failed attempt. Wrong and unknown get the same answer, for passwords as for passkeys. */
export async function refusal(
  ctx: VisitContext,
  personId: string | undefined,
  what: keyof typeof wrongWords,
): Promise<ApiError> {
  if (personId !== undefined)
    await record(ctx.services.db, 'sign-in-failed', ctx, {
      before: null,
      after: { person_id: personId, wrong: what },
      workspaceId: null,
    })
  return wrong(what)
}

const wrongWords = {
  password: 'the e-mail address or the password is wrong',
  code: 'the code is wrong, or was used before',
  passkey: 'the passkey was not accepted; try again, or sign in another way',
}

export const wrong = (what: keyof typeof wrongWords) => new ApiError('invalid_token', wrongWords[what])

/**
 * Signs somebody in who has shown who they are, with a record of it.
 * @throws ApiError invalid_token where another password or a second factor has been chosen meanwhile
 */
export async function startSession(
  ctx: VisitContext,
  personId: string,
  shown?: CredentialState,
): Promise<NewSession> {
  return ctx.services.db.transaction().execute(async (transaction) => {
    if (shown !== undefined && !(await credentialsUnchanged(transaction, personId, shown)))
      throw wrong('password')
    const session = await openSession(ctx.services, transaction, personId, ctx.actor)
    const after = { person_id: personId }
    await record(transaction, 'sign-in', ctx, { before: null, after, workspaceId: null, by: personId })
    return session
  })
}
