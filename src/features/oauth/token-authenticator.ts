import { z } from 'zod'
import type { OAuthTokenActor } from '../../kernel/actor.ts'
import { UnknownApiKeyError } from '../../kernel/api-key-authenticator.ts'
import { grantableScopes, resourceOf, type TokenAuthenticator } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { ApiError } from '../../lib/errors.ts'
import { loadMember } from '../people/index.ts'
import { findArtifact } from './artifacts.ts'

/** The resolution of `last_used_at`: a connection can have been used this much later. */
const lastUsedUpdateMs = 60_000

const payloadSchema = z.object({ aud: z.string(), scope: z.string() })

/** Looks up connection and role on every call, so that revoking a person's access also stops their apps. */
export const createTokenAuthenticator = (services: Services): TokenAuthenticator => ({
  async authenticate(token): Promise<OAuthTokenActor> {
    const { db, now } = services
    const found = await findArtifact(services, 'AccessToken', token)
    if (found === undefined) throw new UnknownApiKeyError('the access token is unknown')
    const { aud, scope } = payloadSchema.parse(found.payload)
    if (aud !== resourceOf(services)) throw new ApiError('invalid_token', 'the access token is for another resource')
    if (found.expires_at <= now()) throw new ApiError('token_expired', 'the access token has expired')
    const connection = await db
      .selectFrom('oauth_connections')
      .selectAll()
      .where('id', '=', found.connection_id)
      .executeTakeFirst()
    const membership = connection && (await loadMember(db, connection.person_id, connection.workspace_id))
    if (membership === undefined || connection === undefined)
      throw new ApiError('token_revoked', 'the connection was ended')
    if (now().getTime() - connection.last_used_at.getTime() > lastUsedUpdateMs)
      await db.updateTable('oauth_connections').set({ last_used_at: now() }).where('id', '=', connection.id).execute()
    const held = scope.split(' ')
    return {
      kind: 'oauth-token',
      id: connection.id,
      personId: connection.person_id,
      clientName: connection.client_name,
      role: membership.role,
      signIn: membership.signIn,
      scopes: grantableScopes.filter((one) => held.includes(one) && connection.scopes.includes(one)),
      workspace: membership.workspace,
      brands: intersectBrands(membership.brands, connection.brand_ids),
    }
  },
})

/** The brands that the person can access and has granted to the app. */
function intersectBrands(reached: 'all' | readonly string[], granted: readonly string[] | null) {
  if (granted === null) return reached
  return reached === 'all' ? granted : granted.filter((id) => reached.includes(id))
}
