import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Actor, VisitorActor } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { SignInRefusal, type SingleSignOn, signInTimeoutSeconds } from '../../kernel/single-sign-on.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { queryTexts } from './answer.ts'
import { type ApiV1, apiV1, methodsOf, refuseUnroutable } from './api-v1.ts'
import { type ConsoleApi, consoleApi } from './console-api.ts'
import { attemptCookie, browserCookie, cookiesOf, setCookie, setCookies } from './cookies.ts'
import { countRequest } from './count-request.ts'
import { toApiError } from './errors.ts'
import type { RequestMetrics } from './metrics.ts'
import { bodyLimitBytes, sendError } from './respond.ts'
import { createTransport, type Transport, wasFullyAnswered } from './transport.ts'

export interface SignOnRoutes {
  services: Services
  singleSignOn: SingleSignOn
}

/**
 * Single sign-on as a Fastify plugin. OpenID Connect uses redirects, so these are the only GET requests that
 * change data. Instead of the origin, the response's `state` is compared with the browser's attempt cookie
 * (RFC 6749, 10.12). Errors redirect to the sign-in page.
 */
export const singleSignOnRoutes =
  ({ services, singleSignOn }: SignOnRoutes) =>
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      // Starting an attempt grants nothing, so each sign-in counts once: a whole office may sign in at nine.
      const begins = request.routeOptions.url?.endsWith('/start') === true
      await countRequest(services, begins ? 'read' : 'visit', request, reply)
    })
    app.setErrorHandler((error, request, reply) => reply.redirect(`/sign-in?error=${codeOf(services, request, error)}`))
    app.get('/start', { exposeHeadRoute: false }, async (request, reply) => {
      const { url, attempt } = await singleSignOn.begin(returnOf(request))
      setCookie(services, reply, attemptCookie, attempt, signInTimeoutSeconds)
      return reply.redirect(url)
    })
    app.get('/callback', { exposeHeadRoute: false }, async (request, reply) => {
      const attempt = cookiesOf(request).get(attemptCookie(services.config))
      // Delete the attempt in any case: it can be used once.
      setCookie(services, reply, attemptCookie, '', 0)
      const context = contextOf(services, request)
      const { session, returnTo } = await singleSignOn.finish(context, queryOf(request), attempt)
      setCookies(services, reply, session)
      return reply.redirect(returnTo)
    })
  }

function contextOf(services: Services, request: FastifyRequest) {
  const actor: VisitorActor = {
    kind: 'visitor',
    address: request.ip,
    userAgent: request.headers['user-agent'],
    knownBrowser: cookiesOf(request).get(browserCookie(services.config)),
  }
  return { services, actor, requestId: request.id, origin: { via: 'console' as const, address: request.ip } }
}

/** @throws ApiError invalid_request if it is repeated */
function returnOf(request: FastifyRequest): string {
  const { return: paths = ['/'], ...others } = queryTexts(request)
  if (paths.length !== 1 || Object.keys(others).length > 0) throw invalidRequest('only one return parameter is allowed')
  return paths[0] as string
}

const queryOf = ({ url }: FastifyRequest) => /\?.*$/s.exec(url)?.[0] ?? ''

/** The error code for the sign-in page. The log has details, but no provider data. */
function codeOf({ log }: Services, request: FastifyRequest, error: unknown): string {
  const own = log.child({ request_id: request.id })
  if (!(error instanceof SignInRefusal)) return toApiError(error, own).code
  const { code, detail } = error
  // The operator must fix provider errors; the other codes concern users.
  const level = code === 'provider_unavailable' || code === 'answer_invalid' ? 'warn' : 'info'
  own[level]({ refusal: code, detail }, 'single sign-on refused a sign-in')
  return code
}

export interface HttpServer extends ApiV1, ConsoleApi {
  metrics: RequestMetrics
  /** Undefined if not configured. */
  singleSignOn: SingleSignOn | undefined
}

/** While closing, clients have this long to finish a request, and then to receive its response. */
const closingGraceMs = 5000
const maxClosingMs = 9000

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once authenticated. */
    actor: Actor | null
  }
  interface FastifyInstance {
    /** Answers requests without a route, if it has a page for them. Not a route, so it hides no 404 or 405. */
    page: { answer: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined }
  }
}

/**
 * Creates the Fastify server; the public API is one plugin. Other routes use Fastify's parsers. Every
 * response has a request id, is counted and timed, and errors use the API's error body unless set otherwise.
 */
export function createHttpServer(server: HttpServer): FastifyInstance {
  const { services, operations } = server
  const { config } = services
  const transport = createTransport(methodsOf(operations))
  // Without Fastify's logger: Sightline writes its own log lines.
  const app = Fastify({
    // Ignore a client's x-request-id.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    serverFactory: transport.createServer,
    // The transport's servers have already responded.
    clientErrorHandler: () => {},
    // Still answer requests on open connections while closing.
    return503OnClosing: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    routerOptions: { maxParamLength: 5000 },
    // Hooks do not run for a malformed path.
    frameworkErrors: (error, request, reply) => {
      begin(server, transport, request as FastifyRequest, reply as FastifyReply)
      void refuseUnroutable(server, request as FastifyRequest, reply as FastifyReply, error)
    },
  })
  app.decorateRequest('actor', null)
  app.addHook('preClose', (done) => {
    transport.endAfterAnswers()
    setTimeout(() => transport.cut('unfinished'), closingGraceMs).unref()
    const allMs = Math.min(closingGraceMs + config.QUERY_TIMEOUT_SECONDS * 1000, maxClosingMs)
    setTimeout(() => transport.cut('all'), allMs).unref()
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    begin(server, transport, request, reply)
    done()
  })
  app.decorate('page', { answer: undefined })
  app.setNotFoundHandler(async (request, reply) => {
    const answered = app.page.answer?.(request, reply)
    if (answered === undefined) throw notFound('page')
    return answered
  })
  app.setErrorHandler((error, request, reply) => {
    // For a missing page, a parser error does not matter.
    const { code } = error as FastifyError
    const isUnread = String(code).startsWith('FST_') && code !== 'FST_ERR_CTP_BODY_TOO_LARGE'
    sendError(services.log, request, reply, request.is404 && isUnread ? notFound('page') : error)
  })
  app.register(apiV1(server), { prefix: '/v1' })
  app.register(consoleApi(server), { prefix: '/console/api' })
  const { singleSignOn } = server
  if (singleSignOn !== undefined)
    app.register(singleSignOnRoutes({ services, singleSignOn }), { prefix: '/console/api/sso' })
  return app
}

/** Sets the request id and has the request counted, timed and logged at its end. */
function begin(
  { metrics, services: { log } }: HttpServer,
  transport: Transport,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const began = performance.now()
  const { url: route = 'none', config } = request.routeOptions
  reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
  const report = () => {
    if (!wasFullyAnswered(request, reply)) return
    const ms = performance.now() - began
    const { method, actor } = request
    const { statusCode: status } = reply
    metrics.record(route, method, status, ms)
    // Successful requests are only in the metrics: a log line would cost more than the request.
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
    const key = actor?.kind === 'api-key' ? actor.id : undefined
    log[level]({ request_id: request.id, method, route, status, key, ms: Math.round(ms) }, 'request')
  }
  transport.follow(reply.raw, report, Boolean(config?.operation?.takesFile))
}
