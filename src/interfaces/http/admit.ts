import type { FastifyRequest } from 'fastify'
import { type Authenticator, DeadKey, UnknownKey } from '../../features/api-keys/index.ts'
import type { KeyPrincipal } from '../../kernel/context.ts'
import type { LimitClass } from '../../kernel/operation.ts'
import type { RateLimits, Usage } from '../../kernel/rate-limits.ts'
import { ApiError } from '../../lib/errors.ts'

export interface Gate {
  authenticator: Authenticator
  limits: RateLimits
}

/**
 * The checks that come before an operation's own, in their order: the key, the route, API access, the rate limit. Most
 * requests are admitted without waiting for anything: for those nothing is returned.
 * @param noRoute makes what is thrown where the request has no route
 * @throws ApiError at once, or later
 */
export function admit(gate: Gate, request: FastifyRequest, noRoute: () => unknown): void | Promise<void> {
  const known = recall(gate, request)
  if (known === undefined)
    return recognise(gate, request).then((principal) => admitKey(gate, request, principal, noRoute))
  return admitKey(gate, request, known, noRoute)
}

function admitKey(
  { limits }: Gate,
  request: FastifyRequest,
  principal: KeyPrincipal,
  noRoute: () => unknown,
): void | Promise<void> {
  request.principal = principal
  const check = (usage: Usage) => {
    request.window = usage
    if (request.operation === null) throw noRoute()
    if (!principal.workspace.api_access)
      throw new ApiError('plan_required', 'the workspace is not enabled for API access')
    if (usage.exceeded) throw tooMany(usage)
    request.isAdmitted = true
  }
  const usage = limits.count(request.operation?.http?.limit ?? limitClassOf(request.method), principal.id)
  return usage instanceof Promise ? usage.then(check) : check(usage)
}

function recall({ authenticator }: Gate, request: FastifyRequest): KeyPrincipal | undefined {
  try {
    return authenticator.recall(request.headers.authorization)
  } catch (error) {
    if (error instanceof DeadKey) request.deadKey = error.key
    throw error
  }
}

async function recognise({ authenticator, limits }: Gate, request: FastifyRequest): Promise<KeyPrincipal> {
  try {
    return await authenticator.authenticate(request.headers.authorization)
  } catch (error) {
    if (error instanceof DeadKey) request.deadKey = error.key
    if (error instanceof UnknownKey) {
      const usage = await limits.countUnknownKey(request.ip)
      request.window = usage
      if (usage.exceeded) throw tooMany(usage)
    }
    throw error
  }
}

const limitClassOf = (method: string): LimitClass =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write'

const tooMany = ({ policy: { name, limit }, resetSeconds }: Usage) =>
  new ApiError('rate_limited', `more than ${limit} ${name} requests in a minute: wait ${resetSeconds} s`, {
    retryAfterSeconds: resetSeconds,
  })
