import { z } from 'zod'
import { checkLimit } from '../../../kernel/admission.ts'
import { record } from '../../../kernel/change.ts'
import { defineOperation, type NewSession } from '../../../kernel/operation.ts'
import { findRow } from '../../../stores/postgres-rows.ts'
import type { Row } from '../../../stores/postgres-schema.ts'
import { forVisitors } from '../for-visitors.ts'
import { checkPasswordsCount } from '../passwords-count.ts'
import { lockPerson } from '../person.ts'
import { openSession } from '../sessions.ts'
import { nameAttempts, refusal, type VisitContext, wrong } from '../sign-in.ts'
import { hashToken, newToken } from '../tokens.ts'
import { challengeSeconds, keepChallenge, relyingPartyOf, takeChallenge } from './challenge.ts'
import { userHandleOf } from './own-passkeys.ts'
import { loadWebAuthn, usedCredential, verifyUsed } from './verify.ts'

type Passkey = Row<'passkeys'>

export const beginPasskeySignIn = defineOperation({
  name: 'begin-passkey-sign-in',
  summary: 'Start signing in with a passkey; complete it with sign-in-with-passkey within 5 minutes',
  ...forVisitors('begin-passkey-sign-in'),
  fields: {},
  data: z.object({
    options: z
      .looseObject({ challenge: z.string() })
      .describe('WebAuthn PublicKeyCredentialRequestOptionsJSON for the browser.'),
  }),
  async run({ ctx: { services } }) {
    checkPasswordsCount(services.config)
    const { id: rpID } = relyingPartyOf(services)
    const { generateAuthenticationOptions } = await loadWebAuthn()
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    const token = newToken()
    await keepChallenge(services, services.db, { token_hash: hashToken(token) }, options.challenge)
    return { data: { options: { ...options } }, challenge: { token, seconds: challengeSeconds } }
  },
})

export const signInWithPasskey = defineOperation({
  name: 'sign-in-with-passkey',
  summary: 'Sign in with a passkey, which counts as both factors',
  ...forVisitors('sign-in-with-passkey'),
  fields: { credential: usedCredential },
  data: z.object({ person_id: z.uuid() }),
  async run({ ctx, input: { credential } }) {
    const { services, actor } = ctx
    checkPasswordsCount(services.config)
    const party = relyingPartyOf(services)
    const passkey = await findRow(services.db, 'passkeys', { credential_id: credential.id })
    const account = `passkey ${hashToken(credential.id).toString('base64url')}`
    const attempts = nameAttempts(ctx, account, passkey?.person_id)
    checkLimit(await services.limits.countAttempt(attempts))
    const token_hash = hashToken(actor.challengeToken ?? '')
    const challenge = await takeChallenge(services, services.db, { token_hash })
    const counter =
      passkey === undefined || challenge === undefined || !isOwn(passkey, credential.response.userHandle)
        ? undefined
        : await verifyUsed(credential, asKnown(passkey), party, challenge)
    if (passkey === undefined || counter === undefined) throw await refusal(ctx, passkey?.person_id, 'passkey')
    await services.limits.forgetAttempts(attempts)
    return { data: { person_id: passkey.person_id }, session: await enter(ctx, passkey, counter) }
  },
})

/** Compares the account that the device reports with the passkey's owner (WebAuthn, 7.2, step 6). */
const isOwn = ({ person_id }: Passkey, userHandle: string | null | undefined) =>
  userHandle != null && userHandleOf(person_id).equals(Buffer.from(userHandle, 'base64url'))

const asKnown = ({ credential_id, public_key, counter }: Passkey) => ({
  id: credential_id,
  publicKey: new Uint8Array(public_key),
  counter,
})

/** @throws ApiError invalid_token if the passkey was deleted, or its counter advanced, since it was read */
const enter = (ctx: VisitContext, { id, person_id }: Passkey, counter: number): Promise<NewSession> =>
  ctx.services.db.transaction().execute(async (transaction) => {
    const { services, actor } = ctx
    await lockPerson(transaction, person_id)
    const used = await transaction
      .updateTable('passkeys')
      .set({ counter, last_used_at: services.now() })
      .where('id', '=', id)
      // Devices without a counter always send 0.
      .where('counter', counter === 0 ? '=' : '<', counter)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n) throw wrong('passkey')
    const session = await openSession(services, transaction, person_id, actor, id)
    const after = { person_id, by: 'passkey' }
    await record(transaction, 'sign-in', ctx, { before: null, after, workspaceId: null, by: person_id })
    return session
  })
