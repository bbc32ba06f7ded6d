import type { Job } from '../../kernel/jobs.ts'
import { collectUntil } from './collector.ts'

/** A run ends after this time, and the next one begins: jobs that never end count as dead. */
const maxRunMs = 3_600_000

/** Asks what is due, for as long as anything is. */
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

/** Whether answers wait to be stored or a provider works on some; what is only planned is looked for by the next run. */
async function isAnythingOpen({ db }: Parameters<Job['run']>[0]): Promise<boolean> {
  const open = db.selectFrom('collection_slots').select('id').where('state', 'in', ['submitted', 'received'])
  return (await open.limit(1).executeTakeFirst()) !== undefined
}
