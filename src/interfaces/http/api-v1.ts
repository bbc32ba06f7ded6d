import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeyActor } from '../../kernel/actor.ts'
import { checkAdmission } from '../../kernel/admission.ts'
import { type ApiKeyAuthenticator, countsByAddress, InactiveApiKeyError } from '../../kernel/api-key-authenticator.ts'
import type { CompletedRequest } from '../../kernel/completed-request.ts'
import type { Services } from '../../kernel/context.ts'
import { prepare } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type LimitClass, limitHeaders } from '../../kernel/rate-limits.ts'
import { ApiError, notFound } from '../../lib/errors.ts'
import { sendFile } from '../../lib/send-file.ts'
import { answerRead, answerWrite, bodyOf, queryTexts } from './answer.ts'
import { countRequest } from './count-request.ts'
import { recordUsage } from './record-usage.ts'
import { sendError } from './respond.ts'

/** The dependencies of the public API. */
export interface ApiV1 {
  services: Services
  operations: readonly Operation[]
  authenticator: ApiKeyAuthenticator
  /** Records finished requests of known keys. */
  usage: { record(request: CompletedRequest): void }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's key, even if it is inactive. */
    apiKey: ApiKeyActor | null
    /** Whether it passed the checks before the endpoint. */
    isAdmitted: boolean
  }
  interface FastifyContextConfig {
    /** The operation of the request's route. */
    operation?: Operation
  }
}

/**
 * The public API as a Fastify plugin: all operations with a route, for API keys only. Its hooks, parsers and
 * handlers apply to nothing else.
 */
export const apiV1 = (api: ApiV1) => async (app: FastifyInstance) => {
  app.decorateRequest('apiKey', null)
  app.decorateRequest('isAdmitted', false)
  // Read raw bodies: errors in them are reported after the access checks.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    recordUsage(api.usage, request, reply)
    await admit(api, request, reply, () => noSuchRoute(api, request, reply))
  })
  for (const operation of api.operations) if (operation.http !== undefined) addRoute(app, api, operation)
  app.setNotFoundHandler(async (request, reply) => {
    throw noSuchRoute(api, request, reply)
  })
}

/**
 * Checks that come before an operation's own, in order: key, route, API access, rate limit.
 * @param noRoute creates the error for requests without a route
 * @throws ApiError
 */
async function admit(
  { authenticator, services }: ApiV1,
  request: FastifyRequest,
  reply: FastifyReply,
  noRoute: () => unknown,
): Promise<void> {
  const { operation } = request.routeOptions.config
  const { authorization } = request.headers
  const key = await authenticator.authenticate(authorization, request.ip).catch(async (error) => {
    if (error instanceof InactiveApiKeyError) request.apiKey = error.key
    if (countsByAddress(error)) await countRequest(services, 'unknown-key', request, reply)
    throw error
  })
  request.apiKey = key
  request.actor = key
  const usage = await services.limits.count(operation?.http?.limit ?? limitClassOf(request.method), key.id)
  reply.headers(limitHeaders(usage))
  if (operation === undefined) throw noRoute()
  checkAdmission(key, usage)
  request.isAdmitted = true
}

/** Without a route, requests with safe methods (RFC 9110, 9.2.1) count as reads. */
const limitClassOf = (method: string): LimitClass =>
  ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method) ? 'read' : 'write'

/** Rejects a malformed path; below the API's path, after the same checks and counting. */
export async function refuseUnroutable(
  api: ApiV1,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<void> {
  const { log } = api.services
  if (!/^\/v1(\/|$)/.test(pathOf(request))) return sendError(log, request, reply, error)
  recordUsage(api.usage, request, reply)
  await admit(api, request, reply, () => error).catch((refusal) => sendError(log, request, reply, refusal))
}

function addRoute(app: FastifyInstance, api: ApiV1, operation: Operation): void {
  const { method, path } = operation.http as NonNullable<Operation['http']>
  const preparedFor = (request: FastifyRequest) =>
    prepare(api.services, operation, {
      actor: request.apiKey as ApiKeyActor,
      requestId: request.id,
      origin: { via: 'api', address: request.ip },
      ids: request.params as Record<string, string>,
      query: queryTexts(request),
      body: () => bodyOf(request),
    })
  const url = path.replace(/^\/v1/, '').replace(/\{(\w+)\}/g, ':$1')
  if (operation.download !== undefined)
    app.route({
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url: `${url}/file`,
      config: { operation },
      async handler(request, reply) {
        return sendFile(await (await preparedFor(request)).download(), request, reply)
      },
    })
  app.route({
    // Fastify's own HEAD route would add a length to 304 responses.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    exposeHeadRoute: false,
    url,
    config: { operation },
    async handler(request, reply) {
      const prepared = await preparedFor(request)
      return method === 'GET' ? answerRead(api, prepared, request, reply) : answerWrite(api, prepared, request, reply)
    },
  })
}

/** 405 with the methods of the path, or 404 if there is no such path. */
function noSuchRoute({ operations }: ApiV1, request: FastifyRequest, reply: FastifyReply): ApiError {
  const path = pathOf(request)
  const methods = methodsOf(
    operations.filter(
      ({ http, download }) =>
        http !== undefined &&
        new RegExp(`^${http.path.replace(/\{\w+\}/g, '[^/]+')}${download ? '(/file)?' : ''}$`).test(path),
    ),
  )
  if (methods.length === 0) return notFound('endpoint')
  reply.header('allow', methods.join(', '))
  return new ApiError('method_not_allowed', `this endpoint does not support ${request.method}`)
}

export const methodsOf = (operations: readonly Operation[]): string[] => {
  const methods = operations.flatMap(({ http }) => (http === undefined ? [] : [http.method]))
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] as string
