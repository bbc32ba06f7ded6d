import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { VisitorActor } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { SignInRefusal, type SingleSignOn, signInTimeoutSeconds } from '../../kernel/single-sign-on.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { queryTexts } from './answer.ts'
import { attemptCookie, browserCookie, cookiesOf, setCookie, setCookies } from './cookies.ts'
import { countRequest } from './count-request.ts'
import { toApiError } from './errors.ts'

/** The dependencies of single sign-on. */
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
    app.setErrorHandler((error, request, reply) =>
      reply.redirect(`/sign-in?error=${codeOf(services, request, error)}`),
    )
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
  if (paths.length !== 1 || Object.keys(others).length > 0)
    throw invalidRequest('only one return parameter is allowed')
  return paths[0] as string
}

/** The query string with its question mark. */
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
