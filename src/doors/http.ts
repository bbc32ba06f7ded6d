import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { KeyPrincipal, Services } from '../core/context.ts'
import { ApiError, errorBody, invalidRequest, notFound } from '../core/errors.ts'
import { type Prepared, prepare } from '../core/invoke.ts'
import { inputSchema, type LimitClass, type Operation } from '../core/operation.ts'
import { limitHeaders, type RateLimits, type Usage } from '../core/rate-limits.ts'
import { type KeptResult, keep, type ResultCache, resultName } from '../core/results.ts'
import { fromText } from '../core/text-input.ts'
import { type Authenticator, UnknownKey } from '../features/api-keys/index.ts'
import { entityTag, isKnown } from './conditional.ts'
import { prefersCsv, toCsv } from './csv.ts'
import { toApiError } from './errors.ts'
import type { RequestMetrics } from './metrics.ts'

export interface HttpDoor {
  services: Services
  operations: readonly Operation[]
  authenticator: Authenticator
  limits: RateLimits
  metrics: RequestMetrics
  results: ResultCache
}

const bodyLimitBytes = 1_048_576
const requestTimeoutMs = 30_000

declare module 'fastify' {
  interface FastifyRequest {
    principal: KeyPrincipal | null
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** The public API: every operation that has a route, behind the same checks in the same order. */
export function createHttpServer(door: HttpDoor): FastifyInstance {
  const { config, log } = door.services
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Ours alone: what a client sends as x-request-id is ignored.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // Lines name their request themselves: a logger of its own for each would cost more than they do.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: requestTimeoutMs * 2,
    http: { maxHeaderSize: 65_536 },
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    routerOptions: { maxParamLength: 5000, querystringParser: queryTexts },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      sendError(door, request as FastifyRequest, reply as FastifyReply, error),
  })
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    if (isApiRequest(request)) await admit(door, request, reply)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    door.metrics.record(route, method, reply.statusCode, reply.elapsedTime)
    const ms = Math.round(reply.elapsedTime)
    const { statusCode: status } = reply
    // What went well shows in the metrics: a line for each would cost more than the request.
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
    if (log.isLevelEnabled(level))
      log[level]({ request_id: request.id, method, route, status, key: request.principal?.id, ms }, 'request')
    done()
  })
  for (const operation of door.operations) if (operation.http !== undefined) addRoute(app, door, operation)
  app.setNotFoundHandler(async () => {
    throw notFound('page')
  })
  app.setErrorHandler((error, request, reply) => sendError(door, request, reply, error))
  return app
}

function addRoute(app: FastifyInstance, door: HttpDoor, operation: Operation): void {
  const { method, path } = operation.http as NonNullable<Operation['http']>
  const schema = inputSchema(operation)
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    async handler(request, reply) {
      const ids = request.params as Record<string, string>
      const query = request.query as Record<string, string[]>
      const prepared = await prepare(door.services, operation, {
        principal: request.principal as KeyPrincipal,
        requestId: request.id,
        ids,
        input: fromText(schema, query),
      })
      return answer(door, prepared, request, reply)
    },
  })
}

/** Answers a request that has passed every check: from memory where the result is kept, or not at all where the client has it. */
async function answer(
  { services, results }: HttpDoor,
  prepared: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { operation } = prepared
  const isList = operation.list !== undefined
  const asCsv = isList && prefersCsv(request.headers.accept)
  const name = resultName(prepared, services.now())
  const read = () => results.read(name, async () => keep(await prepared.run()))
  // Without a name, the content itself must be found before it can be compared.
  const unnamed = name === undefined ? await read() : undefined
  const tag = entityTag(prepared, name ?? unnamed, asCsv)
  reply.headers({ 'cache-control': 'private, no-cache', ...(isList ? { vary: 'Accept' } : {}) })
  if (tag !== undefined && isKnown(tag, request.headers['if-none-match'])) {
    return reply.header('etag', tag).status(304).send()
  }
  const result = unnamed ?? (await read())
  if (tag !== undefined && !result.partial) reply.header('etag', tag)
  const pagination = isList ? prepared.pagination(result.rows, result.next) : undefined
  if (asCsv) return sendCsv(operation, result, pagination?.next_cursor ?? null, request, reply)
  const parts = [`"data":${result.data}`]
  if (pagination !== undefined) parts.push(`"pagination":${JSON.stringify(pagination)}`)
  if (result.meta !== undefined) parts.push(`"meta":${result.meta}`)
  parts.push(`"request_id":"${request.id}"`)
  return reply.header('content-type', 'application/json; charset=utf-8').send(`{${parts.join(',')}}`)
}

/** The same page as JSON would be; the way to the next one stands in a header. */
function sendCsv(
  operation: Operation,
  { data }: KeptResult,
  cursor: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (cursor !== null) {
    const next = new URL(request.url, 'http://localhost')
    next.searchParams.set('cursor', cursor)
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  reply.header('content-type', 'text/csv; charset=utf-8; header=present')
  return reply.send(toCsv(operation, JSON.parse(data) as object[]))
}

/**
 * The checks that come before an operation's own, in their order: the key, the route, API access, the rate limit.
 * @throws ApiError
 */
async function admit(door: HttpDoor, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const principal = await recognise(door, request, reply)
  request.principal = principal
  const operation = request.routeOptions.config.operation
  const usage = await door.limits.count(operation?.http?.limit ?? limitClassOf(request.method), principal.id)
  reply.headers(limitHeaders(usage))
  if (operation === undefined) throw noSuchRoute(door, request, reply)
  if (!principal.workspace.api_access) {
    throw new ApiError('plan_required', 'the workspace is not enabled for API access')
  }
  if (usage.exceeded) throw tooMany(usage)
}

async function recognise(
  { authenticator, limits }: HttpDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeyPrincipal> {
  try {
    return await authenticator.authenticate(request.headers.authorization)
  } catch (error) {
    if (error instanceof UnknownKey) {
      const usage = await limits.countUnknownKey(request.ip)
      reply.headers(limitHeaders(usage))
      if (usage.exceeded) throw tooMany(usage)
    }
    throw error
  }
}

const limitClassOf = (method: string): LimitClass =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write'

const tooMany = ({ limit, policy, resetSeconds }: Usage) =>
  new ApiError('rate_limited', `more than ${limit} ${policy} requests in a minute: wait ${resetSeconds} s`, {
    retryAfterSeconds: resetSeconds,
  })

/** 405 with the methods that the path takes, or 404 where there is no such path. */
function noSuchRoute({ operations }: HttpDoor, request: FastifyRequest, reply: FastifyReply): ApiError {
  const path = pathOf(request)
  const allowed = operations.flatMap(({ http }) => {
    const pattern = http === undefined ? undefined : new RegExp(`^${http.path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return http !== undefined && pattern?.test(path) ? [http.method] : []
  })
  if (allowed.length === 0) return notFound('endpoint')
  reply.header(
    'allow',
    [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', '),
  )
  return new ApiError('method_not_allowed', `this endpoint does not accept ${request.method}`)
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] as string

/** By the route that was found, as well: the router reads `/%761/brands` as `/v1/brands`. */
const isApiRequest = (request: FastifyRequest) =>
  request.routeOptions.config.operation !== undefined || /^\/v1(\/|$)/.test(pathOf(request))

/** The parameters of a query, each with every value that it was given. */
function queryTexts(query: string): Record<string, string[]> {
  const texts: Record<string, string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    texts[name] ??= []
    texts[name].push(value)
  }
  return texts
}

function sendError(
  { services }: HttpDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const known = fromFastify(error) ?? toApiError(error, services.log.child({ request_id: request.id }))
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  reply.headers({
    'x-request-id': request.id,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  return reply.status(known.status).send(JSON.stringify(errorBody(known, request.id)))
}

/** Fastify's own refusals of a request: what was sent is wrong, and that is 400 here whatever it is called there. */
function fromFastify(error: unknown): ApiError | undefined {
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  if (!code.startsWith('FST_') || statusCode >= 500) return undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return invalidRequest(`the body must be at most ${bodyLimitBytes} bytes`)
  if (code === 'FST_ERR_BAD_URL') return invalidRequest('the path is not properly percent-encoded')
  return invalidRequest('the request is malformed')
}

/** What is not even HTTP gets the API's error body as well. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const message =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'the request line and headers are too large' : 'this is not HTTP'
  const body = JSON.stringify(errorBody(invalidRequest(message), randomUUID()))
  const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`)
}
