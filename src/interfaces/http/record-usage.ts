import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompletedRequest } from '../../kernel/completed-request.ts'
import type { Operation } from '../../kernel/operation.ts'
import { wasFullyAnswered } from './transport.ts'

/** For a client that went away before it had its answer; nginx's status for the same. */
const clientClosed = 499

/** What a request has reached, and what came of it: by its route and its response where nothing else is said. */
export interface UsageTarget {
  endpoint(): string
  status(): number
}

/**
 * Records a request, when it is over, for the key that it came with, whether or not that key still works. One whose client
 * went away before it had its answer is an error of the client, and not timed.
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
    // Undefined where the path could not be read: such a request does not reach the plugin that declares it.
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

/** The method and route of an operation. */
const endpointOf = (operation: Operation | undefined): string =>
  operation === undefined ? '' : `${operation.http?.method} ${operation.http?.path}`
