import { type Resolve, resolveHost as resolveByMachine } from '../lib/fetching/open-connection.ts'
import type { SubprocessCall } from '../lib/subprocess/subprocess-program.ts'
import { openConnections, type Postgres, type PostgresAddress } from '../stores/postgres.ts'
import type { Services } from './context.ts'

/** Configuration for subprocesses. They read hostile pages, so they receive no secrets. */
export const subprocessVariables = [
  'PUBLIC_URL',
  'FETCH_ALLOWED_ADDRESSES',
  'SITE_STAND_INS',
  'AUDIT_BOT_REQUESTS',
  'CHROMIUM_PATH',
] as const

type SubprocessConfig = Pick<Services['config'], (typeof subprocessVariables)[number]>

export interface SubprocessServices {
  config: SubprocessConfig
  resolveHost: Resolve
  now(): Promise<Date>
  /** Aborted when the function should end. */
  signal: AbortSignal
  /** Reports progress to the caller. */
  report(progress: unknown): void
  /** Runs work on PostgreSQL with the subprocess's own connections. */
  withDb<T>(work: (db: Postgres) => Promise<T>): Promise<T>
}

export interface TaskWithServices<Task = object> {
  task: Task
  handed: {
    config: SubprocessConfig
    postgres: PostgresAddress
    /** Whether the main program resolves host names. */
    asksForAddresses: boolean
  }
}

/** Calls from the subprocess to the main program. */
export type ServiceFunctions = {
  now(): Date
  /** Errors lose their codes between processes. */
  resolveHost(host: string): Promise<Looked>
}

type Looked = { addresses: string[] } | { message: string; code: unknown }

/** PostgreSQL connections of one call. */
const maxConnections = 4

/** Wraps a function of services and a task for `openSubprocesses`. */
export const withServices =
  <Task, Result>(work: (services: SubprocessServices, task: Task) => Promise<Result>) =>
  (call: SubprocessCall, { task, handed }: TaskWithServices<Task>): Promise<Result> =>
    work(servicesOf(call, handed), task)

const servicesOf = (
  { signal, ask, report }: SubprocessCall,
  { config, postgres, asksForAddresses }: TaskWithServices['handed'],
): SubprocessServices => ({
  config,
  signal,
  report,
  now: () => ask<Date>('now'),
  resolveHost: asksForAddresses ? (host) => askForAddresses(ask, host) : resolveByMachine,
  async withDb(work) {
    // The main program's own connections report a lost server.
    const events = { onLost: () => {}, onSilence: () => {} }
    const { db, close } = openConnections(postgres, events, maxConnections)
    return work(db).finally(close)
  },
})

async function askForAddresses(ask: SubprocessCall['ask'], host: string): Promise<string[]> {
  const answer = await ask<Looked>('resolveHost', host)
  if ('addresses' in answer) return answer.addresses
  throw Object.assign(new Error(answer.message), { code: answer.code })
}
