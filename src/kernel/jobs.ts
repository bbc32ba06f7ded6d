import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Clock, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { withTimeout } from '../lib/with-timeout.ts'
import type { PostgresLike, PostgresStore, Transaction } from '../stores/postgres.ts'
import { toUnavailableError } from '../stores/store-errors.ts'
import type { Services } from './context.ts'

declare module './context.ts' {
  interface Services {
    jobs: Jobs
  }
}

/** A background job: its queue and handler. */
export interface Job<T extends object = object> {
  queue: string
  /** Runs when workers start, then this long after each completed run. */
  everySeconds?: number
  /** Jobs that one process runs at the same time. Defaults to 1. */
  concurrency?: number
  /**
   * Jobs of one workspace that may run at the same time in one process, below `concurrency`. Defaults to no
   * limit. The job's data names the workspace: `workspace_id`, or `brand_id` of one of its brands.
   */
  perWorkspace?: number
  /** Runs the job. It may run again after a kill, and concurrently with another job of its queue. */
  run(services: Services, data: T, signal: AbortSignal): Promise<void>
}

export interface EnqueueOptions {
  /** At most one job per key is waiting, in addition to one that is running. */
  key: string
  /** In a transaction, the job exists only after the commit. */
  transaction?: Transaction
  delaySeconds?: number
}

export interface Jobs {
  enqueue(queue: string, data: object, options: EnqueueOptions): Promise<void>
  /** Starts processing jobs of all queues in this process. */
  work(services: Services): Promise<void>
  stop(): Promise<void>
}

/** Polling interval while PostgreSQL notifies workers of new jobs. Polling finds delayed jobs. */
const notifyPollingIntervalSeconds = 5

/** Polling interval without notifications. */
const pollingIntervalSeconds = 0.5

/** A timer can fire slightly early. */
const timerMarginMs = 20

/** Jobs are kept until they are done, even without a worker for a long time. */
const retentionSeconds = 50 * 365 * 86_400

const clockCheckSeconds = 30

/** Jobs still running this long after the stop signal run again in the next process. */
const stopTimeoutMs = 10_000

/** Monotonic clock for pg-boss: with the system clock, setting it back would extend every wait. */
const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run, ms) => setInterval(run, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

/** A job without a heartbeat for this long is given to another process. */
const heartbeatSeconds = 20

/**
 * Background jobs in PostgreSQL: they survive a kill and are shared by any number of processes.
 * @param isAlone no other process uses the store, so interrupted jobs run again immediately
 * @param closing asks running jobs to stop, and starts no new ones
 */
export async function openJobs(
  store: PostgresStore,
  kinds: readonly Job[],
  role: 'worker' | 'sender',
  log: Logger,
  isAlone: boolean,
  closing: AbortSignal,
): Promise<Jobs> {
  const db = {
    executeSql: (text: string, values?: unknown[]) => store.execute(text, values),
    listen: store.listen,
  }
  const boss = new PgBoss({
    db,
    schema: 'jobs',
    clock: steadyClock,
    schedule: false,
    useListenNotify: role === 'worker',
    supervise: role === 'worker',
    superviseIntervalSeconds: 10,
  })
  // The store's own monitoring reports lost connections; do not log them twice a second.
  boss.on('error', (error) =>
    log[toUnavailableError(error) === undefined ? 'error' : 'debug']({ err: error }, 'background jobs'),
  )
  await boss.start()
  const notifies = new Map((await boss.getQueues()).map(({ name, notify }) => [name, notify === true]))
  for (const { queue } of kinds.filter(({ queue }) => notifies.get(queue) !== true)) {
    const retries = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 }
    if (notifies.has(queue)) await boss.updateQueue(queue, { notify: true })
    else
      await boss.createQueue(queue, {
        policy: 'short',
        notify: true,
        heartbeatSeconds,
        expireInSeconds: 86_400 - 1,
        retentionSeconds,
        ...retries,
      })
    // Load the queue now: inside a transaction this would need another connection, and those waiting for the
    // transaction may hold all of them.
    await boss.findJobs(queue, { id: randomUUID() })
  }
  /** Running jobs of this process by id. */
  const running = new Map<string, object>()
  if (role === 'worker') await clampFutureTimes(store)
  if (role === 'worker' && isAlone)
    await store.execute(`update jobs.job set state = 'retry', start_after = jobs.job_now() where state = 'active'`)
  const clockCheck = setInterval(() => {
    if (role === 'worker') clampFutureTimes(store).catch((error) => log.debug({ err: error }, 'background jobs'))
  }, clockCheckSeconds * 1000).unref()

  const limited = new Set(kinds.filter(({ perWorkspace }) => perWorkspace !== undefined).map(({ queue }) => queue))
  const enqueue: Jobs['enqueue'] = async (queue, data, { key, transaction, delaySeconds }) => {
    const within = transaction === undefined ? {} : { db: inTransaction(transaction) }
    const delay = delaySeconds === undefined ? {} : { startAfter: delaySeconds }
    const workspaceId = limited.has(queue) ? await workspaceOf(data, transaction ?? store.db) : undefined
    const group = workspaceId === undefined ? {} : { group: { id: workspaceId } }
    await boss.send(queue, data, { singletonKey: key, ...delay, ...group, ...within })
  }

  async function workOn(
    { queue, everySeconds, concurrency = 1, perWorkspace, run }: Job,
    services: Services,
  ): Promise<void> {
    // Enqueue before the workers start, as they look for jobs immediately.
    if (everySeconds !== undefined) await enqueue(queue, {}, { key: 'now' })
    // pg-boss counts groups per process: with database counts, simultaneous slots exceed the limit.
    const share = perWorkspace === undefined ? {} : { localGroupConcurrency: perWorkspace }
    const polling = { pollingIntervalSeconds, notifyPollingIntervalSeconds }
    const wake = () => {
      if (closing.aborted) return
      for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id)
    }
    await boss.work<object>(queue, { ...polling, localConcurrency: concurrency, ...share }, async (jobs) => {
      for (const job of jobs) {
        running.set(job.id, { queue, ...idsOf(job.data) })
        try {
          await run(services, job.data, AbortSignal.any([closing, job.signal]))
        } finally {
          running.delete(job.id)
        }
        if (everySeconds === undefined) continue
        await enqueue(queue, {}, { key: 'later', delaySeconds: everySeconds })
        // PostgreSQL does not notify workers when a job's delay ends.
        setTimeout(wake, everySeconds * 1000 + timerMarginMs).unref()
      }
      // If several jobs wait, start the next one without polling.
      wake()
    })
  }

  const endWork = () => Promise.all(kinds.map(({ queue }) => boss.offWork(queue)))
  const beginToStop = () => {
    if (running.size > 0) log.info({ jobs: [...running.values()] }, 'stopping: these jobs continue after the restart')
    endWork().catch((error) => log.debug({ err: error }, 'background jobs'))
  }
  closing.addEventListener('abort', beginToStop, { once: true })

  return {
    enqueue,
    async work(services) {
      for (const kind of kinds) if (!closing.aborted) await workOn(kind, services)
    },
    async stop() {
      clearInterval(clockCheck)
      // pg-boss checks only twice a second whether workers have stopped, and most stop immediately.
      await withTimeout(endWork(), stopTimeoutMs, () => {})
      await boss.stop({ graceful: false })
    },
  }
}

/** The ids in a job's data, for the log; other data may be secret. */
const idsOf = (data: object) => Object.fromEntries(Object.entries(data).filter(([name]) => /(^|_)id$/.test(name)))

interface Owned {
  workspace_id?: string
  brand_id?: string
}

async function workspaceOf({ workspace_id, brand_id }: Owned, db: PostgresLike): Promise<string | undefined> {
  if (workspace_id !== undefined || brand_id === undefined) return workspace_id
  const brands = db.selectFrom('brands').select('workspace_id').where('id', '=', brand_id)
  return (await brands.executeTakeFirst())?.workspace_id
}

function inTransaction(transaction: Transaction) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const compiled = sql.raw(text).compile(transaction)
      const { rows } = await transaction.executeQuery<Record<string, unknown>>({
        ...compiled,
        parameters: values,
      })
      return { rows }
    },
  }
}

/**
 * Clamps future times after the clock was set back. Otherwise jobs would wait that much longer, and those of
 * a killed process would count as running.
 */
async function clampFutureTimes({ execute }: PostgresStore): Promise<void> {
  await execute(`
    update jobs.job set start_after = start_after - (created_on - jobs.job_now()), created_on = jobs.job_now()
      where state < 'active' and created_on > jobs.job_now() + interval '1 minute';
    update jobs.job set start_after = jobs.job_now()
      where state = 'retry' and start_after > jobs.job_now() + interval '5 minutes';
    update jobs.job set heartbeat_on = jobs.job_now(), started_on = least(started_on, jobs.job_now())
      where state = 'active' and heartbeat_on > jobs.job_now() + interval '1 minute';
    update jobs.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
      where greatest(monitor_claim_on, monitor_on, maintain_on) > jobs.job_now() + interval '1 minute'`)
}
