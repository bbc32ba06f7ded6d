import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import type { Config } from '../../config.ts'
import { openConnections, type Postgres, type PostgresAddress } from '../../stores/postgres.ts'
import { type Resolve, resolveHost as resolveByMachine } from '../fetching/open-connection.ts'

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
  /** Names are not looked up as the machine does it, but as the program that asks for the work. */
  asksForAddresses: boolean
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
  isAlive(): true
}

type Functions = Record<string, ((services: ApartServices, task: object) => unknown) | undefined>

/** Connections of one call to PostgreSQL; others wait for their turn. */
const mostConnections = 4

// Signals of a terminal are meant for whoever started this: they say when it is to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
// A loop that never ends would not notice that they are gone.
new Worker(
  `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`,
  { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } },
).unref()

const [, , module = ''] = process.argv
const loaded: Promise<Functions> = import(module)
// Where what was compiled is kept: it would be at the end, which this process does not see coming.
loaded.then(() => flushCompileCache()).catch(() => {})
const calls = new Map<number, AbortController>()

const told: Told = {
  async run(call, name, task, handed) {
    const ending = new AbortController()
    calls.set(call, ending)
    try {
      const work = (await loaded)[name]
      if (work === undefined) throw new Error(`there is no function ${name}`)
      return await work(servicesOf(handed, ending.signal), task)
    } catch (error) {
      throw plain(error)
    } finally {
      calls.delete(call)
    }
  },
  stop: (call) => calls.get(call)?.abort(),
  isAlive: () => true,
}

const program = createBirpc<Asked, Told>(told, {
  post: (message) => process.send?.(message),
  on: (take) => void process.on('message', take),
  timeout: -1,
})

const servicesOf = (
  { config, postgres, asksForAddresses }: HandedServices,
  signal: AbortSignal,
): ApartServices => ({
  config,
  signal,
  now: () => program.now(),
  resolveHost: asksForAddresses ? askForAddresses : resolveByMachine,
  async withDb(work) {
    // The program's own connections tell about a server that is gone.
    const events = { onLost: () => {}, onSilence: () => {} }
    const { db, close } = openConnections(postgres, events, mostConnections)
    return work(db).finally(close)
  },
})

async function askForAddresses(host: string): Promise<string[]> {
  const answer = await program.resolveHost(host)
  if ('addresses' in answer) return answer.addresses
  throw Object.assign(new Error(answer.message), { code: answer.code })
}

/** Some errors hold what cannot be sent. */
function plain(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const { name, message, stack } = error
  return Object.assign(new Error(message), { name, stack })
}
