import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBirpc } from 'birpc'
import type { Services } from '../context.ts'
import type { Asked, HandedServices, Told } from './apart-program.ts'

/** A process that calls the functions of a module, apart from the one that answers requests, and after it. */
export interface Apart {
  /**
   * Calls a function of the module, `(services: ApartServices, task) => Promise`. Calls are made at once, in one process.
   * @throws what the function throws, without properties that are not an error's own; the reason of `closing`; an error
   *   where the process ends
   */
  run<Result>(services: Services, call: ApartCall): Promise<Result>
}

export interface ApartCall {
  name: string
  /** Plain data. */
  task: object
  /** Tells the function to end, and waits until it has. */
  signal: AbortSignal
  /** Aborted when there is no more time: the process is ended if the function goes on for long after that. */
  closing: AbortSignal
}

/** How long a process stays that has nothing to do: starting one takes some tenths of a second. */
const idleMs = 60_000
/** Time that a function is given to end. */
const patienceMs = 5000

const program = fileURLToPath(new URL('./apart-program.ts', import.meta.url))

interface Running {
  process: ChildProcess
  functions: ReturnType<typeof createBirpc<Told, Asked>>
  calls: number
  idle: NodeJS.Timeout | undefined
}

export function createApart(module: URL): Apart {
  const running = new WeakMap<Services, Running>()
  let lastCall = 0

  function runningFor(services: Services): Running {
    const known = running.get(services)
    if (known !== undefined) return known
    const started = start(module, services)
    running.set(services, started)
    started.process.once('exit', () => running.delete(services))
    return started
  }

  return {
    async run(services, { name, task, signal, closing }) {
      signal.throwIfAborted()
      const apart = runningFor(services)
      begin(apart)
      lastCall += 1
      const call = lastCall
      const stop = () => void apart.functions.stop.asEvent(call)
      signal.addEventListener('abort', stop, { once: true })
      let isOverdue = false
      const end = () => {
        isOverdue = true
        apart.process.kill('SIGKILL')
      }
      let patience: NodeJS.Timeout | undefined
      const hurry = () => {
        stop()
        patience = setTimeout(end, patienceMs)
      }
      closing.addEventListener('abort', hurry, { once: true })
      const handed: HandedServices = { config: services.config, postgres: services.postgres.address }
      try {
        return (await apart.functions.run(call, name, task, handed)) as never
      } catch (error) {
        if (isOverdue) closing.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', stop)
        closing.removeEventListener('abort', hurry)
        clearTimeout(patience)
        rest(apart, services)
      }
    },
  }
}

function start(module: URL, services: Services): Running {
  const [execPath = process.execPath, ...words] = [...lowPriority(), process.execPath]
  const child = fork(program, [module.href], {
    execPath,
    // Memory is given back early, and collecting it stays with the thread that made it necessary.
    execArgv: [...words, '--no-warnings', '--max-semi-space-size=4', '--v8-pool-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const asked: Asked = {
    now: services.now,
    resolveHost: (host) =>
      services.resolveHost(host).then(
        (addresses) => ({ addresses }),
        ({ message, code }) => ({ message, code }),
      ),
  }
  const functions = createBirpc<Told, Asked>(asked, {
    // One that has ended gets no messages any more.
    post: (message) => child.connected && child.send(message),
    on: (take) => void child.on('message', take),
    // Whoever calls has limits of its own.
    timeout: -1,
  })
  const gone = (cause?: Error) =>
    functions.$close(new Error('a process that works apart has ended by itself', { cause }))
  child.once('exit', () => gone())
  child.once('error', gone)
  const apart: Running = { process: child, functions, calls: 0, idle: undefined }
  services.closing.addEventListener('abort', () => apart.calls === 0 && child.kill('SIGKILL'), { once: true })
  return apart
}

function begin(apart: Running): void {
  clearTimeout(apart.idle)
  apart.calls += 1
  apart.process.ref()
  apart.process.channel?.ref()
}

/** One that has nothing to do keeps nobody from ending. */
function rest(apart: Running, { closing }: Services): void {
  apart.calls -= 1
  if (apart.calls > 0) return
  const end = () => void apart.process.kill('SIGKILL')
  if (closing.aborted) end()
  else apart.idle = setTimeout(end, idleMs).unref()
  apart.process.unref()
  apart.process.channel?.unref()
}

/** A command before which a program gets a lower priority, all of its threads; nothing on machines without one. */
function lowPriority(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'nice'))) ? ['nice', '-n', '10'] : []
}
