import { createBirpc } from 'birpc'
import type { Config } from '../../config.ts'
import { openConnections, type Postgres, type PostgresAddress } from '../../stores/postgres.ts'
import type { Resolve } from '../fetching/open-connection.ts'

/** What a function that is called apart may use of the program. */
export interface ApartServices {
  config: Config
  resolveHost: Resolve
  now(): Promise<Date>
  /** Aborted when the function is to end. */
  signal: AbortSignal
  /** Does something with PostgreSQL over connections of its own. */
  withDb<T>(work: (db: Postgres) => Promise<T>): Promise<T>
}

/** The services as they get here. */
export interface HandedServices {
  config: Config
  postgres: PostgresAddress
}

/** What this process asks of the one that has started it. */
export interface Asked {
  now(): Date
  /** Errors lose their codes between processes. */
  resolveHost(host: string): Promise<{ addresses: string[] } | { message: string; code: unknown }>
}

/** What it is told. */
export interface Told {
  run(call: number, name: string, task: object, services: HandedServices): Promise<unknown>
  stop(call: number): void
}

/** Connections of one call to PostgreSQL; others wait for their turn. */
const mostConnections = 4

const [, , module = ''] = process.argv
const loaded: Promise<Record<string, (services: ApartServices, task: object) => unknown>> = import(module)
const calls = new Map<number, AbortController>()

const told: Told = {
  async run(call, name, task, handed) {
    const ending = new AbortController()
    calls.set(call, ending)
    try {
      return await (await loaded)[name]?.(servicesOf(handed, ending.signal), task)
    } finally {
      calls.delete(call)
    }
  },
  stop: (call) => calls.get(call)?.abort(),
}

const program = createBirpc<Asked, Told>(told, {
  post: (message) => process.send?.(message),
  on: (take) => void process.on('message', take),
  timeout: -1,
})

// Whoever asked is gone. Signals of a terminal are meant for them: they say when this is to end.
process.once('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const servicesOf = ({ config, postgres }: HandedServices, signal: AbortSignal): ApartServices => ({
  config,
  signal,
  now: () => program.now(),
  async resolveHost(host) {
    const answer = await program.resolveHost(host)
    if ('addresses' in answer) return answer.addresses
    throw Object.assign(new Error(answer.message), { code: answer.code })
  },
  async withDb(work) {
    // The program's own connections tell about a server that is gone.
    const events = { onLost: () => {}, onSilence: () => {} }
    const { db, close } = openConnections(postgres, events, mostConnections)
    return work(db).finally(close)
  },
})
