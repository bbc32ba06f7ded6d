import type { Services } from '../../kernel/context.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'

const checkMs = 1000
const hourMs = 3_600_000

/** Running tasks of this process, which share its CPU time. */
let running = 0

/** Watches a running task for cancellation and its time limits. */
export function watchTask({ db, config, log }: Services, id: string) {
  const over = new AbortController()
  const startedMs = performance.now()
  let usage = process.cpuUsage()
  let processorMs = 0
  running += 1

  async function checkCanceled(): Promise<void> {
    const task = await db.selectFrom('tasks').select('state').where('id', '=', id).executeTakeFirst()
    if (task?.state !== 'working') over.abort(conflict('the task was canceled'))
  }
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usage)
    usage = process.cpuUsage()
    processorMs += (user + system) / 1000 / running
    if (performance.now() - startedMs > config.TASK_MAX_HOURS * hourMs)
      over.abort(limitReached('TASK_MAX_HOURS', `${config.TASK_MAX_HOURS} h`))
    if (processorMs > config.TASK_MAX_PROCESSOR_HOURS * hourMs)
      over.abort(limitReached('TASK_MAX_PROCESSOR_HOURS', `${config.TASK_MAX_PROCESSOR_HOURS} CPU hours`))
    checkCanceled().catch((error) => log.debug({ err: error }, 'task state not readable'))
  }, checkMs)
  return {
    /** Aborted with the ApiError that ends the task. */
    signal: over.signal,
    stop() {
      running -= 1
      clearInterval(timer)
    },
  }
}

const limitReached = (name: string, limit: string) =>
  invalidRequest(`the task took longer than ${limit} (${name}); split the file, or ask the operator for a higher limit`)
