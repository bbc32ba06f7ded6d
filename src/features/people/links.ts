import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { presentedSecret, utcTimestamp } from '../../kernel/fields.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { lockWorkspace } from './membership.ts'
import { lockPerson } from './person.ts'
import type { LinkKind, OneTimeLinksTable } from './tables.ts'
import { hashToken, newToken } from './tokens.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Where each kind of link leads, and for how long. */
const kinds: Record<LinkKind, { path: string; lifetimeMs: number }> = {
  'set-up': { path: '/set-up', lifetimeMs: 30 * minuteMs },
  'sign-in': { path: '/sign-in-link', lifetimeMs: 30 * minuteMs },
  password: { path: '/choose-password', lifetimeMs: 60 * minuteMs },
  invitation: { path: '/invitation', lifetimeMs: 7 * dayMs },
}

/** What a link holds behind `#`, which browsers send to nobody. */
export const linkToken = presentedSecret(200).describe('What stands behind # in the link')

export const linkSchema = z.object({
  url: z.url().describe('It can be used once, by whoever has it; it is shown this once'),
  expires_at: utcTimestamp,
})

type Purpose = Partial<
  Pick<OneTimeLinksTable, 'person_id' | 'email' | 'workspace_id' | 'role' | 'brand_ids' | 'created_by'>
>

/** Makes a link. A new one to set up the installation replaces the one before. */
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

const spent = () => invalidRequest('the link has been used, or its time is over: ask for another one')

/** What a link is for, while it can be used. @throws ApiError invalid_request */
export async function findOneTimeLink(
  { db, now }: { db: PostgresLike; now: () => Date },
  kind: LinkKind,
  token: string,
): Promise<OneTimeLinksTable> {
  return db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow(spent)
}

/**
 * Uses a link up, in the transaction of what it is used for. Whose it is, or which workspace it leads to, is locked first:
 * whoever uses one ends others of theirs, and two that are used at once would wait for each other.
 * @throws ApiError invalid_request
 */
export async function consumeOneTimeLink(
  transaction: PostgresLike,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<OneTimeLinksTable> {
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

/** Whether nobody has an account yet. */
export async function hasNoAccounts(db: PostgresLike): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) === undefined
}

/** The link by which the first owner is made; undefined once there is somebody. */
export async function createSetUpLink(
  services: Services,
  transaction: PostgresLike = services.db,
): Promise<{ url: string; expires_at: string } | undefined> {
  if (!(await hasNoAccounts(transaction))) return undefined
  const { url, expires_at } = await createLink(services, transaction, 'set-up')
  return { url, expires_at }
}
