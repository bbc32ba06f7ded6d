import type { FastifyInstance } from 'fastify'
import type { Services } from '../../kernel/context.ts'
import { unavailable } from '../../lib/errors.ts'
import { withinTime } from '../../lib/within-time.ts'
import { checkRoom, writeCheck } from '../../stores/disk-room.ts'

const storeTimeoutMs = 3000

/**
 * `/healthz` answers while the process lives, `/readyz` while both stores answer and can be written.
 * @param directory the data directory; undefined where both stores are servers
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { postgres, clickhouse, log }: Services,
  directory: string | undefined,
): void {
  const checkWrite = directory === undefined ? undefined : writeCheck(directory)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const disk = directory === undefined ? [] : [checkRoom(directory), checkWrite?.()]
    try {
      const checks = Promise.all([postgres.execute('select 1'), clickhouse.ping(), ...disk])
      await withinTime(checks, storeTimeoutMs, () => {
        throw new Error('no answer in time')
      })
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      throw unavailable('a store does not answer, or has no room', 2, error)
    }
    return { status: 'ready' }
  })
}
