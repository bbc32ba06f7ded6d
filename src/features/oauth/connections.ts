import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { resourceOf } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { conflict } from '../../lib/errors.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { insertRow, updateRow } from '../../stores/postgres-rows.ts'
import { isDocument } from './clients.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'oauth_clients.metadata': Record<string, unknown>
    'oauth_artifacts.payload': Record<string, unknown>
  }
}

export type Connection = Row<'oauth_connections'>

/** Days until an unused connection ends. */
export const idleDays = 30

/** Time limit for a person to sign in and answer, and for their browser to continue. */
export const requestSeconds = 1800

/** Connected apps per person. */
export const maxConnections = 50

const dayMs = 86_400_000

/**
 * Connects an app. An app that registers per installation gets one connection per registration.
 * @throws ApiError conflict if the person has too many connections
 */
export async function makeConnection(
  services: Services,
  transaction: PostgresLike,
  made: Omit<Connection, 'id' | 'created_at' | 'last_used_at'>,
): Promise<string> {
  const { now } = services
  const { client_id, person_id } = made
  // Serializes connections of one person.
  await transaction.selectFrom('people').where('id', '=', person_id).select('id').forNoKeyUpdate().execute()
  if (!isDocument(client_id))
    await transaction
      .deleteFrom('oauth_connections')
      .where('client_id', '=', client_id)
      .where('person_id', '=', person_id)
      .execute()
  const { count } = await transaction
    .selectFrom('oauth_connections')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('person_id', '=', person_id)
    .where(isLive(services))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxConnections)
    throw conflict(
      `${maxConnections} apps are connected; disconnect an unused one under Account, then reload this page`,
    )
  const id = randomUUID()
  await insertRow(transaction, 'oauth_connections', { id, created_at: now(), last_used_at: now(), ...made })
  await updateRow(transaction, 'oauth_clients', client_id, { connected_at: now() })
  return id
}

/** Whether an app can still use its connection: it holds a valid token, or could be about to get one. */
export const isLive = ({ now }: Services) => sql<boolean>`(
  oauth_connections.last_used_at > ${new Date(now().getTime() - idleDays * dayMs)}
  and (
    oauth_connections.created_at > ${new Date(now().getTime() - requestSeconds * 1000)}
    or exists (
      select from oauth_artifacts as held
      where held.connection_id = oauth_connections.id and held.consumed_at is null and held.expires_at > ${now()})))`

/** Ends a connection with its codes and tokens. */
export async function endConnection(db: PostgresLike, id: string): Promise<void> {
  await db.deleteFrom('oauth_connections').where('id', '=', id).execute()
}

export async function endConnectionsOf(db: PostgresLike, personId: string): Promise<void> {
  await db.deleteFrom('oauth_connections').where('person_id', '=', personId).execute()
}

/** A connection as an oidc-provider grant. */
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
    // Looked up on each use, so any expiry works.
    exp: seconds + 60,
    accountId: found.person_id,
    clientId: found.client_id,
    openid: { scope },
    resources: { [resourceOf(services)]: scope },
  }
}

/** Deletes ended connections, and expired codes, tokens and requests. */
export async function forgetEndedConnections(services: Services): Promise<void> {
  const { db, now } = services
  await db
    .deleteFrom('oauth_connections')
    .where(sql<boolean>`not ${isLive(services)}`)
    .execute()
  await db.deleteFrom('oauth_artifacts').where('expires_at', '<=', now()).execute()
}

/** Removes a brand from connections. Ends those that had access to no other brand. */
export async function forgetConnectedBrand(transaction: PostgresLike, brandId: string): Promise<void> {
  await transaction
    .updateTable('oauth_connections')
    .set({ brand_ids: sql<string[]>`array_remove(brand_ids, ${brandId}::uuid)` })
    .where(sql<boolean>`brand_ids @> array[${brandId}::uuid]`)
    .execute()
  await transaction.deleteFrom('oauth_connections').where(sql<boolean>`brand_ids = '{}'`).execute()
}
