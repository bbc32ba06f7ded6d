import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeyActor } from '../../kernel/actor.ts'
import { checkAdmission, checkLimit } from '../../kernel/admission.ts'
import {
  type ApiKeyAuthenticator,
  countsByAddress,
  InactiveApiKeyError,
} from '../../kernel/api-key-authenticator.ts'
import type { CompletedRequest } from '../../kernel/completed-request.ts'
import type { Services } from '../../kernel/context.ts'
import { prepare } from '../../kernel/invoke.ts'
import type { LimitClass, Operation } from '../../kernel/operation.ts'
import { type LimitUsage, limitHeaders } from '../../kernel/rate-limits.ts'
import type { ResultCache } from '../../kernel/result-cache.ts'
import { ApiError, notFound } from '../../lib/errors.ts'
import { sendFile } from '../../lib/send-file.ts'
import { answerRead, answerWrite, bodyOf, queryTexts } from './answer.ts'
import { recordUsage } from './record-usage.ts'
import { sendError } from './respond.ts'

/** What the public API is made of. */
export interface ApiV1 {
  services: Services
  operations: readonly Operation[]
  authenticator: ApiKeyAuthenticator
  results: ResultCache
  /** Is told of every request that came with a known key, once it has been answered. */
  usage: { record(request: CompletedRequest): void }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that it came with, also where that works no more. */
    apiKey: ApiKeyActor | null
    /** Whether it has passed the checks that come before its endpoint. */
    isAdmitted: boolean
  }
  interface FastifyContextConfig {
    /** What a route of the API asks for. */
    operation?: Operation
  }
}

/**
 * The public API as a Fastify plugin: every operation that has a route, for API keys alone, behind the same checks in the
 * same order. Its hooks, parsers and handlers hold for nothing beside it.
 */
export const apiV1 = (api: ApiV1) => async (app: FastifyInstance) => {
  app.decorateRequest('apiKey', null)
  app.decorateRequest('isAdmitted', false)
  // Bodies are read as they come: what is wrong with one is told after access has been checked.
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
 * The checks that come before an operation's own, in their order: the key, the route, API access, the rate limit.
 * @param noRoute makes what is thrown where the request has no route
 * @throws ApiError
 */
async function admit(
  { authenticator, services: { limits } }: ApiV1,
  request: FastifyRequest,
  reply: FastifyReply,
  noRoute: () => unknown,
): Promise<void> {
  const tell = (usage: LimitUsage) => reply.headers(limitHeaders(usage))
  const { operation } = request.routeOptions.config
  const { authorization } = request.headers
  const key = await authenticator.authenticate(authorization, request.ip).catch(async (error) => {
    if (error instanceof InactiveApiKeyError) request.apiKey = error.key
    if (countsByAddress(error)) {
      const usage = await limits.countUnknownKey(request.ip)
      tell(usage)
      checkLimit(usage)
    }
    throw error
  })
  request.apiKey = key
  request.actor = key
  const usage = await limits.count(operation?.http?.limit ?? limitClassOf(request.method), key.id)
  tell(usage)
  if (operation === undefined) throw noRoute()
  checkAdmission(key, usage)
  request.isAdmitted = true
}

/** Where there is no such route: what is safe by its method (RFC 9110, 9.2.1) counts as a read. */
const limitClassOf = (method: string): LimitClass =>
  ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method) ? 'read' : 'write'

/** Refuses a path that cannot be read: where it is one of the API, after the same checks, and counted the same. */
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
    // Fastify's own route for HEAD would give a 304 a length.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    exposeHeadRoute: false,
    url,
    config: { operation },
    async handler(request, reply) {
      const prepared = await preparedFor(request)
      return method === 'GET'
        ? answerRead(api, prepared, request, reply)
        : answerWrite(api, prepared, request, reply)
    },
  })
}

/** 405 with the methods that the path takes, or 404 where there is no such path. */
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
  return new ApiError('method_not_allowed', `this endpoint does not accept ${request.method}`)
}

/** The methods that any of some operations takes. */
export const methodsOf = (operations: readonly Operation[]): string[] => {
  const methods = operations.flatMap(({ http }) => (http === undefined ? [] : [http.method]))
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] as string
