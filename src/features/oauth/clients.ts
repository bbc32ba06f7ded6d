import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Adapter, ClientMetadata } from 'oidc-provider'
import type { Services } from '../../kernel/context.ts'
import { hashOf } from './hash.ts'

/** So long is a client kept that nobody has let in. */
const unusedMs = 86_400_000
/** So long is one kept that was connected: by what it knows of itself, it may ask anew. */
const onceConnectedMs = 90 * 86_400_000

const maxNameLength = 100
const maxUriLength = 2000

/** What is needed of a client's description; the rest is what anybody likes to have stored. */
const keptFields = [
  'client_id',
  'client_id_issued_at',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
] as const

/** Clients that have registered themselves: of their secrets a hash is stored, and compared with. */
export const storedClients = (services: Services): Partial<Adapter> => ({
  async upsert(id, metadata) {
    const { client_secret: secret } = metadata
    const kept = {
      ...Object.fromEntries(keptFields.map((name) => [name, metadata[name]])),
      ...(secret === undefined ? {} : { client_secret: storedSecret(secret) }),
    }
    await services.db
      .insertInto('oauth_clients')
      .values({ id, metadata: JSON.stringify(kept), created_at: services.now() })
      .execute()
  },
  async find(id) {
    // Whatever somebody calls themselves: PostgreSQL holds no NUL.
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

/** @param stored what `storedClients` keeps */
export const isClientSecret = (given: string, stored: string) =>
  timingSafeEqual(hashOf(given), Buffer.from(stored, 'base64url'))

const isConnected = sql<boolean>`exists (select from oauth_connections where client_id = oauth_clients.id)`

const isUnused = ({ now }: Services) => sql<boolean>`(
  oauth_clients.created_at < ${new Date(now().getTime() - unusedMs)}
  and coalesce(oauth_clients.connected_at < ${new Date(now().getTime() - onceConnectedMs)}, true)
  and not ${isConnected})`

/** Writes down which clients are connected, whose time begins when they are no more, and removes those that nobody uses. */
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

/** Whether a client is known by the address of a document that describes it, and did not register itself. */
export const isDocument = (clientId: string) => /^https:\/\//i.test(clientId)

/** Text that PostgreSQL holds, and that a page shows as it is: no controls, of direction neither, and no halves of characters. */
const isPlainText = (text: unknown) =>
  typeof text === 'string' && !/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text)

/** @returns the problem with a client's name; undefined if there is none */
export function problemOfClient({ client_id, client_name }: ClientMetadata) {
  if (client_name === undefined && isDocument(client_id)) return 'client_name is required'
  if (client_name !== undefined && !(isPlainText(client_name) && client_name.length <= maxNameLength))
    return `client_name must be plain text of at most ${maxNameLength} characters`
  return undefined
}

/** @returns the problem with a client's redirect addresses; undefined if there is none */
export function problemOfRedirects({ redirect_uris = [] }: ClientMetadata) {
  const isUri = (uri: unknown) => isPlainText(uri) && String(uri).length <= maxUriLength
  if (!Array.isArray(redirect_uris) || redirect_uris.length > 20 || !redirect_uris.every(isUri))
    return `redirect_uris must list at most 20 addresses of at most ${maxUriLength} characters`
  if (!redirect_uris.every(isRedirect))
    return 'redirect_uris: each must be https without user and password, http on a loopback address, or a private-use scheme with a dot, such as com.example.app:/callback'
  return undefined
}

const loopback = ['127.0.0.1', '[::1]', 'localhost']

/** Whether an address leads to a site or a native app (RFC 8252, 7). Schemes without a dot belong to other programs. */
function isRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  if (url === null || /\s/.test(uri) || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' ? loopback.includes(url.hostname) : url.protocol.includes('.')
}

/** What people are shown of where an answer goes: the host of a site, or what else its address begins with. */
export function redirectLabel(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'https:') return host
  return protocol === 'http:' ? hostname : protocol
}
