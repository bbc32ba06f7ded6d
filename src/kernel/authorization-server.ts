import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OAuthTokenActor } from './actor.ts'
import type { Services } from './context.ts'
import { allReadScopes, allWriteScopes } from './scopes.ts'

/** Where the endpoints of OAuth are. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const

/** Where people are asked whether a program may act for them: a page of the console. */
export const consentPath = '/connect'

/** What access tokens are for (RFC 8707): the address of the route for agents. */
export const resourceOf = ({ address }: Pick<Services, 'address'>) => `${address()}/mcp`

/** Where it stands what that resource is, and who issues its tokens (RFC 9728, 3.1). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'

/** What a program asks for that names no scopes. What changes something is asked for by name alone. */
export const defaultScopes = allReadScopes

export const grantableScopes = [...allReadScopes, ...allWriteScopes]

/** What the authorization server knows of a request beside what it holds. */
export interface RequestFacts {
  /** Who is signed in in the browser that sent it; undefined where nobody is. */
  personId: string | undefined
  address: string
}

/** Has people let programs do a part of what they may do themselves (OAuth 2.1). */
export interface AuthorizationServer {
  /** Answers a request to one of its endpoints, of which nobody has read the body. It ends the response, and never throws. */
  answer(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): Promise<void>
}

/** How clients authenticate where they ask for tokens; public ones prove themselves by PKCE alone. */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const

export interface TokenAuthenticator {
  /**
   * Finds whose access token this is, with what they may do as it is now.
   * @param token as it stood in the header
   * @throws ApiError token_expired, or token_revoked; UnknownApiKeyError for one that does not exist
   */
  authenticate(token: string): Promise<OAuthTokenActor>
}
