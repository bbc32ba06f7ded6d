import type { Job } from '../../../kernel/jobs.ts'
import { collectUntil } from './collector.ts'

/** A run of the job ends after this time and the next one starts: endless jobs count as dead. */
const maxRunMs = 3_600_000

/** Collects due answers while there are any. */
export const collect: Job<object> = {
  queue: 'collect',
  everySeconds: 5,
  async run(services, _, signal) {
    const until = performance.now() + maxRunMs
    await collectUntil(services, signal, async (isIdle) => {
      if (performance.now() > until) return true
      return isIdle && !(await isAnythingOpen(services))
    })
  },
}

/** Whether answers wait for storage or at a provider. The next job run finds planned slots. */
async function isAnythingOpen({ db }: Parameters<Job['run']>[0]): Promise<boolean> {
  const open = db.selectFrom('collection_slots').select('id').where('state', 'in', ['submitted', 'received'])
  return (await open.limit(1).executeTakeFirst()) !== undefined
}
