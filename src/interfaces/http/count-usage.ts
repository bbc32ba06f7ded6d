import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UsageRecorder } from '../../features/usage/index.ts'
import type { Operation } from '../../kernel/operation.ts'

/** For a client that went away before it had its answer; nginx's status for the same. */
const clientClosed = 499

/**
 * Counts a request for the key that it came with, whether or not that key still works. One whose client went away before
 * it had its answer is an error of the client, and not timed.
 */
export function countUsage(
  usage: UsageRecorder,
  request: FastifyRequest,
  reply: FastifyReply,
  durationMs: number,
): void {
  const key = request.principal ?? request.deadKey
  if (key === null) return
  const isAnswered = wasAnswered(request, reply)
  usage.record({
    workspaceId: key.workspace.id,
    keyId: key.id,
    endpoint: request.isAdmitted && isAnswered ? endpointOf(request.operation) : '',
    status: isAnswered ? reply.statusCode : clientClosed,
    responseBytes: isAnswered && request.method !== 'HEAD' ? request.sentBytes : 0,
    durationMs: isAnswered ? durationMs : 0,
  })
}

/** Whether a request that is over has had its whole answer: one that was cut off has a connection that is gone. */
export const wasAnswered = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.raw.writableEnded && !request.raw.socket.destroyed

const names = new WeakMap<Operation, string>()

/** The method and route of an operation. */
const endpointOf = (operation: Operation | null): string =>
  operation === null
    ? ''
    : names.getOrInsertComputed(operation, ({ http }) => `${http?.method} ${http?.path}`)
