import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OAuthTokenActor } from './actor.ts'
import type { Services } from './context.ts'
import { allReadScopes, allWriteScopes } from './scopes.ts'

/** Paths of the OAuth endpoints. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const

/** The consent page of the console. */
export const consentPath = '/connect'

/** The resource that access tokens are for (RFC 8707): the URL of the MCP route. */
export const resourceOf = ({ address }: Pick<Services, 'address'>) => `${address()}/mcp`

/** Path of the protected resource metadata (RFC 9728, 3.1). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'

/** Scopes granted if an app requests none. Write scopes must be requested by name. */
export const defaultScopes = allReadScopes

export const grantableScopes = [...allReadScopes, ...allWriteScopes]

/** Facts about a request that the request itself does not contain. */
export interface RequestFacts {
  /** The person signed in to the browser. Undefined if no one is. */
  personId: string | undefined
  address: string
}

/** Lets people grant apps a subset of their permissions (OAuth 2.1). */
export interface AuthorizationServer {
  /** Handles a request to an OAuth endpoint and ends the response. The body must be unread. Never throws. */
  answer(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): Promise<void>
}

/** How clients authenticate at the token endpoint. Public clients use only PKCE. */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const

export interface TokenAuthenticator {
  /**
   * Authenticates an access token and loads its current permissions.
   * @param token as sent in the header
   * @throws ApiError token_expired, or token_revoked; UnknownApiKeyError if the token does not exist
   */
  authenticate(token: string): Promise<OAuthTokenActor>
}
