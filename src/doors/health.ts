import type { FastifyInstance } from 'fastify'
import type { Services } from '../core/context.ts'
import { unavailable } from '../core/errors.ts'

const patienceMs = 3000

/** `/healthz` answers while the process lives, `/readyz` while both stores answer. */
export function addHealthRoutes(app: FastifyInstance, { postgres, clickhouse, log }: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('no answer in time')), patienceMs).unref(),
    )
    try {
      await Promise.race([Promise.all([postgres.execute('select 1'), clickhouse.ping()]), late])
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      throw unavailable('a store does not answer', 2, error)
    }
    return { status: 'ready' }
  })
}
