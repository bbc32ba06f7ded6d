import type { FastifyInstance } from 'fastify'
import type { Services } from '../../kernel/context.ts'
import { isDamaged } from '../../kernel/damage.ts'
import { unavailable } from '../../lib/errors.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import { assertDiskSpace, createWriteProbe } from '../../stores/disk-space.ts'

const storeTimeoutMs = 3000

/**
 * `/healthz` succeeds while the process lives; `/readyz` while both stores respond and are writable, with
 * `degraded` if stored data is missing.
 * @param directory the data directory; undefined if both stores are servers
 */
export function addHealthRoutes(app: FastifyInstance, services: Services, directory: string | undefined): void {
  const { postgres, clickhouse, log } = services
  const checkWrite = directory === undefined ? undefined : createWriteProbe(directory)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const disk = directory === undefined ? [] : [assertDiskSpace(directory), checkWrite?.()]
    try {
      const checks = Promise.all([isDamaged(services), postgres.execute('select 1'), clickhouse.ping(), ...disk])
      const [damaged] = await withTimeout(checks, storeTimeoutMs, () => {
        throw new Error('timed out')
      })
      // Everything undamaged is still served, and other processes share the same data.
      return { status: damaged ? 'degraded' : 'ready' }
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      throw unavailable('a store is unavailable or full', 2, error)
    }
  })
}
