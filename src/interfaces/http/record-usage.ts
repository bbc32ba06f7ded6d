import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompletedRequest } from '../../kernel/completed-request.ts'
import type { Operation } from '../../kernel/operation.ts'
import { wasFullyAnswered } from './transport.ts'

/** Status for a client that disconnected before the response, as in nginx. */
const clientClosed = 499

/** The endpoint and outcome of a request. Default to its route and response. */
export interface UsageTarget {
  endpoint(): string
  status(): number
}

/**
 * Records a finished request for its key, active or not. If the client disconnected before the response, it
 * counts as a client error and is not timed.
 */
export function recordUsage(
  usage: { record(request: CompletedRequest): void },
  request: FastifyRequest,
  reply: FastifyReply,
  reached: UsageTarget = {
    endpoint: () => endpointOf(request.routeOptions.config.operation),
    status: () => reply.statusCode,
  },
): void {
  const began = performance.now()
  reply.raw.once('close', () => {
    const key = request.apiKey
    // Undefined if the path is malformed: such a request does not reach the plugin that declares it.
    if (!key) return
    const isAnswered = wasFullyAnswered(request, reply)
    const hasBody = isAnswered && request.method !== 'HEAD'
    usage.record({
      workspaceId: key.workspace.id,
      keyId: key.id,
      endpoint: request.isAdmitted && isAnswered ? reached.endpoint() : '',
      status: isAnswered ? reached.status() : clientClosed,
      responseBytes: hasBody ? Number(reply.getHeader('content-length') ?? 0) : 0,
      durationMs: isAnswered ? performance.now() - began : 0,
    })
  })
}

const endpointOf = (operation: Operation | undefined): string =>
  operation === undefined ? '' : `${operation.http?.method} ${operation.http?.path}`
