import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { UsageRecorder } from '../../features/usage/index.ts'
import { type ByteText, fromByteText, toByteText } from '../../kernel/byte-text.ts'
import type { KeyPrincipal, Services } from '../../kernel/context.ts'
import { type Prepared, prepare } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { limitHeaders, type Usage } from '../../kernel/rate-limits.ts'
import { type KeptResult, keep, type ResultCache, resultName } from '../../kernel/results.ts'
import { ApiError, errorBody, invalidRequest, notFound } from '../../lib/errors.ts'
import { admit, type Gate } from './admit.ts'
import { entityTag, isKnown } from './conditional.ts'
import { countUsage, wasAnswered } from './count-usage.ts'
import { prefersCsv, toCsv } from './csv.ts'
import { toApiError } from './errors.ts'
import type { RequestMetrics } from './metrics.ts'
import { createRequestIds } from './request-ids.ts'
import { createTransport, type Transport } from './transport.ts'
import { parseBody, write } from './write.ts'

export interface HttpDoor extends Gate {
  services: Services
  operations: readonly Operation[]
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
    /** What it asks for; null where that is no operation. */
    operation: Operation | null
    /** Whether it has passed the checks that come before its endpoint. */
    isAdmitted: boolean
    /** The window of the rate limits that it was counted in; null where it was not. */
    window: Usage | null
    /** The size of the body that it was answered with. */
    sentBytes: number
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** The public API: every operation that has a route, behind the same checks in the same order. */
export function createHttpServer(door: HttpDoor): FastifyInstance {
  const { config } = door.services
  const transport = createTransport(methodsOf(door.operations))
  // Without its logger: what is worth a line, we write ourselves.
  const app = Fastify({
    // Ours alone: what a client sends as x-request-id is ignored.
    requestIdHeader: false,
    genReqId: createRequestIds(),
    bodyLimit: bodyLimitBytes,
    serverFactory: transport.createServer,
    // The servers have answered by then.
    clientErrorHandler: () => {},
    // What still comes on open connections while the program closes is answered.
    return503OnClosing: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    routerOptions: { maxParamLength: 5000, querystringParser: queryTexts },
    frameworkErrors: (error, request, reply) =>
      void refuseUnrouted(door, transport, request as FastifyRequest, reply as FastifyReply, error),
  })
  app.addHook('preClose', (done) => {
    transport.endAfterAnswers()
    setTimeout(() => transport.cut('unfinished'), closingGraceMs).unref()
    setTimeout(() => transport.cut('all'), closingGraceMs + config.QUERY_TIMEOUT_SECONDS * 1000).unref()
    done()
  })
  // Bodies are read as they come: what is wrong with one is told after access has been checked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  // Hooks that wait, and those for the end of a request, would cost more than all that is done here.
  app.addHook('onRequest', (request, reply, done) => {
    follow(door, transport, request, reply)
    if (request.operation === null && !isApiPath(request)) {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      return done()
    }
    try {
      const waiting = admit(door, request, () => noSuchRoute(door, request))
      if (waiting === undefined) done()
      else waiting.then(() => done(), done)
    } catch (refusal) {
      done(refusal as Error)
    }
  })
  for (const operation of door.operations) if (operation.http !== undefined) addRoute(app, door, operation)
  app.setNotFoundHandler(async () => {
    throw notFound('page')
  })
  app.setErrorHandler((error, request, reply) => sendError(door, request, reply, error))
  return app
}

/** Finds what a request asks for, and has it counted and timed when it is over. */
function follow(
  { metrics, usage, services: { log } }: HttpDoor,
  transport: Transport,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const began = performance.now()
  // Each look at them makes them anew.
  const { config, url: route = 'none' } = request.routeOptions
  request.operation = config?.operation ?? null
  request.principal = null
  request.deadKey = null
  request.isAdmitted = false
  request.window = null
  request.sentBytes = 0
  transport.follow(reply.raw, () => {
    const ms = performance.now() - began
    countUsage(usage, request, reply, ms)
    if (!wasAnswered(request, reply)) return
    const { method } = request
    const { statusCode: status } = reply
    metrics.record(route, method, status, ms)
    // What went well shows in the metrics: a line for each would cost more than the request.
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
    if (log.isLevelEnabled(level)) {
      const line = { request_id: request.id, method, route, status, key: request.principal?.id }
      log[level]({ ...line, ms: Math.round(ms) }, 'request')
    }
  })
}

function addRoute(app: FastifyInstance, door: HttpDoor, operation: Operation): void {
  const { method, path } = operation.http as NonNullable<Operation['http']>
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    handler(request, reply) {
      const principal = request.principal as KeyPrincipal
      const kept = operation.ofCaller === true ? door.results.ofCaller(principal, request.url) : undefined
      // Not returned: what is returned would be waited for.
      if (kept === undefined) return handle(door, operation, principal, request, reply)
      show(operation, kept, kept.tag, undefined, request, reply)
    },
  })
}

async function handle(
  door: HttpDoor,
  operation: Operation,
  principal: KeyPrincipal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const prepared = await prepare(door.services, operation, {
    principal,
    requestId: request.id,
    ids: request.params as Record<string, string>,
    query: request.query as Record<string, string[]>,
    body: () => bodyOf(request),
  })
  return operation.http?.method === 'GET'
    ? answer(door, prepared, principal, request, reply)
    : answerWrite(door, prepared, request, reply)
}

/** Answers a request that has passed every check: from memory where the result is kept, or not at all where the client has it. */
async function answer(
  { services, results }: HttpDoor,
  prepared: Prepared,
  principal: KeyPrincipal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { operation } = prepared
  const asCsv = isCsv(operation, request)
  const name = resultName(prepared, services.now())
  const read = () => results.read(name, async () => keep(await prepared.run()))
  // Without a name, the content itself must be found before it can be compared.
  const unnamed = name === undefined ? await read() : undefined
  const tag = entityTag(prepared, name ?? unnamed, asCsv)
  if (isKnownTag(tag, request)) return notModified(operation, tag, request, reply)
  const result = unnamed ?? (await read())
  if (operation.ofCaller === true) results.keepOfCaller(principal, request.url, result)
  const pagination = operation.list === undefined ? undefined : prepared.pagination(result.rows, result.next)
  show(operation, result, result.partial ? undefined : tag, pagination, request, reply)
}

const isCsv = ({ list }: Operation, { headers }: FastifyRequest) =>
  list !== undefined && prefersCsv(headers.accept)

const isKnownTag = (tag: string | undefined, { headers }: FastifyRequest): tag is string =>
  tag !== undefined && isKnown(tag, headers['if-none-match'])

const notModified = (operation: Operation, tag: string, request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, 304, cacheHeaders(operation, tag))

function cacheHeaders({ list }: Operation, tag: string | undefined): string[] {
  const headers = ['cache-control', 'private, no-cache']
  if (list !== undefined) headers.push('vary', 'Accept')
  if (tag !== undefined) headers.push('etag', tag)
  return headers
}

/**
 * Answers a request of the API. Fastify's reply would look at each header, and at the body, once more.
 * @param headers names and values in turn; those that every answer has are added to them
 * @param id that of the request whose answer it is, where it is replayed
 */
function send(
  request: FastifyRequest,
  { raw }: FastifyReply,
  status: number,
  headers: string[],
  body?: ByteText,
  id: string = request.id,
): void {
  headers.push('x-request-id', id, 'x-content-type-options', 'nosniff')
  if (request.window !== null) headers.push(...limitHeaders(request.window))
  if (body !== undefined) {
    request.sentBytes = body.length
    headers.push('content-length', String(body.length))
  }
  raw.writeHead(status, headers).end(body, 'latin1')
}

/** Sends a result, or only that the client has it already. */
function show(
  operation: Operation,
  result: KeptResult,
  tag: string | undefined,
  pagination: ReturnType<Prepared['pagination']> | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (isKnownTag(tag, request)) notModified(operation, tag, request, reply)
  else if (isCsv(operation, request)) {
    const headers = cacheHeaders(operation, tag)
    sendCsv(operation, result, pagination?.next_cursor ?? null, headers, request, reply)
  } else {
    let body = `{"data":${result.data}`
    if (pagination !== undefined) body += `,"pagination":${JSON.stringify(pagination)}`
    if (result.meta !== undefined) body += `,"meta":${result.meta}`
    body += `,"request_id":"${request.id}"}`
    const headers = cacheHeaders(operation, tag)
    headers.push('content-type', 'application/json; charset=utf-8')
    // All that was added is ASCII.
    send(request, reply, 200, headers, body as ByteText)
  }
}

const bodyOf = (request: FastifyRequest) =>
  parseBody(request.body as Buffer | undefined, request.headers['content-type'])

async function answerWrite(
  { services }: HttpDoor,
  prepared: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { status, body, requestId, replayed } = await write(services, prepared, {
    method: request.method,
    path: pathOf(request),
    query: request.query as Record<string, string[]>,
    body: bodyOf(request),
    idempotencyKey: request.headers['idempotency-key'],
  })
  const headers = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']
  if (replayed) headers.push('idempotent-replayed', 'true')
  send(request, reply, status, headers, toByteText(body), requestId)
}

/** The same page as JSON would be; the way to the next one stands in a header. */
function sendCsv(
  operation: Operation,
  { data }: KeptResult,
  cursor: string | null,
  headers: string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (cursor !== null) {
    const next = new URL(request.url, 'http://localhost')
    next.searchParams.set('cursor', cursor)
    headers.push('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  headers.push('content-type', 'text/csv; charset=utf-8; header=present')
  const rows = JSON.parse(fromByteText(data)) as object[]
  send(request, reply, 200, headers, toByteText(toCsv(operation, rows)))
}

/** Refuses a path that cannot be read, which no hook is called for: after the same checks, and counted the same. */
async function refuseUnrouted(
  door: HttpDoor,
  transport: Transport,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<void> {
  follow(door, transport, request, reply)
  try {
    if (isApiPath(request)) await admit(door, request, () => error)
    sendError(door, request, reply, error)
  } catch (refusal) {
    sendError(door, request, reply, refusal)
  }
}

/** 405 with the methods that the path takes, or 404 where there is no such path. */
function noSuchRoute(door: HttpDoor, request: FastifyRequest): ApiError {
  if (allowedMethods(door, request).length === 0) return notFound('endpoint')
  return new ApiError('method_not_allowed', `this endpoint does not accept ${request.method}`)
}

function allowedMethods({ operations }: HttpDoor, request: FastifyRequest): string[] {
  const path = pathOf(request)
  return methodsOf(
    operations.filter(
      ({ http }) =>
        http !== undefined && new RegExp(`^${http.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    ),
  )
}

const methodsOf = (operations: readonly Operation[]): string[] => {
  const methods = operations.flatMap(({ http }) => (http === undefined ? [] : [http.method]))
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] as string

const isApiPath = (request: FastifyRequest) => /^\/v1(\/|$)/.test(pathOf(request))

const noTexts: Record<string, string[]> = Object.freeze(Object.create(null))

/** The parameters of a query, each with every value that it was given. */
function queryTexts(query: string): Record<string, string[]> {
  if (query === '') return noTexts
  const texts: Record<string, string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    texts[name] ??= []
    texts[name].push(value)
  }
  return texts
}

/** Errors are JSON whatever is accepted. */
function sendError(door: HttpDoor, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  // Its client has gone in the middle of it: there is nobody to tell, and no store is to blame.
  if (error !== null && request.raw.errored === error) return
  const known = fromFastify(error) ?? toApiError(error, door.services.log.child({ request_id: request.id }))
  const headers = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']
  if (known.retryAfterSeconds !== undefined) headers.push('retry-after', String(known.retryAfterSeconds))
  if (known.status === 401) headers.push('www-authenticate', 'Bearer')
  // Where a client may go on sending what is not read.
  if (reply.hasHeader('connection')) headers.push('connection', 'close')
  if (known.status === 405) headers.push('allow', allowedMethods(door, request).join(', '))
  send(request, reply, known.status, headers, toByteText(JSON.stringify(errorBody(known, request.id))))
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
