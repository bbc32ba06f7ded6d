import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, PersonActor } from '../../kernel/actor.ts'
import { checkLimit } from '../../kernel/admission.ts'
import type { Services } from '../../kernel/context.ts'
import { readIdempotencyKey } from '../../kernel/idempotency.ts'
import { prepare } from '../../kernel/invoke.ts'
import { inputSchema, type Operation } from '../../kernel/operation.ts'
import { limitHeaders } from '../../kernel/rate-limits.ts'
import type { SessionAuthenticator } from '../../kernel/session-authenticator.ts'
import { parseTextInput } from '../../kernel/text-input.ts'
import { readIfMatch } from '../../kernel/versions.ts'
import { ApiError, conflict, invalidRequest, notFound, unavailable } from '../../lib/errors.ts'
import { answerRead, answerWrite, bodyOf, idempotencyHeader, queryTexts } from './answer.ts'
import { compressTexts } from './compression.ts'
import { browserCookie, challengeCookie, cookiesOf, sessionCookie, setCookie, setCookies } from './cookies.ts'
import { countRequest } from './count-request.ts'
import { jsonType } from './respond.ts'

/** Long operations per workspace that requests can run at the same time in one process. */
const maxConcurrent = 2

/** Whether `start-task` can run it in the background, with fair shares, limits and `cancel-task`. */
const isLong = (operation: Operation) =>
  operation.isLong !== undefined || (Boolean(operation.takesFile) && operation.on === 'brand')

/** Limits long operations that clients run in a request instead. */
export function createLongRequests() {
  const running = new Map<string, number>()
  return {
    /** Aborted when the client disconnects, as no one could cancel the operation then. */
    signalOf({ raw }: FastifyReply): AbortSignal {
      const gone = new AbortController()
      raw.once('close', () => gone.abort(unavailable('the connection was closed', 2)))
      return gone.signal
    },
    /** @throws ApiError conflict if the workspace is at the limit */
    async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
      const others = running.get(workspaceId) ?? 0
      if (others >= maxConcurrent)
        throw conflict(
          `the workspace already runs ${others} long operations; retry when one finishes, or use start-task`,
        )
      running.set(workspaceId, others + 1)
      try {
        return await work()
      } finally {
        const left = (running.get(workspaceId) ?? 1) - 1
        if (left === 0) running.delete(workspaceId)
        else running.set(workspaceId, left)
      }
    },
  }
}

export interface ConsoleApi {
  services: Services
  operations: readonly Operation[]
  sessions: SessionAuthenticator
}

const prefix = '/console/api'

/** An operation's route for people: its own, that of the public API, or one made from its name. */
export function consoleRoute({ name, http, console }: Operation): { method: string; path: string } {
  if (console !== undefined) return console
  if (http !== undefined) return { method: http.method, path: http.path.replace(/^\/v1/, prefix) }
  return { method: 'POST', path: `${prefix}/operations/${name}` }
}

/**
 * The API of the console as a Fastify plugin: every operation that people can run, for sessions, in the
 * workspace that the request names. Checks in order: route, origin, session, limit, workspace, then those of
 * the operation.
 */
export const consoleApi = (api: ConsoleApi) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { operation } = request.routeOptions.config
    if (operation === undefined) throw notFound('endpoint')
    checkOrigin(api.services, request)
    request.actor = await authenticateCaller(api, operation, request, reply)
  })
  app.addHook('onSend', compressTexts)
  const operations = api.operations.filter(isForPeople)
  for (const operation of operations) if (!operation.takesFile) addRoute(app, api, operation)
  await app.register(async (uploads) => {
    // Stream uploads; the operation limits their size.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_, body, done) => done(null, body))
    for (const operation of operations) if (operation.takesFile) addRoute(uploads, api, operation)
  })
}

export const isForPeople = ({ on, role }: Operation) => on === 'person' || on === 'visit' || role !== 'none'

/**
 * Rejects cross-site requests: our custom header requires CORS permission that no other origin has, and the
 * origin must be one of our configured URLs, whatever the request's Host says.
 */
function checkOrigin({ config }: Services, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'x-sightline': own } = request.headers
  const port = request.socket.localPort
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
  if (own === '1' && origin !== undefined && [config.PUBLIC_URL, ...loopback].includes(origin)) return
  throw new ApiError(
    'insufficient_scope',
    'requires the header X-Sightline: 1 and the Origin of this server; set PUBLIC_URL to the URL that people open',
  )
}

async function authenticateCaller(
  { services, sessions }: ConsoleApi,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const { limits, config } = services
  const cookies = cookiesOf(request)
  if (operation.on === 'visit') {
    const isReadRequest = consoleRoute(operation).method === 'GET'
    await countRequest(services, isReadRequest ? 'read' : 'visit', request, reply)
    return {
      kind: 'visitor',
      address: request.ip,
      userAgent: request.headers['user-agent'],
      knownBrowser: cookies.get(browserCookie(config)),
      challengeToken: cookies.get(challengeCookie(config)),
    }
  }
  const token = cookies.get(sessionCookie(config))
  const workspaceId = workspaceIdOf(operation, request)
  const person = token === undefined ? undefined : await sessions.authenticate(token, workspaceId)
  if (person === undefined) throw new ApiError('invalid_token', 'not signed in; sign in first')
  const usage = await limits.count(limitClassOf(operation), person.id)
  reply.headers(limitHeaders(usage))
  checkLimit(usage)
  if (workspaceId !== undefined && person.membership === undefined) throw notFound('workspace')
  return person
}

const limitClassOf = ({ http, change, isRecorded, takesFile }: Operation) =>
  http?.limit ?? (change || isRecorded || takesFile ? 'write' : 'read')

/** @throws ApiError invalid_request if the operation needs a workspace and the request names none */
function workspaceIdOf({ on }: Operation, request: FastifyRequest): string | undefined {
  if (on === 'person') return undefined
  const { 'x-workspace-id': id } = request.headers
  if (typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id.toLowerCase()
  throw invalidRequest('X-Workspace-Id: required header with a uuid')
}

const longRequests = createLongRequests()

function addRoute(app: FastifyInstance, api: ConsoleApi, operation: Operation): void {
  const { method, path } = consoleRoute(operation)
  app.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : (method as 'POST'),
    exposeHeadRoute: false,
    url: path.slice(prefix.length).replace(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    async handler(request, reply) {
      const prepared = await prepare(api.services, operation, {
        actor: request.actor as PersonActor,
        requestId: request.id,
        origin: { via: 'console', address: request.ip },
        idempotencyKey: idempotencyKeyOf(request),
        ifMatch: readIfMatch(request.headers['if-match']),
        ...(isLong(operation) && { signal: longRequests.signalOf(reply) }),
        ...inputOf(operation, request),
      })
      if (operation.on === 'visit' || operation.console?.method === 'POST') {
        const { data, session, challenge } = await prepared.run()
        if (session !== undefined) setCookies(api.services, reply, session)
        if (challenge !== undefined) setCookie(api.services, reply, challengeCookie, challenge.token, challenge.seconds)
        return reply.header('content-type', jsonType).send(JSON.stringify({ data, request_id: request.id }))
      }
      const answer = () =>
        operation.change === undefined
          ? answerRead({ ...api, withVersions: true }, prepared, request, reply)
          : answerWrite(api, prepared, request, reply)
      return isLong(operation) ? longRequests.run(prepared.ctx.workspace?.id ?? '', answer) : answer()
    },
  })
}

/** @throws ApiError invalid_request if it is not valid */
function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const given = idempotencyHeader(request)
  return given === undefined ? undefined : readIdempotencyKey(given)
}

/**
 * Routes of the public API read the request as there. Otherwise, all fields are in the body or, with a file,
 * in the query.
 */
function inputOf(operation: Operation, request: FastifyRequest) {
  if (operation.takesFile) {
    const { brand_id, ...texts } = queryTexts(request)
    const isSubject = operation.on === 'brand' && brand_id?.[0] !== undefined
    return {
      ids: isSubject ? { brand_id: brand_id[0] as string } : {},
      input: parseTextInput(inputSchema(operation), isSubject ? texts : queryTexts(request)),
      file: (request.body as Readable | undefined) ?? Readable.from([]),
    }
  }
  if (operation.http !== undefined && operation.console === undefined)
    return {
      ids: request.params as Record<string, string>,
      query: queryTexts(request),
      body: () => bodyOf(request),
    }
  if (operation.console?.method === 'GET')
    return { ids: {}, input: parseTextInput(inputSchema(operation), queryTexts(request)) }
  const body = bodyOf(request) ?? {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidRequest('the body must be a JSON object')
  const { brand_id, ...input } = body as Record<string, unknown>
  if (operation.on !== 'brand') return { ids: {}, input: body as Record<string, unknown> }
  if (typeof brand_id !== 'string') throw invalidRequest('brand_id is required: a uuid')
  return { ids: { brand_id }, input }
}
