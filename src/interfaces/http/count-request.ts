import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkLimit } from '../../kernel/admission.ts'
import type { Services } from '../../kernel/context.ts'
import { type AddressLimit, limitHeaders } from '../../kernel/rate-limits.ts'

/** Counts a request without a known caller by its address. @throws ApiError rate_limited */
export async function countRequest(
  { limits }: Services,
  limit: AddressLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const usage = await limits.countAddress(limit, request.ip)
  reply.headers(limitHeaders(usage))
  checkLimit(usage)
}
