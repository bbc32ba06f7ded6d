import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { type Clock, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { withTimeout } from '../lib/with-timeout.ts'
import type { PostgresLike, PostgresStore } from '../stores/postgres.ts'
import type { Tables } from '../stores/postgres-schema.ts'
import { toUnavailableError } from '../stores/store-errors.ts'
import type { Services } from './context.ts'

/** A kind of background work: its queue's name and what is done with one job. */
export interface Job<T extends object = object> {
  queue: string
  /** It is done when somebody begins to work, and again and again so long after it was done. */
  everySeconds?: number
  /** Jobs that one process does at once; one by default. */
  concurrency?: number
  /**
   * Most jobs of one workspace that run together in one process, below `concurrency`; no limit by default. The job's data
   * names the workspace: `workspace_id`, or `brand_id` of one of its brands.
   */
  perWorkspace?: number
  /** Does the work; it may run again after a kill, and beside another job of its kind. */
  run(services: Services, data: T, signal: AbortSignal): Promise<void>
}

export interface EnqueueOptions {
  /** Of one key at most one job waits; it may be at work beside that. */
  key: string
  /** Inside a transaction the job exists only once that has been committed. */
  transaction?: Transaction<Tables>
  delaySeconds?: number
}

export interface Jobs {
  enqueue(queue: string, data: object, options: EnqueueOptions): Promise<void>
  /** Starts doing jobs of all kinds in this process. */
  work(services: Services): Promise<void>
  stop(): Promise<void>
}

/** How often each queue is polled. PostgreSQL notifies workers of new jobs; polling finds those that were delayed. */
const notifyPollingIntervalSeconds = 5

/** The same while no notifications arrive. */
const pollingIntervalSeconds = 0.5

/** A timer can fire slightly early. */
const timerMarginMs = 20

/** Jobs are kept until they are done, however long nobody was there to do them. */
const retentionSeconds = 50 * 365 * 86_400

const clockCheckSeconds = 30

/** Jobs that have not ended so long after they were told to are done again by the next process. */
const stopTimeoutMs = 10_000

/** Time for pg-boss to wait by: with the clock that people set, setting it back would keep it waiting for as long. */
const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run, ms) => setInterval(run, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

/** A job whose process was killed is given to another one after this time without a sign of life. */
const heartbeatSeconds = 20

/**
 * Background jobs on PostgreSQL: they survive a kill, and any number of processes share them.
 * @param isAlone no other process can be at work on the store: what was being done is done again at once
 * @param closing tells the running jobs to stop, and starts no more
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
  // A store that is gone is reported by those who look after it, and not twice a second.
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
    // It looks the queue up now: within a transaction that would take another connection, and those who wait for the
    // transaction may have all of them.
    await boss.findJobs(queue, { id: randomUUID() })
  }
  /** What this process works on, by the ids of the jobs. */
  const underWay = new Map<string, object>()
  if (role === 'worker') await followClock(store)
  if (role === 'worker' && isAlone)
    await store.execute(
      `update jobs.job set state = 'retry', start_after = jobs.job_now() where state = 'active'`,
    )
  const clockCheck = setInterval(() => {
    if (role === 'worker') followClock(store).catch((error) => log.debug({ err: error }, 'background jobs'))
  }, clockCheckSeconds * 1000).unref()

  const limited = new Set(
    kinds.filter(({ perWorkspace }) => perWorkspace !== undefined).map(({ queue }) => queue),
  )
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
    // Enqueue before the workers start: they look for jobs at once.
    if (everySeconds !== undefined) await enqueue(queue, {}, { key: 'now' })
    // pg-boss counts groups in this process: counted in the database, two slots that look together would pass the limit.
    const share = perWorkspace === undefined ? {} : { localGroupConcurrency: perWorkspace }
    const polling = { pollingIntervalSeconds, notifyPollingIntervalSeconds }
    const wake = () => {
      if (closing.aborted) return
      for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id)
    }
    await boss.work<object>(queue, { ...polling, localConcurrency: concurrency, ...share }, async (jobs) => {
      for (const job of jobs) {
        underWay.set(job.id, { queue, ...idsOf(job.data) })
        try {
          await run(services, job.data, AbortSignal.any([closing, job.signal]))
        } finally {
          underWay.delete(job.id)
        }
        if (everySeconds === undefined) continue
        await enqueue(queue, {}, { key: 'later', delaySeconds: everySeconds })
        // PostgreSQL does not notify of a job when its delay ends.
        setTimeout(wake, everySeconds * 1000 + timerMarginMs).unref()
      }
      // If several jobs wait, start the next one without polling.
      wake()
    })
  }

  const endWork = () => Promise.all(kinds.map(({ queue }) => boss.offWork(queue)))
  const beginToStop = () => {
    if (underWay.size > 0)
      log.info({ jobs: [...underWay.values()] }, 'stopping: these jobs continue after the restart')
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
      // It looks only twice a second whether those who work have ended: most have, at once.
      await withTimeout(endWork(), stopTimeoutMs, () => {})
      await boss.stop({ graceful: false })
    },
  }
}

/** The ids in a job's data, for the log: other data may be secret. */
const idsOf = (data: object) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => /(^|_)id$/.test(name)))

interface Owned {
  workspace_id?: string
  brand_id?: string
}

async function workspaceOf({ workspace_id, brand_id }: Owned, db: PostgresLike): Promise<string | undefined> {
  if (workspace_id !== undefined || brand_id === undefined) return workspace_id
  const brands = db.selectFrom('brands').select('workspace_id').where('id', '=', brand_id)
  return (await brands.executeTakeFirst())?.workspace_id
}

function inTransaction(transaction: Transaction<Tables>) {
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
 * Brings times that lie ahead, because the clock was set back since they were written, to where they would be by the
 * clock as it is now. Jobs would wait for as long as the clock was set back otherwise, and those of a killed process
 * would be taken for being at work.
 */
async function followClock({ execute }: PostgresStore): Promise<void> {
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
