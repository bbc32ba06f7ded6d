import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { nameText, trimmedText } from '../../kernel/fields.ts'
import { type Role, roles } from '../../kernel/roles.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'

export const emailText = trimmedText(1, 254)
  .refine((text) => z.email().safeParse(text).success, 'must be an email address')
  .meta({ format: 'email', description: 'Email address, case-insensitive.' })

export const personName = nameText(200).describe('Name that other members see.')

export const roleField = z.enum(roles as unknown as [Role, ...Role[]])

/** The form in which addresses are compared and unique: ignores letter case. */
export const emailKey = (email: string) => email.normalize('NFKC').toLowerCase()

/** The key that sign-in attempts are counted by, whether or not the account exists. */
export const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url')

const uniqueViolation = '23505'

/** @throws ApiError conflict if the address has an account */
export async function insertPerson(
  transaction: PostgresLike,
  person: { email: string; name: string; passwordHash: string | null },
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const { email, name, passwordHash } = person
  try {
    await transaction
      .insertInto('people')
      .values({ id, email, email_key: emailKey(email), name, password_hash: passwordHash, created_at: now })
      .execute()
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation)
      throw conflict('email: an account with this address already exists')
    throw error
  }
  return id
}

export const findPerson = (db: PostgresLike, email: string) =>
  db.selectFrom('people').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

const memberOf = (db: PostgresLike, workspaceId: string, email: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('email_key', '=', emailKey(email))

/** Finds a member by email address. @throws ApiError not_found, whether or not the address has an account */
export const findMember = (db: PostgresLike, workspaceId: string, email: string) =>
  memberOf(db, workspaceId, email).executeTakeFirstOrThrow(() => notFound('member'))

export const isMember = async (db: PostgresLike, workspaceId: string, email: string) =>
  (await memberOf(db, workspaceId, email).executeTakeFirst()) !== undefined

/** Serializes changes of an account. */
export const lockPerson = (transaction: PostgresLike, id: string) =>
  transaction.selectFrom('people').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** The credentials that a person has proven, as loaded at that time. */
export type CredentialState = Pick<Row<'people'>, 'password_hash' | 'totp_confirmed_at'>

/** Whether the credentials are unchanged. Locks the account until the transaction ends. */
export async function credentialsUnchanged(
  transaction: PostgresLike,
  personId: string,
  { password_hash, totp_confirmed_at }: CredentialState,
): Promise<boolean> {
  const found = await transaction
    .selectFrom('people')
    .select(['password_hash', 'totp_confirmed_at'])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const hadSecondFactor = totp_confirmed_at !== null
  return found?.password_hash === password_hash && (found.totp_confirmed_at !== null) === hadSecondFactor
}
