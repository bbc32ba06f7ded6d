import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { PostgresStore } from '../stores/postgres.ts'
import type { Tables } from '../stores/postgres-schema.ts'

/** A kind of background work: its queue's name and what is done with one job. */
export interface JobKind<T extends object> {
  queue: string
  /** Does the work; it may run again after a kill, and beside another job of its kind. */
  run(data: T, signal: AbortSignal): Promise<void>
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
  /** Starts doing a kind of jobs in this process. */
  work<T extends object>(kind: JobKind<T>): Promise<void>
  stop(): Promise<void>
}

const pollingIntervalSeconds = 0.5

/** A job whose process was killed is given to another one after this time without a sign of life. */
const heartbeatSeconds = 20

/** Background jobs on PostgreSQL: they survive a kill, and any number of processes share them. */
export async function openJobs(
  store: PostgresStore,
  queues: readonly string[],
  role: 'worker' | 'sender',
  log: Logger,
): Promise<Jobs> {
  const db = { executeSql: (text: string, values?: unknown[]) => store.execute(text, values) }
  const boss = new PgBoss({
    db,
    schema: 'jobs',
    schedule: false,
    supervise: role === 'worker',
    superviseIntervalSeconds: 10,
  })
  boss.on('error', (error) => log.error({ err: error }, 'background jobs'))
  await boss.start()
  for (const queue of queues) {
    const retries = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 }
    await boss.createQueue(queue, {
      policy: 'short',
      heartbeatSeconds,
      expireInSeconds: 86_400 - 1,
      ...retries,
    })
  }
  const ending = new AbortController()

  return {
    async enqueue(queue, data, { key, transaction, delaySeconds }) {
      const within = transaction === undefined ? {} : { db: inTransaction(transaction) }
      const delay = delaySeconds === undefined ? {} : { startAfter: delaySeconds }
      await boss.send(queue, data, { singletonKey: key, ...delay, ...within })
    },
    async work(kind) {
      await boss.work<Parameters<typeof kind.run>[0]>(
        kind.queue,
        { pollingIntervalSeconds },
        async (jobs) => {
          for (const job of jobs) await kind.run(job.data, AbortSignal.any([ending.signal, job.signal]))
        },
      )
    },
    async stop() {
      ending.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
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
