import { type Resolve, resolveHost as resolveByMachine } from '../lib/fetching/open-connection.ts'
import type { SubprocessCall } from '../lib/subprocess/subprocess-program.ts'
import { openConnections, type Postgres, type PostgresAddress } from '../stores/postgres.ts'
import type { Services } from './context.ts'

/** The configuration that work in subprocesses uses. They read hostile pages, so that no key of ours is sent to them. */
export const subprocessVariables = [
  'PUBLIC_URL',
  'FETCH_ALLOWED_ADDRESSES',
  'SITE_STAND_INS',
  'AUDIT_BOT_REQUESTS',
] as const

type SubprocessConfig = Pick<Services['config'], (typeof subprocessVariables)[number]>

/** What a function in a subprocess may use of the program. */
export interface SubprocessServices {
  config: SubprocessConfig
  resolveHost: Resolve
  now(): Promise<Date>
  /** Aborted when the function is to end. */
  signal: AbortSignal
  /** Tells whoever made the call how far it has come. */
  report(progress: unknown): void
  /** Does something with PostgreSQL over connections of its own. */
  withDb<T>(work: (db: Postgres) => Promise<T>): Promise<T>
}

/** A task with what services are made of there. */
export interface TaskWithServices<Task = object> {
  task: Task
  handed: {
    config: SubprocessConfig
    postgres: PostgresAddress
    /** Names are not looked up as the machine does it, but as the program that asks for the work. */
    asksForAddresses: boolean
  }
}

/** What services there ask of the program. */
export type ServiceFunctions = {
  now(): Date
  /** Errors lose their codes between processes. */
  resolveHost(host: string): Promise<Looked>
}

type Looked = { addresses: string[] } | { message: string; code: unknown }

/** Connections of one call to PostgreSQL; others wait for their turn. */
const maxConnections = 4

/** Makes a function for `createSubprocesses` of one that takes services and a task. */
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
    // The program's own connections tell about a server that is gone.
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
