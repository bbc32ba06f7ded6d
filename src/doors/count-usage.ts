import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UsageRecorder } from '../features/usage/index.ts'

/** For a client that went away before it had its answer; nginx's status for the same. */
const clientClosed = 499

/** Counts a request for the key that it came with, whether or not that key still works. */
export function countAnswered(usage: UsageRecorder, request: FastifyRequest, reply: FastifyReply): void {
  const key = request.principal ?? request.deadKey
  if (key === null) return
  usage.record({
    workspaceId: key.workspace.id,
    keyId: key.id,
    endpoint: request.isAdmitted ? endpointOf(request) : '',
    status: reply.statusCode,
    responseBytes: request.method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? 0),
    durationMs: reply.elapsedTime,
  })
}

/** Counts a request whose client went away: as an error of the client, and not timed. */
export function countAborted(usage: UsageRecorder, request: FastifyRequest): void {
  const key = request.principal ?? request.deadKey
  if (key === null) return
  const untimed = { endpoint: '', responseBytes: 0, durationMs: 0 }
  usage.record({ workspaceId: key.workspace.id, keyId: key.id, status: clientClosed, ...untimed })
}

const endpointOf = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.config.operation?.http?.path}`
