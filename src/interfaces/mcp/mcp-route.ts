import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, ApiKeyActor, OAuthTokenActor } from '../../kernel/actor.ts'
import { checkAdmission, checkSecondFactor } from '../../kernel/admission.ts'
import { type ApiKeyAuthenticator, countsByAddress, InactiveApiKeyError } from '../../kernel/api-key-authenticator.ts'
import { defaultScopes, resourceMetadataPath, type TokenAuthenticator } from '../../kernel/authorization-server.ts'
import type { CompletedRequest } from '../../kernel/completed-request.ts'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import type { Operation } from '../../kernel/operation.ts'
import { limitHeaders } from '../../kernel/rate-limits.ts'
import { type ApiError, errorBody, invalidRequest } from '../../lib/errors.ts'
import { checkHost, foreignHeader, isLocalName } from '../http/check-host.ts'
import { countRequest } from '../http/count-request.ts'
import { recordUsage } from '../http/record-usage.ts'
import { parseBody } from '../http/request-body.ts'
import { sendError } from '../http/respond.ts'
import { actorCaller } from './actor-caller.ts'
import { createMcpServer } from './mcp-server.ts'
import { type Surface, surfaceOf } from './surface.ts'
import { isResultForm, type ResultForm, resultForms } from './tool-result.ts'
import { isToolset, type Toolset, toolsets, writeScopesOf } from './toolsets.ts'

/** The dependencies of the MCP route. */
export interface McpRoute {
  services: Services
  operations: readonly Operation[]
  authenticator: ApiKeyAuthenticator
  tokens: TokenAuthenticator
  usage: { record(request: CompletedRequest): void }
  /** Surfaces by toolset, for tests. Defaults to the program's own. */
  surfaces?: Record<Toolset, Surface>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The called tool and the error it returned. */
    agentCall: { tool?: string; refused?: ApiError }
  }
}

/**
 * MCP over HTTP (Streamable HTTP, stateless) as a Fastify plugin. Each request is independent: it must come
 * from this site or no site, is authenticated by key or access token, counted, and handled by its own server.
 * Cookies are ignored.
 */
export const mcpRoute = (route: McpRoute) => async (app: FastifyInstance) => {
  // Created by the first request: the schemas of all tools take as long as the rest of the startup.
  const made = new Map<Toolset, Surface>()
  const surface = (toolset: Toolset) =>
    route.surfaces?.[toolset] ??
    made.getOrInsertComputed(toolset, () => surfaceOf(toolset, route.operations, route.services))
  app.decorateRequest('apiKey', null)
  app.decorateRequest('isAdmitted', false)
  app.setErrorHandler((error, request, reply) => sendError(route.services.log, request, reply, error, rpcError))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    request.agentCall = {}
    recordUsage(route.usage, request, reply, {
      endpoint: () => `MCP ${request.agentCall.tool ?? ''}`.trim(),
      status: () => request.agentCall.refused?.status ?? reply.statusCode,
    })
    checkOrigin(route.services.config, request)
    const actor = await authenticateCaller(route, request, reply)
    const usage = await route.services.limits.count('read', idOf(actor))
    reply.headers({ ...limitHeaders(usage), 'cache-control': 'no-store' })
    checkAdmission(actor, usage)
    checkSecondFactor(route.services.config, actor)
    request.actor = actor
    request.isAdmitted = true
  })
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    handler: (request, reply) => answer(route, surface, request, reply),
  })
}

/** A refused request as a JSON-RPC error; `data` has the API's code. Its id is null, as it may be unreadable. */
function rpcError(error: ApiError, requestId: string) {
  const { message, ...data } = errorBody(error, requestId).error
  // Invalid request, or the first code for errors of a server.
  const code = error.code === 'invalid_request' ? -32600 : -32000
  return { jsonrpc: '2.0', id: null, error: { code, message, data } }
}

/** The format of access tokens, which no API key has. */
const tokenForm = /^Bearer ([\w-]{43})$/i

/** Authenticates the API key or access token of the header. @throws ApiError */
async function authenticateCaller(
  { authenticator, tokens, services, operations }: McpRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiKeyActor | OAuthTokenActor> {
  const [, token] = tokenForm.exec(request.headers.authorization ?? '') ?? []
  try {
    if (token !== undefined) return await tokens.authenticate(token)
    const key = await authenticator.authenticate(request.headers.authorization, request.ip)
    request.apiKey = key
    return key
  } catch (error) {
    if (error instanceof InactiveApiKeyError) request.apiKey = error.key
    if (countsByAddress(error)) await countRequest(services, 'unknown-key', request, reply)
    const wrong = token === undefined ? {} : { error: 'invalid_token' as const }
    if ((error as Partial<ApiError>).status === 401)
      reply.header('www-authenticate', challenge(services, { scopes: scopesFor(request, operations), ...wrong }))
    throw error
  }
}

/** The scopes that an app without a token requests; the consent page leaves those of writes unselected. */
const scopesFor = ({ url }: FastifyRequest, operations: readonly Operation[]) =>
  /[?&]toolset=write(&|$)/.test(url) ? [...defaultScopes, ...writeScopesOf(operations)] : defaultScopes

/** The actor's id for rate limits. Rotated keys have their own limits, as in the public API. */
const idOf = (actor: Actor): string => ('id' in actor ? actor.id : actor.kind)

async function answer(
  route: McpRoute,
  surfaceFor: (toolset: Toolset) => Surface,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services, operations } = route
  const { toolset, form } = readQuery(request)
  const message = request.method === 'POST' ? readMessage(request) : undefined
  const surface = surfaceFor(toolset)
  request.agentCall = calledTool(surface, message)
  const actor = request.actor as Actor
  const handler = createMcpHandler(
    () =>
      createMcpServer({
        surface,
        caller: actorCaller({
          services,
          operations,
          actor,
          callerId: idOf(actor),
          requestId: request.id,
          address: request.ip,
        }),
        form,
        requestId: request.id,
        log: services.log,
        onRefused: (error) => {
          request.agentCall.refused = error
        },
      }),
    { onerror: (error) => services.log.debug({ err: error }, 'an agent’s request') },
  )
  const response = await handler.fetch(webRequest(request), { parsedBody: message })
  // Send the response as a whole: there is no stream to keep open.
  const content = Buffer.from(await response.arrayBuffer())
  const { refused } = request.agentCall
  if (actor.kind === 'oauth-token' && refused?.scope !== undefined) {
    const scopes = [...actor.scopes, refused.scope]
    reply.header('www-authenticate', challenge(services, { scopes, error: 'insufficient_scope' }))
    throw refused
  }
  // Ignore the SDK's other headers: this server sets caching and connection headers.
  const type = response.headers.get('content-type')
  if (type !== null) reply.header('content-type', type)
  return reply.status(response.status).send(content)
}

/** @throws ApiError invalid_request */
function readQuery({ url }: FastifyRequest): { toolset: Toolset; form: ResultForm } {
  const end = url.indexOf('?')
  const {
    toolset = 'default',
    results = 'text',
    ...others
  } = Object.fromEntries(new URLSearchParams(end === -1 ? '' : url.slice(end)))
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalidRequest(`${unknown}: unknown parameter; use toolset or results`)
  if (!isToolset(toolset)) throw invalidRequest(`toolset must be one of ${toolsets.join(', ')}`)
  if (!isResultForm(results)) throw invalidRequest(`results must be one of ${resultForms.join(', ')}`)
  return { toolset, form: results }
}

/** Maximum nesting of a body, more than any call needs. */
const maxDepth = 24

/**
 * Parses the request's single message.
 * @throws ApiError invalid_request if it is not JSON, a batch, too deep, or would keep a stream open
 */
function readMessage({ body, headers }: FastifyRequest): unknown {
  const message = parseBody(body as Buffer | undefined, headers['content-type'])
  if (Array.isArray(message)) throw invalidRequest('send one message per request; batches are not supported')
  if (isDeeper(message, maxDepth)) throw invalidRequest(`the body must not be nested more than ${maxDepth} levels deep`)
  const { method } = (message ?? {}) as { method?: unknown }
  if (method === 'subscriptions/listen')
    throw invalidRequest('subscriptions are not supported: lists of tools do not change')
  return message
}

/** Iterates without recursion, as the sender chooses the depth. */
function isDeeper(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let at = 0; level.length > 0; at += 1) {
    if (at > depth) return true
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null
        ? Object.values(item).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    )
  }
  return false
}

/** The called tool, if it exists: usage records need a limited set of names. */
function calledTool({ tools }: Surface, message: unknown): { tool?: string } {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  const name = method === 'tools/call' ? params?.name : undefined
  const tool = tools.find(({ listed }) => listed.name === name)
  return tool === undefined ? {} : { tool: tool.listed.name }
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie') headers.set(name, value)
  return new Request(`http://localhost${request.url}`, { method: request.method, headers })
}

/**
 * Tells an app without a sufficient token where to learn how to get one (RFC 9728, 5.1), and which scopes to
 * request (RFC 6750, 3).
 */
function challenge(
  { address }: Pick<Services, 'address'>,
  { scopes, error }: { scopes: readonly string[]; error?: 'insufficient_scope' | 'invalid_token' },
): string {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${address()}${resourceMetadataPath}"`,
    `scope="${scopes.join(' ')}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

/**
 * Rejects browser requests from pages of other sites, including names pointed at this machine (DNS
 * rebinding). Apps send no Origin. Only compares with configured names.
 * @throws ApiError insufficient_scope
 */
function checkOrigin(config: Pick<Config, 'PUBLIC_URL'>, request: FastifyRequest): void {
  checkHost(config, request)
  const { origin, host } = request.headers
  const known = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL)
  if (origin === undefined || origin === known?.origin) return
  // A page served by this machine has the same host and port as the request.
  const from = URL.parse(origin)
  if (from?.protocol !== 'http:' || from.host !== host || !isLocalName(from.hostname)) throw foreignHeader('Origin')
}
