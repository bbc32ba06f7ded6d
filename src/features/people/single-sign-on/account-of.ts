import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import { SignInRefusal } from '../../../kernel/single-sign-on.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { hasNoAccounts } from '../links.ts'
import { emailKey, emailText, findPerson, insertPerson, personName } from '../person.ts'
import { endPersonAccess } from '../sessions.ts'
import type { Identity } from './provider.ts'

/** Somebody whom the provider vouches for. */
export interface VerifiedIdentity extends Pick<Identity, 'issuer' | 'subject'> {
  email: string
  name: string
}

/** What the provider must have said of somebody for us to believe it. @throws SignInRefusal */
export function checkIdentity(
  { SSO_EMAIL_DOMAINS: domains }: Services['config'],
  { issuer, subject, ...told }: Identity,
): VerifiedIdentity {
  const email = emailText.safeParse(told.email)
  if (!email.success) throw new SignInRefusal('email_missing')
  if (!told.isVerified) throw new SignInRefusal('email_unverified')
  const domain = emailKey(email.data).split('@').at(-1) as string
  if (domains.length > 0 && !domains.includes(domain)) throw new SignInRefusal('domain_not_allowed')
  const name = personName.safeParse(told.name)
  return { issuer, subject, email: email.data, name: name.success ? name.data : email.data }
}

/** The account of somebody by what binds it to the provider, which is never the address. */
export const findLinkedAccount = (
  db: PostgresLike,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
) =>
  db
    .selectFrom('people')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/**
 * Finds somebody's account, binds the one of their address to them the first time, or makes one.
 * @throws SignInRefusal where the account of the address is somebody else's at the provider
 */
export async function accountOf(
  services: Services,
  transaction: PostgresLike,
  verified: VerifiedIdentity,
): Promise<{ id: string; email: string; isNew: boolean }> {
  const { issuer, subject, email } = verified
  // First sign-ins of one person come one after another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(transaction)
  const bound = await findLinkedAccount(transaction, verified)
  if (bound !== undefined) return { ...bound, isNew: false }
  if (await hasNoAccounts(transaction)) throw new SignInRefusal('not_set_up')
  const found = await findPerson(transaction, email)
  const id =
    found?.id ?? (await insertPerson(transaction, { ...verified, passwordHash: null }, services.now()))
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
 * Whoever chose the password of an account that is bound only now had an invitation, and need not have had its address:
 * as with a new password by link, nothing of theirs opens it any more.
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
