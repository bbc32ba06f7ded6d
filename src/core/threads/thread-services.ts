import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import type { Config } from '../../config.ts'
import { openConnections, type Postgres, type PostgresAddress } from '../../stores/postgres.ts'
import type { Services } from '../context.ts'
import type { Resolve } from '../fetching/open-connection.ts'
import type { Threads } from './threads.ts'

/** What work in a thread may use of the program. */
export interface ThreadServices {
  config: Config
  resolveHost: Resolve
  now(): Promise<Date>
  /** Aborted when the work is to end. */
  signal: AbortSignal
  /** Does something with PostgreSQL over connections of the thread's own. */
  withDb<T>(work: (db: Postgres) => Promise<T>): Promise<T>
}

/** The services as they go to a thread; they are the thread's own there, one call of a function's. */
export interface HandedServices {
  port: MessagePort
  config: Config
  postgres: PostgresAddress
}

/** What the thread asks of the program. */
interface Asked {
  /** Errors lose their codes between threads. */
  resolveHost(host: string): Promise<{ addresses: string[] } | { message: string; code: unknown }>
  now(): Date
}

/** What the program tells the thread. */
interface Told {
  stop(): void
}

/** Connections of a thread to PostgreSQL; others wait for their turn. */
const mostConnections = 4

const onPort = (port: MessagePort) => ({
  post: (message: unknown) => port.postMessage(message),
  on: (take: (message: unknown) => void) => void port.on('message', take),
  // Whoever asks has limits of its own.
  timeout: -1,
})

/**
 * Calls a function of a thread with `services` in its task, for `useServices` there.
 * @param closing see `Threads.run`
 * @param signal tells the function to end, and waits until it has
 * @throws what the function throws
 */
export async function runWithServices<Result>(
  threads: Threads,
  { config, postgres, resolveHost, now }: Services,
  call: { name: string; task: object; closing: AbortSignal; signal: AbortSignal },
): Promise<Result> {
  const { port1, port2 } = new MessageChannel()
  const asked: Asked = {
    now,
    resolveHost: (host) =>
      resolveHost(host).then(
        (addresses) => ({ addresses }),
        ({ message, code }) => ({ message, code }),
      ),
  }
  const thread = createBirpc<Told, Asked>(asked, onPort(port1))
  const stop = () => void thread.stop.asEvent()
  if (call.signal.aborted) stop()
  call.signal.addEventListener('abort', stop, { once: true })
  const services: HandedServices = { port: port2, config, postgres: postgres.address }
  try {
    return await threads.run(call.name, { ...call.task, services }, call.closing, [port2])
  } finally {
    call.signal.removeEventListener('abort', stop)
    port1.close()
  }
}

/** In a thread: does one call's work with the services that it was given. */
export async function useServices<T>(
  { port, config, postgres }: HandedServices,
  work: (services: ThreadServices) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const told: Told = { stop: () => ending.abort() }
  const program = createBirpc<Asked, Told>(told, onPort(port))
  try {
    return await work({
      config,
      signal: ending.signal,
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
  } finally {
    port.close()
  }
}
