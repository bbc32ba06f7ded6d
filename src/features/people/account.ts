import { z } from 'zod'
import { checkLimit } from '../../kernel/admission.ts'
import type { Services } from '../../kernel/context.ts'
import { presentedSecret, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forPerson } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { ApiError, conflict, notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { requireRow, updateRow } from '../../stores/postgres-rows.ts'
import { hashNewPassword, passwordText, verifyPassword } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { type CredentialState, credentialsUnchanged, personName } from './person.ts'
import { consumeCode, hasSecondFactor, newRecoveryCodes, newSecondFactor } from './second-factor.ts'
import { endSessions, idleCutoff } from './sessions.ts'
import { setPassword } from './set-password.ts'

/* Operations on your own account. Those that weaken it ask for the password, in case of an open screen. */

export const accountVersion = defineVersioned('account', ['id', 'name'])

export const loadPerson = (db: PostgresLike, id: string) => requireRow(db, 'people', { id }, 'person')

/**
 * @returns the credentials that the password matched, to check again in the transaction
 * @throws ApiError insufficient_scope, or rate_limited after too many wrong attempts
 */
export async function confirmPassword(services: Services, id: string, password: string): Promise<CredentialState> {
  checkPasswordsCount(services.config)
  checkLimit(await services.limits.countAttempt(`account ${id}`))
  const person = await loadPerson(services.db, id)
  if (!(await verifyPassword(password, person.password_hash))) throw wrongPassword()
  await services.limits.forgetAttempts(`account ${id}`)
  return person
}

const wrongPassword = () => new ApiError('insufficient_scope', 'the password is wrong')

/** Fails if the credentials changed after the password check. @throws ApiError insufficient_scope */
export async function checkStill(transaction: PostgresLike, id: string, shown: CredentialState): Promise<void> {
  if (!(await credentialsUnchanged(transaction, id, shown))) throw wrongPassword()
}

export const updateAccount = defineChange({
  ...forPerson,
  name: 'update-account',
  summary: 'Update your name',
  changes: accountVersion,
  fields: { name: personName },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { actor }, input, transaction }) {
    const own = transaction.selectFrom('people').select(['id', 'name']).where('id', '=', actor.id)
    const former = await own.forUpdate().executeTakeFirstOrThrow(() => notFound('person'))
    await updateRow(transaction, 'people', actor.id, { name: input.name })
    // Audit records hold no names.
    return { data: { id: actor.id }, former, audit: { before: null, after: { id: actor.id } } }
  },
})

export const changePassword = defineChange({
  ...forPerson,
  name: 'change-password',
  summary: 'Change your password; ends your other sessions, and removes connected apps and passkeys',
  fields: {
    password: passwordText.describe('The current password.'),
    new_password: passwordText.describe('The new password. At least 10 characters.'),
  },
  data: z.object({ id: z.uuid() }),
  async prefetch({ ctx: { services, actor }, input: { password, new_password } }) {
    const shown = await confirmPassword(services, actor.id, password)
    return { shown, passwordHash: await hashNewPassword(new_password) }
  },
  async change({ ctx: { services, actor }, transaction, prefetched: { shown, passwordHash } }) {
    await checkStill(transaction, actor.id, shown)
    await setPassword(services, transaction, actor.id, passwordHash, actor.sessionId)
    return { data: { id: actor.id }, audit: { before: null, after: { id: actor.id } } }
  },
})

export const beginSecondFactor = defineChange({
  ...forPerson,
  name: 'begin-second-factor',
  summary: 'Create a second factor; confirm-second-factor enables it',
  secretData: ['url', 'secret'],
  fields: { password: passwordText },
  data: z.object({
    url: z.string().describe('The otpauth URL that authenticator apps read from a QR code.'),
    secret: z.string().describe('The same secret, to enter by hand.'),
  }),
  async prefetch({ ctx: { services, actor }, input }) {
    return confirmPassword(services, actor.id, input.password)
  },
  async change({ ctx: { services, actor }, transaction, prefetched: shown }) {
    await checkStill(transaction, actor.id, shown)
    const person = await loadPerson(transaction, actor.id)
    if (hasSecondFactor(person)) throw conflict('your account already has a second factor; remove it first')
    const { sealed, ...data } = newSecondFactor(services, person)
    await updateRow(transaction, 'people', actor.id, { totp_secret: sealed, totp_last_step: null })
    return { data, audit: { before: null, after: { id: actor.id } } }
  },
})

export const confirmSecondFactor = defineChange({
  ...forPerson,
  name: 'confirm-second-factor',
  summary: 'Enable the second factor; shows the recovery codes only once',
  secretData: ['recovery_codes'],
  fields: { code: presentedSecret(20).describe('The code that the authenticator app shows.') },
  data: z.object({
    recovery_codes: z.array(z.string()).describe('Single-use codes for signing in without the authenticator.'),
  }),
  async prefetch({ ctx: { services, actor }, input: { code } }) {
    checkLimit(await services.limits.countAttempt(`account ${actor.id}`))
    const person = await loadPerson(services.db, actor.id)
    if (hasSecondFactor(person) || person.totp_secret === null)
      throw conflict('no second factor to confirm; run begin-second-factor first')
    if (!(await consumeCode(services, person, code)))
      throw new ApiError('invalid_request', 'code: wrong or expired; check the clock of your device')
    return person.totp_secret
  },
  async change({ ctx: { services, actor }, transaction, prefetched: secret }) {
    const confirmed = await transaction
      .updateTable('people')
      .set({ totp_confirmed_at: services.now() })
      .where('id', '=', actor.id)
      .where('totp_secret', '=', secret)
      .where('totp_confirmed_at', 'is', null)
      .executeTakeFirst()
    if (confirmed.numUpdatedRows !== 1n)
      throw conflict('this second factor was replaced by a newer one; confirm that one')
    const recovery_codes = await newRecoveryCodes(transaction, actor.id)
    await endSessions(transaction, actor.id, actor.sessionId)
    return { data: { recovery_codes }, audit: { before: null, after: { id: actor.id } } }
  },
})

export const removeSecondFactor = defineChange({
  ...forPerson,
  name: 'remove-second-factor',
  summary: 'Remove your second factor',
  fields: { password: passwordText },
  data: z.object({ id: z.uuid() }),
  async prefetch({ ctx: { services, actor }, input }) {
    return confirmPassword(services, actor.id, input.password)
  },
  async change({ ctx: { actor }, transaction, prefetched: shown }) {
    await checkStill(transaction, actor.id, shown)
    await updateRow(transaction, 'people', actor.id, {
      totp_secret: null,
      totp_confirmed_at: null,
      totp_last_step: null,
    })
    await transaction.deleteFrom('recovery_codes').where('person_id', '=', actor.id).execute()
    return { data: { id: actor.id }, audit: { before: { id: actor.id }, after: null } }
  },
})

const sessionSchema = z.object({
  id: z.uuid(),
  is_current: z.boolean(),
  address: z.string().describe('IP address at sign-in.'),
  user_agent: z.string().nullable(),
  created_at: utcTimestamp,
  last_used_at: utcTimestamp,
  expires_at: utcTimestamp,
})

export const listSessions = defineOperation({
  ...forPerson,
  name: 'list-sessions',
  summary: 'List your sessions, newest first',
  fields: {},
  list: storedRows(null),
  data: z.array(sessionSchema),
  async run({ ctx: { services, actor }, page }) {
    const own = services.db
      .selectFrom('sessions')
      .select(['id', 'address', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
      .where('person_id', '=', actor.id)
      .where('expires_at', '>', services.now())
      .where('last_used_at', '>', idleCutoff(services))
    const { rows, next } = await newestFirst(own, 'sessions', page)
    const data = rows.map((row) => showRow(sessionSchema, { ...row, is_current: row.id === actor.sessionId }))
    return { data, next }
  },
})

export const endSession = defineChange({
  ...forPerson,
  name: 'end-session',
  summary: 'End one of your sessions, or all except the current one',
  fields: {
    session_id: uuid.optional().describe('The session to end. Omit to end all except the current one.'),
  },
  data: z.object({ ended: z.int() }),
  async change({ ctx: { actor }, input, transaction }) {
    const own = transaction.deleteFrom('sessions').where('person_id', '=', actor.id)
    const { numDeletedRows } = await (input.session_id === undefined
      ? own.where('id', '<>', actor.sessionId)
      : own.where('id', '=', input.session_id)
    ).executeTakeFirst()
    if (input.session_id !== undefined && numDeletedRows === 0n) throw notFound('session')
    return { data: { ended: Number(numDeletedRows) }, audit: { before: null, after: { id: actor.id } } }
  },
})
