import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import { SignInRefusal } from '../../../kernel/single-sign-on.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { hasNoAccounts } from '../links.ts'
import { emailKey, emailText, findPerson, insertPerson, personName } from '../person.ts'
import { endPersonAccess } from '../sessions.ts'
import type { Identity } from './provider.ts'

export interface VerifiedIdentity extends Pick<Identity, 'issuer' | 'subject'> {
  email: string
  name: string
}

/** Checks that the identity is complete, verified and in an allowed domain. @throws SignInRefusal */
export function checkIdentity(
  { SSO_EMAIL_DOMAINS: domains }: Services['config'],
  { issuer, subject, ...profile }: Identity,
): VerifiedIdentity {
  const email = emailText.safeParse(profile.email)
  if (!email.success) throw new SignInRefusal('email_missing')
  if (!profile.isVerified) throw new SignInRefusal('email_unverified')
  const domain = emailKey(email.data).split('@').at(-1) as string
  if (domains.length > 0 && !domains.includes(domain)) throw new SignInRefusal('domain_not_allowed')
  const name = personName.safeParse(profile.name)
  return { issuer, subject, email: email.data, name: name.success ? name.data : email.data }
}

/** Finds an account by issuer and subject, never by its email address. */
export const findLinkedAccount = (db: PostgresLike, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) =>
  db.selectFrom('people').selectAll().where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()

/**
 * Finds the linked account, links the account with the same address at the first sign-in, or creates one.
 * @throws SignInRefusal if that account is linked to another identity
 */
export async function accountOf(
  services: Services,
  transaction: PostgresLike,
  verified: VerifiedIdentity,
): Promise<{ id: string; email: string; isNew: boolean }> {
  const { issuer, subject, email } = verified
  // Serializes first sign-ins of one person.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(transaction)
  const bound = await findLinkedAccount(transaction, verified)
  if (bound !== undefined) return { ...bound, isNew: false }
  if (await hasNoAccounts(transaction)) throw new SignInRefusal('not_set_up')
  const found = await findPerson(transaction, email)
  const id = found?.id ?? (await insertPerson(transaction, { ...verified, passwordHash: null }, services.now()))
  const isNew = found === undefined
  const own = await transaction
    .updateTable('people')
    .set({ issuer, subject })
    .where('id', '=', id)
    .where('subject', 'is', null)
    .executeTakeFirst()
  if (own.numUpdatedRows !== 1n) throw new SignInRefusal('address_taken')
  if (!isNew) await forgetPassword(services, transaction, id)
  return { id, email, isNew }
}

/**
 * Deletes the password, passkeys and recovery codes of an account when it is first linked: its creator had an
 * invitation, but not necessarily access to the mailbox.
 */
async function forgetPassword(services: Services, transaction: PostgresLike, id: string): Promise<void> {
  await endPersonAccess(services, transaction, id)
  await transaction
    .updateTable('people')
    .set({ password_hash: null, totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
    .where('id', '=', id)
    .execute()
  await transaction.deleteFrom('passkeys').where('person_id', '=', id).execute()
  await transaction.deleteFrom('recovery_codes').where('person_id', '=', id).execute()
}
