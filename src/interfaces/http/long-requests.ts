import type { FastifyReply } from 'fastify'
import type { Operation } from '../../kernel/operation.ts'
import { conflict, unavailable } from '../../lib/errors.ts'

/** Long operations per workspace that requests can run at the same time in one process. */
const maxConcurrent = 2

/** Whether `start-task` can run it in the background, with fair shares, limits and `cancel-task`. */
export const isLong = (operation: Operation) =>
  operation.isLong !== undefined || (Boolean(operation.takesFile) && operation.on === 'brand')

/** Limits long operations that clients run in a request instead. */
export function createLongRequests() {
  const running = new Map<string, number>()
  return {
    /** Aborted when the client disconnects, as no one could cancel the operation then. */
    signalOf({ raw }: FastifyReply): AbortSignal {
      const gone = new AbortController()
      raw.once('close', () => gone.abort(unavailable('the connection was closed', 2)))
      return gone.signal
    },
    /** @throws ApiError conflict if the workspace is at the limit */
    async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
      const others = running.get(workspaceId) ?? 0
      if (others >= maxConcurrent)
        throw conflict(
          `the workspace already runs ${others} long operations; retry when one finishes, or use start-task`,
        )
      running.set(workspaceId, others + 1)
      try {
        return await work()
      } finally {
        const left = (running.get(workspaceId) ?? 1) - 1
        if (left === 0) running.delete(workspaceId)
        else running.set(workspaceId, left)
      }
    },
  }
}
