import { randomUUID } from 'node:crypto'
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
import type { LimitClass, Operation } from '../core/operation.ts'
import { limitHeaders, type RateLimits, type Usage } from '../core/rate-limits.ts'
import { type KeptResult, keep, type ResultCache, resultName } from '../core/results.ts'
import { type Authenticator, DeadKey, UnknownKey } from '../features/api-keys/index.ts'
import type { UsageRecorder } from '../features/usage/index.ts'
import { entityTag, isKnown } from './conditional.ts'
import { countAborted, countAnswered } from './count-usage.ts'
import { prefersCsv, toCsv } from './csv.ts'
import { toApiError } from './errors.ts'
import type { RequestMetrics } from './metrics.ts'
import { createTransport } from './transport.ts'
import { parseBody, write } from './write.ts'

export interface HttpDoor {
  services: Services
  operations: readonly Operation[]
  authenticator: Authenticator
  limits: RateLimits
  metrics: RequestMetrics
  usage: UsageRecorder
  results: ResultCache
}

const bodyLimitBytes = 1_048_576
/** So long may a client take to finish what it has begun to send once the program closes. */
const closingGraceMs = 5000

declare module 'fastify' {
  interface FastifyRequest {
    principal: KeyPrincipal | null
    /** The key that it came with, where that works no more. */
    deadKey: KeyPrincipal | null
    /** Whether it has passed the checks that come before its endpoint. */
    isAdmitted: boolean
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** The public API: every operation that has a route, behind the same checks in the same order. */
export function createHttpServer(door: HttpDoor): FastifyInstance {
  const { config, log } = door.services
  const transport = createTransport(methodsOf(door.operations))
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Ours alone: what a client sends as x-request-id is ignored.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // Lines name their request themselves: a logger of its own for each would cost more than they do.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    serverFactory: transport.createServer,
    // The servers have answered by then.
    clientErrorHandler: () => {},
    // What still comes on open connections while the program closes is answered.
    return503OnClosing: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    routerOptions: { maxParamLength: 5000, querystringParser: queryTexts },
    frameworkErrors: (error, request, reply) =>
      void refuseUnrouted(door, request as FastifyRequest, reply as FastifyReply, error),
  })
  app.addHook('preClose', (done) => {
    setTimeout(() => transport.cut('unfinished'), closingGraceMs).unref()
    setTimeout(() => transport.cut('all'), closingGraceMs + config.QUERY_TIMEOUT_SECONDS * 1000).unref()
    done()
  })
  app.decorateRequest('principal', null)
  app.decorateRequest('deadKey', null)
  app.decorateRequest('isAdmitted', false)
  // Bodies are read as they come: what is wrong with one is told after access has been checked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    if (isApiRequest(request)) await admit(door, request, reply, () => noSuchRoute(door, request, reply))
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    door.metrics.record(route, method, reply.statusCode, reply.elapsedTime)
    countAnswered(door.usage, request, reply)
    const ms = Math.round(reply.elapsedTime)
    const { statusCode: status } = reply
    // What went well shows in the metrics: a line for each would cost more than the request.
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
    if (log.isLevelEnabled(level))
      log[level]({ request_id: request.id, method, route, status, key: request.principal?.id, ms }, 'request')
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    countAborted(door.usage, request)
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
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    async handler(request, reply) {
      const ids = request.params as Record<string, string>
      const prepared = await prepare(door.services, operation, {
        principal: request.principal as KeyPrincipal,
        requestId: request.id,
        ids,
        query: request.query as Record<string, string[]>,
        body: () => bodyOf(request),
      })
      return method === 'GET'
        ? answer(door, prepared, request, reply)
        : answerWrite(door, prepared, request, reply)
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
  const unnamed =
    name === undefined ? await (operation.ofCaller ? results.ofCaller(prepared, read) : read()) : undefined
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

const bodyOf = (request: FastifyRequest) =>
  parseBody(request.body as Buffer | undefined, request.headers['content-type'])

async function answerWrite(
  { services }: HttpDoor,
  prepared: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, body, requestId, replayed } = await write(services, prepared, {
    method: request.method,
    path: pathOf(request),
    query: request.query as Record<string, string[]>,
    body: bodyOf(request),
    idempotencyKey: request.headers['idempotency-key'],
  })
  if (replayed) reply.headers({ 'idempotent-replayed': 'true', 'x-request-id': requestId })
  return reply
    .status(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(body)
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
 * @param noRoute makes what is thrown where the request has no route
 * @throws ApiError
 */
async function admit(
  door: HttpDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  noRoute: () => unknown,
): Promise<void> {
  const principal = await recognise(door, request, reply)
  request.principal = principal
  const operation = request.routeOptions.config.operation
  const usage = await door.limits.count(operation?.http?.limit ?? limitClassOf(request.method), principal.id)
  reply.headers(limitHeaders(usage))
  if (operation === undefined) throw noRoute()
  if (!principal.workspace.api_access) {
    throw new ApiError('plan_required', 'the workspace is not enabled for API access')
  }
  if (usage.exceeded) throw tooMany(usage)
  request.isAdmitted = true
}

/** Refuses a path that cannot be read, which no hook is called for: after the same checks, and counted the same. */
async function refuseUnrouted(
  door: HttpDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<void> {
  Object.assign(request, { principal: null, deadKey: null, isAdmitted: false })
  reply.raw.once('finish', () => countAnswered(door.usage, request, reply))
  try {
    if (isApiPath(request)) await admit(door, request, reply, () => error)
    sendError(door, request, reply, error)
  } catch (refusal) {
    sendError(door, request, reply, refusal)
  }
}

async function recognise(
  { authenticator, limits }: HttpDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeyPrincipal> {
  try {
    return await authenticator.authenticate(request.headers.authorization)
  } catch (error) {
    if (error instanceof DeadKey) request.deadKey = error.key
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
  const allowed = operations.filter(
    ({ http }) => http !== undefined && new RegExp(`^${http.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  if (allowed.length === 0) return notFound('endpoint')
  reply.header('allow', methodsOf(allowed).join(', '))
  return new ApiError('method_not_allowed', `this endpoint does not accept ${request.method}`)
}

const methodsOf = (operations: readonly Operation[]): string[] => {
  const methods = operations.flatMap(({ http }) => (http === undefined ? [] : [http.method]))
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] as string

/** By the route that was found, as well: the router reads `/%761/brands` as `/v1/brands`. */
const isApiRequest = (request: FastifyRequest) =>
  request.routeOptions.config.operation !== undefined || isApiPath(request)

const isApiPath = (request: FastifyRequest) => /^\/v1(\/|$)/.test(pathOf(request))

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
