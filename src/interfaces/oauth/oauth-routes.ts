import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkLimit } from '../../kernel/admission.ts'
import {
  type AuthorizationServer,
  clientAuthMethods,
  consentPath,
  defaultScopes,
  grantableScopes,
  oauthPaths,
  resourceMetadataPath,
  resourceOf,
} from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { type LimitUsage, limitHeaders } from '../../kernel/rate-limits.ts'
import type { SessionAuthenticator } from '../../kernel/session-authenticator.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { checkHost } from '../http/check-host.ts'
import { cookiesOf, sessionCookie } from '../http/cookies.ts'
import { countRequest } from '../http/count-request.ts'
import { toApiError } from '../http/errors.ts'
import { jsonType } from '../http/respond.ts'

/** Anyone can leave a request, which is kept for half an hour. */
const maxQueryLength = 4096

/** Why an app's authorization request is refused, by the code for the console page. */
type Refusal =
  | { problem: 'request_too_long' | 'unsupported_response_mode' }
  | { problem: 'rate_limited'; usage: LimitUsage }

async function refusalOf({ limits }: Services, { url, ip }: FastifyRequest): Promise<Refusal | undefined> {
  const [, query = ''] = url.split(/\?(.*)/s)
  if (query.length > maxQueryLength) return { problem: 'request_too_long' }
  const modes = new URLSearchParams(query).getAll('response_mode')
  if (modes.some((mode) => mode !== 'query')) return { problem: 'unsupported_response_mode' }
  const usage = await limits.countAddress('authorization', ip)
  return usage.exceeded ? { problem: 'rate_limited', usage } : undefined
}

const messages = {
  request_too_long: `the query must have at most ${maxQueryLength} bytes`,
  unsupported_response_mode: 'response_mode: must be query',
} as const

/** People are sent to a page. @throws ApiError if an app reads the response */
function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.problem === 'rate_limited') reply.headers(limitHeaders(refusal.usage))
  if (request.headers.accept?.includes('text/html'))
    return reply.redirect(`${consentPath}?problem=${refusal.problem}`, 303)
  if (refusal.problem !== 'rate_limited') throw invalidRequest(messages[refusal.problem])
  checkLimit(refusal.usage)
  return reply
}

/** The dependencies of OAuth. */
export interface OAuthRoutes {
  services: Services
  authorization: AuthorizationServer
  sessions: SessionAuthenticator
}

/**
 * OAuth for agents as a Fastify plugin: its discovery documents, and the endpoints that the authorization
 * server handles itself. These send people to the console for consent and back.
 */
export const oauthRoutes = (routes: OAuthRoutes) => async (app: FastifyInstance) => {
  const { services } = routes
  app.removeAllContentTypeParsers()
  // The authorization server reads raw bodies.
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onRequest', async (request, reply) => {
    checkHost(services.config, request)
    if (/%00/.test(request.url)) throw invalidRequest('the query must not contain NUL')
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const registers = request.routeOptions.url === oauthPaths.registration
    await countRequest(services, registers ? 'registration' : 'read', request, reply)
  })
  // For a resource with a path (RFC 9728, 3.1), and for the host, where some clients look.
  for (const url of [resourceMetadataPath, '/.well-known/oauth-protected-resource'])
    app.get(url, { exposeHeadRoute: false }, async () => resourceMetadata(services))
  app.get('/.well-known/oauth-authorization-server', { exposeHeadRoute: false }, async () => serverMetadata(services))
  const handOver = (request: FastifyRequest, reply: FastifyReply) => handOverTo(routes, request, reply)
  app.get(oauthPaths.authorization, { exposeHeadRoute: false }, async (request, reply) => {
    const refusal = await refusalOf(services, request)
    return refusal === undefined ? handOver(request, reply) : refuse(request, reply, refusal)
  })
  app.get(`${oauthPaths.authorization}/:request`, { exposeHeadRoute: false }, handOver)
  for (const url of [oauthPaths.token, oauthPaths.registration, oauthPaths.revocation]) app.post(url, handOver)
}

/** Metadata of the MCP route (RFC 9728). Write scopes are requested one by one. */
const resourceMetadata = (services: Services) => ({
  resource: resourceOf(services),
  authorization_servers: [services.address()],
  scopes_supported: defaultScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Sightline',
})

/** Metadata of the authorization server (RFC 8414). */
function serverMetadata(services: Services) {
  const address = services.address()
  return {
    issuer: address,
    authorization_endpoint: `${address}${oauthPaths.authorization}`,
    token_endpoint: `${address}${oauthPaths.token}`,
    registration_endpoint: `${address}${oauthPaths.registration}`,
    revocation_endpoint: `${address}${oauthPaths.revocation}`,
    scopes_supported: [...grantableScopes, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

async function handOverTo(
  { services, authorization, sessions }: OAuthRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = cookiesOf(request).get(sessionCookie(services.config))
  const person = token === undefined ? undefined : await sessions.authenticate(token, undefined)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  try {
    await authorization.answer(request.raw, reply.raw, { personId: person?.id, address: request.ip })
  } catch (error) {
    sendFailure(services, request, reply.raw, error)
  }
}

/** Fastify does not send anything for a hijacked response. */
function sendFailure({ log }: Services, request: FastifyRequest, response: FastifyReply['raw'], error: unknown): void {
  const { status, message, retryAfterSeconds } = toApiError(error, log.child({ request_id: request.id }))
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds)
  const code = status === 503 ? 'temporarily_unavailable' : 'server_error'
  response
    .writeHead(status, { 'content-type': jsonType })
    .end(JSON.stringify({ error: code, error_description: message }))
}
