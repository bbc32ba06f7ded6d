import { z } from 'zod'
import { checkLimit } from '../../kernel/admission.ts'
import type { Services } from '../../kernel/context.ts'
import { presentedSecret, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { ApiError, conflict, notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { hashNewPassword, passwordText, verifyPassword } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { type CredentialState, credentialsUnchanged, personName } from './person.ts'
import { consumeCode, hasSecondFactor, newRecoveryCodes, newSecondFactor } from './second-factor.ts'
import { endSessions, idleCutoff } from './sessions.ts'
import { setPassword } from './set-password.ts'

/*
 * What somebody does with their own account. Whatever makes it less safe asks for the password once more, so that a screen
 * that was left open is not enough.
 */

export const accountVersion = defineVersioned('account', ['id', 'name'])

export const ofAccount = { on: 'person', access: 'operator', role: 'none' } as const

export const loadPerson = (db: PostgresLike, id: string) =>
  db
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('person'))

/**
 * @returns whose password it is, for the change to look whether it still is
 * @throws ApiError insufficient_scope, or rate_limited after too many that were wrong
 */
export async function confirmPassword(
  services: Services,
  id: string,
  password: string,
): Promise<CredentialState> {
  checkPasswordsCount(services.config)
  checkLimit(await services.limits.countAttempt(`account ${id}`))
  const person = await loadPerson(services.db, id)
  if (!(await verifyPassword(password, person.password_hash))) throw wrongPassword()
  await services.limits.forgetAttempts(`account ${id}`)
  return person
}

const wrongPassword = () => new ApiError('insufficient_scope', 'the password is wrong')

/** Whoever chose another password meanwhile has ended what the one before allows. @throws ApiError insufficient_scope */
export async function checkStill(
  transaction: PostgresLike,
  id: string,
  shown: CredentialState,
): Promise<void> {
  if (!(await credentialsUnchanged(transaction, id, shown))) throw wrongPassword()
}

export const updateAccount = defineChange({
  ...ofAccount,
  name: 'update-account',
  summary: 'Change the own name',
  changes: accountVersion,
  fields: { name: personName },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { actor }, input, transaction }) {
    const own = transaction.selectFrom('people').select(['id', 'name']).where('id', '=', actor.id)
    const former = await own.forUpdate().executeTakeFirstOrThrow(() => notFound('person'))
    await transaction.updateTable('people').set({ name: input.name }).where('id', '=', actor.id).execute()
    // No record holds a name.
    return { data: { id: actor.id }, former, audit: { before: null, after: { id: actor.id } } }
  },
})

export const changePassword = defineChange({
  ...ofAccount,
  name: 'change-password',
  summary: 'Change the own password; all other sessions, connected programs and passkeys end',
  fields: {
    password: passwordText.describe('The one until now'),
    new_password: passwordText.describe('At least 10 characters'),
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
  ...ofAccount,
  name: 'begin-second-factor',
  summary: 'Make the secret of a second factor; it counts once confirm-second-factor has had a code of it',
  secretData: ['url', 'secret'],
  fields: { password: passwordText },
  data: z.object({
    url: z.string().describe('For authenticator apps, which read it from a QR code'),
    secret: z.string().describe('The same, to be typed'),
  }),
  async prefetch({ ctx: { services, actor }, input }) {
    return confirmPassword(services, actor.id, input.password)
  },
  async change({ ctx: { services, actor }, transaction, prefetched: shown }) {
    await checkStill(transaction, actor.id, shown)
    const person = await loadPerson(transaction, actor.id)
    if (hasSecondFactor(person)) throw conflict('there is a second factor already: remove it first')
    const { sealed, ...data } = newSecondFactor(services, person)
    await transaction
      .updateTable('people')
      .set({ totp_secret: sealed, totp_last_step: null })
      .where('id', '=', actor.id)
      .execute()
    return { data, audit: { before: null, after: { id: actor.id } } }
  },
})

export const confirmSecondFactor = defineChange({
  ...ofAccount,
  name: 'confirm-second-factor',
  summary: 'Switch the second factor on; the recovery codes are shown this once',
  secretData: ['recovery_codes'],
  fields: { code: presentedSecret(20).describe('What the authenticator shows') },
  data: z.object({ recovery_codes: z.array(z.string()).describe('Each signs in once in place of a code') }),
  async prefetch({ ctx: { services, actor }, input: { code } }) {
    checkLimit(await services.limits.countAttempt(`account ${actor.id}`))
    const person = await loadPerson(services.db, actor.id)
    if (hasSecondFactor(person) || person.totp_secret === null)
      throw conflict('there is no second factor to confirm: begin one first')
    if (!(await consumeCode(services, person, code)))
      throw new ApiError('invalid_request', 'code is wrong: is the clock of the device right?')
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
    if (confirmed.numUpdatedRows !== 1n) throw conflict('another second factor was begun meanwhile')
    const recovery_codes = await newRecoveryCodes(transaction, actor.id)
    await endSessions(transaction, actor.id, actor.sessionId)
    return { data: { recovery_codes }, audit: { before: null, after: { id: actor.id } } }
  },
})

export const removeSecondFactor = defineChange({
  ...ofAccount,
  name: 'remove-second-factor',
  summary: 'Switch the second factor off',
  fields: { password: passwordText },
  data: z.object({ id: z.uuid() }),
  async prefetch({ ctx: { services, actor }, input }) {
    return confirmPassword(services, actor.id, input.password)
  },
  async change({ ctx: { actor }, transaction, prefetched: shown }) {
    await checkStill(transaction, actor.id, shown)
    await transaction
      .updateTable('people')
      .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
      .where('id', '=', actor.id)
      .execute()
    await transaction.deleteFrom('recovery_codes').where('person_id', '=', actor.id).execute()
    return { data: { id: actor.id }, audit: { before: { id: actor.id }, after: null } }
  },
})

export const listSessions = defineOperation({
  ...ofAccount,
  name: 'list-sessions',
  summary: 'The own sessions, newest first',
  fields: {},
  list: storedRows(null),
  data: z.array(
    z.object({
      id: z.uuid(),
      is_current: z.boolean(),
      address: z.string().describe('From which it was begun'),
      user_agent: z.string().nullable(),
      created_at: utcTimestamp,
      last_used_at: utcTimestamp,
      expires_at: utcTimestamp,
    }),
  ),
  async run({ ctx: { services, actor }, page }) {
    const own = services.db
      .selectFrom('sessions')
      .select(['id', 'address', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
      .where('person_id', '=', actor.id)
      .where('expires_at', '>', services.now())
      .where('last_used_at', '>', idleCutoff(services))
    const { rows, next } = await newestFirst(own, 'sessions', page)
    return {
      data: rows.map((row) => ({
        ...row,
        is_current: row.id === actor.sessionId,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      })),
      next,
    }
  },
})

export const endSession = defineChange({
  ...ofAccount,
  name: 'end-session',
  summary: 'End one of the own sessions, or all others',
  fields: { session_id: uuid.optional().describe('All others where not given') },
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
