import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { nameText, utcTimestamp, uuid } from '../../../kernel/fields.ts'
import { defineChange, defineOperation, forPerson } from '../../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../../kernel/pagination.ts'
import { showRow } from '../../../kernel/shown-row.ts'
import { defineVersioned } from '../../../kernel/versions.ts'
import { conflict, invalidRequest, notFound } from '../../../lib/errors.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { checkStill, confirmPassword, loadPerson } from '../account.ts'
import { passwordText } from '../password.ts'
import { lockPerson } from '../person.ts'
import { keepChallenge, relyingPartyOf, takeChallenge } from './challenge.ts'
import { loadWebAuthn, newCredential, supportedAlgorithmIDs, verifyNew } from './verify.ts'

const maxPasskeys = 20

const passkeyVersion = defineVersioned('passkey', ['id', 'name'])

const passkeyName = nameText(100).describe('Name that only you see, such as "Work laptop".')

/** The user handle that devices store: the account id, which is not personal data. */
export const userHandleOf = (personId: string) => Buffer.from(personId.replaceAll('-', ''), 'hex')

export const beginPasskey = defineChange({
  ...forPerson,
  name: 'begin-passkey',
  summary: 'Start adding a passkey; complete it with add-passkey within 5 minutes',
  secretData: ['options'],
  fields: { password: passwordText },
  data: z.object({
    options: z
      .looseObject({ challenge: z.string() })
      .describe('WebAuthn PublicKeyCredentialCreationOptionsJSON for the browser.'),
  }),
  async prefetch({ ctx: { services, actor }, input }) {
    return confirmPassword(services, actor.id, input.password)
  },
  async change({ ctx: { services, actor }, transaction, prefetched: shown }) {
    await checkStill(transaction, actor.id, shown)
    const party = relyingPartyOf(services)
    const { email, name } = await loadPerson(transaction, actor.id)
    const own = await ofPerson(transaction, actor.id).select('credential_id').execute()
    const { generateRegistrationOptions } = await loadWebAuthn()
    const options = await generateRegistrationOptions({
      rpName: 'Sightline',
      rpID: party.id,
      supportedAlgorithmIDs,
      userID: new Uint8Array(userHandleOf(actor.id)),
      userName: email,
      userDisplayName: name,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
    })
    await keepChallenge(services, transaction, { session_id: actor.sessionId }, options.challenge)
    return { data: { options: { ...options } }, audit: { before: null, after: { id: actor.id } } }
  },
})

const ofPerson = (db: PostgresLike, personId: string) => db.selectFrom('passkeys').where('person_id', '=', personId)

export const hasPasskey = async (db: PostgresLike, personId: string) =>
  (await ofPerson(db, personId).select('id').limit(1).executeTakeFirst()) !== undefined

export const addPasskey = defineChange({
  ...forPerson,
  name: 'add-passkey',
  summary: 'Add the passkey started with begin-passkey in the same session',
  fields: { name: passkeyName, credential: newCredential },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { services, actor }, input: { name, credential }, transaction }) {
    const party = relyingPartyOf(services)
    await lockPerson(transaction, actor.id)
    const challenge = await takeChallenge(services, transaction, { session_id: actor.sessionId })
    const made = challenge === undefined ? undefined : await verifyNew(credential, party, challenge)
    if (made === undefined)
      throw invalidRequest(
        'credential: does not match the last begin-passkey of this session, or 5 minutes have passed; start again',
      )
    if ((await ofPerson(transaction, actor.id).select('id').execute()).length >= maxPasskeys)
      throw conflict(`you have ${maxPasskeys} passkeys; delete one first`)
    const id = randomUUID()
    const added = await transaction
      .insertInto('passkeys')
      .values({
        id,
        person_id: actor.id,
        name,
        credential_id: made.id,
        // COSE.
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        created_at: services.now(),
      })
      .onConflict((on) => on.column('credential_id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw conflict('credential: this passkey was already added')
    return { data: { id }, audit: { before: null, after: { id: actor.id, passkey_id: id } } }
  },
})

const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: utcTimestamp,
  last_used_at: utcTimestamp.nullable().describe('Time of the last sign-in. Null if never used.'),
})

export const listPasskeys = defineOperation({
  ...forPerson,
  name: 'list-passkeys',
  summary: 'List your passkeys, newest first',
  shows: passkeyVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(passkeySchema),
  async run({ ctx: { services, actor }, page }) {
    const own = ofPerson(services.db, actor.id).select(['id', 'name', 'created_at', 'last_used_at'])
    const { rows, next } = await newestFirst(own, 'passkeys', page)
    return { data: rows.map((row) => showRow(passkeySchema, row)), next }
  },
})

export const renamePasskey = defineChange({
  ...forPerson,
  name: 'rename-passkey',
  summary: 'Rename one of your passkeys',
  changes: passkeyVersion,
  fields: { passkey_id: uuid, name: passkeyName },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { actor }, input: { passkey_id: id, name }, transaction }) {
    const former = await ownPasskey(transaction, actor.id, id)
    await transaction.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
    return { data: { id }, former, audit: { before: null, after: { id: actor.id, passkey_id: id } } }
  },
})

export const deletePasskey = defineChange({
  ...forPerson,
  name: 'delete-passkey',
  summary: 'Delete one of your passkeys; ends other sessions started with it',
  changes: passkeyVersion,
  fields: { passkey_id: uuid },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { actor }, input: { passkey_id: id }, transaction }) {
    const former = await ownPasskey(transaction, actor.id, id)
    const others = transaction.deleteFrom('sessions').where('passkey_id', '=', id)
    await others.where('id', '<>', actor.sessionId).execute()
    await transaction.deleteFrom('passkeys').where('id', '=', id).execute()
    return { data: { id }, former, audit: { before: { id: actor.id, passkey_id: id }, after: null } }
  },
})

/** Loads and locks a passkey, which serializes sign-ins and changes. @throws ApiError not_found */
async function ownPasskey(transaction: PostgresLike, personId: string, id: string) {
  await lockPerson(transaction, personId)
  return ofPerson(transaction, personId)
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('passkey'))
}
