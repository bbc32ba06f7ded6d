import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkLimit } from '../../kernel/admission.ts'
import { consentPath } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { type LimitUsage, limitHeaders } from '../../kernel/rate-limits.ts'
import { invalidRequest } from '../../lib/errors.ts'

/** Anyone can leave a request, which is kept for half an hour. */
const maxQueryLength = 4096

/** Why an app's authorization request is refused, by the code for the console page. */
export type Refusal =
  | { problem: 'request_too_long' | 'unsupported_response_mode' }
  | { problem: 'rate_limited'; usage: LimitUsage }

export async function refusalOf(
  { limits }: Services,
  { url, ip }: FastifyRequest,
): Promise<Refusal | undefined> {
  const [, query = ''] = url.split(/\?(.*)/s)
  if (query.length > maxQueryLength) return { problem: 'request_too_long' }
  const modes = new URLSearchParams(query).getAll('response_mode')
  if (modes.some((mode) => mode !== 'query')) return { problem: 'unsupported_response_mode' }
  const usage = await limits.countAddress('authorization', ip)
  return usage.exceeded ? { problem: 'rate_limited', usage } : undefined
}

const messages = {
  request_too_long: `the query must have at most ${maxQueryLength} bytes`,
  unsupported_response_mode: 'response_mode: must be query',
} as const

/** People are sent to a page. @throws ApiError if an app reads the response */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.problem === 'rate_limited') reply.headers(limitHeaders(refusal.usage))
  if (request.headers.accept?.includes('text/html'))
    return reply.redirect(`${consentPath}?problem=${refusal.problem}`, 303)
  if (refusal.problem !== 'rate_limited') throw invalidRequest(messages[refusal.problem])
  checkLimit(refusal.usage)
  return reply
}
