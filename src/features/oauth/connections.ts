import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { resourceOf } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { OAuthConnectionsTable } from './tables.ts'

export type Connection = Selectable<OAuthConnectionsTable>

/** How long a connection stays that its program does not use. */
export const idleDays = 30

const dayMs = 86_400_000

/** Lets a program in. */
export async function makeConnection(
  { now }: Services,
  transaction: PostgresLike,
  made: Omit<Connection, 'id' | 'created_at' | 'last_used_at'>,
): Promise<string> {
  const id = randomUUID()
  await transaction
    .insertInto('oauth_connections')
    .values({ id, created_at: now(), last_used_at: now(), ...made })
    .execute()
  return id
}

/** Ends a connection, and with it every code and token of it. */
export async function endConnection(db: PostgresLike, id: string): Promise<void> {
  await db.deleteFrom('oauth_connections').where('id', '=', id).execute()
}

/** Ends all connections of somebody. */
export async function endConnectionsOf(db: PostgresLike, personId: string): Promise<void> {
  await db.deleteFrom('oauth_connections').where('person_id', '=', personId).execute()
}

/** A connection as oidc-provider takes it: what has been granted, by whom to whom. */
export async function findGrant(services: Services, id: string) {
  const found = await services.db
    .selectFrom('oauth_connections')
    .select(['client_id', 'person_id', 'scopes'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const scope = found.scopes.join(' ')
  const seconds = Math.floor(Date.now() / 1000)
  return {
    kind: 'Grant',
    jti: id,
    iat: seconds,
    // A connection has no end of its own: it is looked up each time.
    exp: seconds + 60,
    accountId: found.person_id,
    clientId: found.client_id,
    openid: { scope },
    resources: { [resourceOf(services)]: scope },
  }
}

/** Removes connections that nobody has used for long, and codes, tokens and requests whose time is over. */
export async function forgetUnusedConnections({ db, now }: Services): Promise<void> {
  const idleSince = new Date(now().getTime() - idleDays * dayMs)
  await db.deleteFrom('oauth_connections').where('last_used_at', '<=', idleSince).execute()
  await db.deleteFrom('oauth_artifacts').where('expires_at', '<=', now()).execute()
}

/** Takes a brand from what connections may reach; one that reached nothing else ends. */
export async function forgetConnectedBrand(transaction: PostgresLike, brandId: string): Promise<void> {
  await transaction
    .updateTable('oauth_connections')
    .set({ brand_ids: sql<string[]>`array_remove(brand_ids, ${brandId}::uuid)` })
    .where(sql<boolean>`brand_ids @> array[${brandId}::uuid]`)
    .execute()
  await transaction.deleteFrom('oauth_connections').where(sql<boolean>`brand_ids = '{}'`).execute()
}
