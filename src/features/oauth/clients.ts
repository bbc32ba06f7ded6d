import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Adapter, ClientMetadata } from 'oidc-provider'
import type { Services } from '../../kernel/context.ts'
import { insertRow } from '../../stores/postgres-rows.ts'
import { hashOf } from './hash.ts'

/** How long a client that was never connected is kept. */
const unusedMs = 86_400_000
/** How long a client is kept after its last connection: it can request another one without registering. */
const onceConnectedMs = 90 * 86_400_000

const maxNameLength = 100
const maxUriLength = 2000

/** Stored fields of a client's metadata; others could hold arbitrary data. */
const storedFields = [
  'client_id',
  'client_id_issued_at',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
] as const

/** Clients that registered themselves. Stores their secrets as hashes. */
export const storedClients = (services: Services): Partial<Adapter> => ({
  async upsert(id, metadata) {
    const { client_secret: secret } = metadata
    const kept = {
      ...Object.fromEntries(storedFields.map((name) => [name, metadata[name]])),
      ...(secret === undefined ? {} : { client_secret: storedSecret(secret) }),
    }
    await insertRow(services.db, 'oauth_clients', { id, metadata: JSON.stringify(kept), created_at: services.now() })
  },
  async find(id) {
    // An id can be arbitrary text; PostgreSQL rejects NUL.
    if (!isPlainText(id)) return undefined
    const found = await services.db
      .selectFrom('oauth_clients')
      .select('metadata')
      .where('id', '=', id)
      .where(sql<boolean>`not ${isUnused(services)}`)
      .executeTakeFirst()
    return found?.metadata as ClientMetadata | undefined
  },
})

const storedSecret = (secret: string) => hashOf(secret).toString('base64url')

/** @param stored the hash from `storedClients` */
export const isClientSecret = (given: string, stored: string) =>
  timingSafeEqual(hashOf(given), Buffer.from(stored, 'base64url'))

const isConnected = sql<boolean>`exists (select from oauth_connections where client_id = oauth_clients.id)`

const isUnused = ({ now }: Services) => sql<boolean>`(
  oauth_clients.created_at < ${new Date(now().getTime() - unusedMs)}
  and coalesce(oauth_clients.connected_at < ${new Date(now().getTime() - onceConnectedMs)}, true)
  and not ${isConnected})`

/** Records when clients were last connected, and deletes unused ones. */
export async function forgetUnusedClients(services: Services): Promise<void> {
  const { db, now } = services
  const dayAgo = new Date(now().getTime() - unusedMs)
  await db
    .updateTable('oauth_clients')
    .set({ connected_at: now() })
    .where(isConnected)
    .where(sql<boolean>`coalesce(connected_at < ${dayAgo}, true)`)
    .execute()
  await db.deleteFrom('oauth_clients').where(isUnused(services)).execute()
}

/** Whether the client id is the URL of a metadata document, so the client did not register. */
export const isDocument = (clientId: string) => /^https:\/\//i.test(clientId)

/** Whether PostgreSQL and pages keep text unchanged: no control or bidi characters, no lone surrogates. */
const isPlainText = (text: unknown) =>
  typeof text === 'string' && !/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text)

/** @returns the problem with a client's name; undefined if valid */
export function problemOfClient({ client_id, client_name }: ClientMetadata) {
  if (client_name === undefined && isDocument(client_id)) return 'client_name is required'
  if (client_name !== undefined && !(isPlainText(client_name) && client_name.length <= maxNameLength))
    return `client_name must be plain text of at most ${maxNameLength} characters`
  return undefined
}

/** @returns the problem with a client's redirect URIs; undefined if valid */
export function problemOfRedirects({ redirect_uris = [] }: ClientMetadata) {
  const isUri = (uri: unknown) => isPlainText(uri) && String(uri).length <= maxUriLength
  if (!Array.isArray(redirect_uris) || redirect_uris.length > 20 || !redirect_uris.every(isUri))
    return `redirect_uris must list at most 20 URIs of at most ${maxUriLength} characters`
  if (!redirect_uris.every(isRedirect))
    return 'redirect_uris: each must be https without user and password, http on a loopback address, or a private-use scheme with a dot, such as com.example.app:/callback'
  return undefined
}

const loopback = ['127.0.0.1', '[::1]', 'localhost']

/** Whether a URI leads to a site or a native app (RFC 8252, 7). Schemes without a dot are not private. */
function isRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  if (url === null || /\s/.test(uri) || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' ? loopback.includes(url.hostname) : url.protocol.includes('.')
}

/** The target of a redirect as the consent page shows it: the host of a site, or the scheme. */
export function redirectLabel(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'https:') return host
  return protocol === 'http:' ? hostname : protocol
}
