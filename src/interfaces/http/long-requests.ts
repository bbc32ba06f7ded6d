import type { FastifyReply } from 'fastify'
import type { Operation } from '../../kernel/operation.ts'
import { conflict, unavailable } from '../../lib/errors.ts'

/** Long operations of one workspace that requests run at the same time, in one process. */
const mostAtOnce = 2

/** Whether `start-task` can run it in the background, where it has shares, limits and `cancel-task`. */
export const isLong = (operation: Operation) =>
  operation.isLong !== undefined || (Boolean(operation.takesFile) && operation.on === 'brand')

/** Bounds long operations that a client runs in a request instead. */
export function createLongRequests() {
  const running = new Map<string, number>()
  return {
    /** Aborted once the client is gone, as no one could cancel the operation then. */
    signalOf({ raw }: FastifyReply): AbortSignal {
      const gone = new AbortController()
      raw.once('close', () => gone.abort(unavailable('the connection was closed', 2)))
      return gone.signal
    },
    /** @throws ApiError conflict where the workspace runs as many already */
    async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
      const others = running.get(workspaceId) ?? 0
      if (others >= mostAtOnce)
        throw conflict(
          `the workspace runs ${others} long operations already; try again once one is done, or use start-task`,
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
