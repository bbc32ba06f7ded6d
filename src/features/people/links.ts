import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { presentedSecret, utcTimestamp } from '../../kernel/fields.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { lockWorkspace } from './membership.ts'
import { lockPerson } from './person.ts'
import { hashToken, newToken } from './tokens.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

type LinkKind = Row<'one_time_links'>['kind']

/** The path and lifetime of each kind of link. */
const kinds: Record<LinkKind, { path: string; lifetimeMs: number }> = {
  'set-up': { path: '/set-up', lifetimeMs: 30 * minuteMs },
  'sign-in': { path: '/sign-in-link', lifetimeMs: 30 * minuteMs },
  password: { path: '/choose-password', lifetimeMs: 60 * minuteMs },
  invitation: { path: '/invitation', lifetimeMs: 7 * dayMs },
}

/** The token behind `#`, which browsers never send to a server. */
export const linkToken = presentedSecret(200).describe('The part of the link after #.')

export const linkSchema = z.object({
  url: z.url().describe('Single-use link, valid for anyone who has it. Shown only once.'),
  expires_at: utcTimestamp,
})

type Purpose = Partial<
  Pick<Row<'one_time_links'>, 'person_id' | 'email' | 'workspace_id' | 'role' | 'brand_ids' | 'created_by'>
>

/** Creates a link. A new setup link replaces the previous one. */
export async function createLink(
  services: Services,
  transaction: PostgresLike,
  kind: LinkKind,
  purpose: Purpose = {},
): Promise<{ id: string; url: string; expires_at: string }> {
  const token = newToken()
  const now = services.now()
  const { path, lifetimeMs } = kinds[kind]
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const made = { id, token_hash: hashToken(token), created_at: now, expires_at: expiresAt }
  await transaction
    .insertInto('one_time_links')
    .values({ kind, ...made, ...purpose })
    .onConflict((on) => on.column('kind').where('kind', '=', sql.lit('set-up')).doUpdateSet(made))
    .execute()
  return { id, url: `${services.address()}${path}#${token}`, expires_at: expiresAt.toISOString() }
}

const spent = () => invalidRequest('this link was already used or has expired; request a new one')

/** Loads an unused link without consuming it. @throws ApiError invalid_request */
export async function findOneTimeLink(
  { db, now }: { db: PostgresLike; now: () => Date },
  kind: LinkKind,
  token: string,
): Promise<Row<'one_time_links'>> {
  return db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow(spent)
}

/**
 * Consumes a link in the transaction that acts on it. Locks the person or workspace first: using one link
 * deletes others of the same person, and two used concurrently would deadlock.
 * @throws ApiError invalid_request
 */
export async function consumeOneTimeLink(
  transaction: PostgresLike,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<Row<'one_time_links'>> {
  const { workspace_id, person_id } = await findOneTimeLink({ db: transaction, now: () => now }, kind, token)
  if (workspace_id !== null) await lockWorkspace(transaction, workspace_id)
  if (person_id !== null) await lockPerson(transaction, person_id)
  return transaction
    .deleteFrom('one_time_links')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirstOrThrow(spent)
}

export async function hasNoAccounts(db: PostgresLike): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Creates the link for the first owner. Undefined if an account exists. */
export async function createSetUpLink(
  services: Services,
  transaction: PostgresLike = services.db,
): Promise<{ url: string; expires_at: string } | undefined> {
  if (!(await hasNoAccounts(transaction))) return undefined
  const { url, expires_at } = await createLink(services, transaction, 'set-up')
  return { url, expires_at }
}
