import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBirpc } from 'birpc'
import type { Services } from '../../kernel/context.ts'
import { resolveHost as resolveByMachine } from '../fetching/open-connection.ts'
import type { ApartServices, Asked, HandedServices, Told } from './subprocess-program.ts'

/** Processes that call the functions of a module, apart from the one that answers requests, and after it. */
export interface Apart {
  /**
   * Calls a function of the module, `(services: ApartServices, task) => Promise`.
   * @throws what the function throws: its name, message and stack; the reason of `closing`; ApartEnded
   */
  run<Result>(services: Services, call: ApartCall): Promise<Result>
}

export interface ApartCall {
  name: string
  /** Plain data. */
  task: object
  /** Tells the function to end, and ends the process where it goes on for long after that. */
  closing: AbortSignal
}

/** The process that was doing the work has ended by itself, or gave no sign of life any more. */
export class ApartEnded extends Error {}

/** How long a process stays that has nothing to do: starting one takes some tenths of a second. */
const idleMs = 60_000
/** Time that a function is given to end. */
const patienceMs = 5000
/** A process that has not answered a trivial question for so many beats is stuck. */
const beatMs = 5000
const beatsUntilStuck = 12

const program = fileURLToPath(new URL('./subprocess-program.ts', import.meta.url))

interface Running {
  process: ChildProcess
  functions: ReturnType<typeof createBirpc<Told, Asked>>
  calls: number
  idle: NodeJS.Timeout | undefined
}

/** @param atOnce calls that one process is given at a time: what ends it ends them all */
export function createApart(module: URL, { atOnce = 1 } = {}): Apart {
  const running = new WeakMap<Services, Set<Running>>()

  function runningFor(services: Services): Running {
    const all = running.getOrInsertComputed(services, () => new Set())
    const known = [...all].find(({ calls }) => calls < atOnce)
    if (known !== undefined) return known
    const started = start(module, services, () => all.delete(started))
    all.add(started)
    return started
  }
  /** It is given no more calls, although it takes a moment to end. */
  function end(services: Services, apart: Running): void {
    running.get(services)?.delete(apart)
    apart.process.kill('SIGKILL')
  }
  function begin({ calls, idle, process }: Running): void {
    clearTimeout(idle)
    if (calls > 0) return
    process.ref()
    process.channel?.ref()
  }
  /** One that has nothing to do keeps nobody from ending. */
  function rest(services: Services, apart: Running): void {
    if (services.closing.aborted) end(services, apart)
    else apart.idle = setTimeout(end, idleMs, services, apart).unref()
    apart.process.unref()
    apart.process.channel?.unref()
  }

  return {
    async run<Result>(services: Services, { name, task, closing }: ApartCall): Promise<Result> {
      closing.throwIfAborted()
      if (services.withoutSubprocesses) return runHere<Result>(module, services, { name, task, closing })
      const apart = runningFor(services)
      begin(apart)
      apart.calls += 1
      lastCall += 1
      const call = lastCall
      let patience: NodeJS.Timeout | undefined
      const stop = () => {
        apart.functions.stop.asEvent(call).catch(() => {})
        patience = setTimeout(end, patienceMs, services, apart)
      }
      closing.addEventListener('abort', stop, { once: true })
      const stopWatching = watch(apart, () => end(services, apart))
      const handed: HandedServices = {
        config: services.config,
        postgres: services.postgres.address,
        asksForAddresses: services.resolveHost !== resolveByMachine,
      }
      try {
        return (await apart.functions.run(call, name, task, handed)) as Result
      } catch (error) {
        closing.throwIfAborted()
        throw error
      } finally {
        closing.removeEventListener('abort', stop)
        clearTimeout(patience)
        stopWatching()
        apart.calls -= 1
        if (apart.calls === 0) rest(services, apart)
      }
    },
  }
}

type Functions = Record<string, (services: ApartServices, task: object) => Promise<unknown>>

async function runHere<Result>(module: URL, services: Services, call: ApartCall): Promise<Result> {
  const { [call.name]: work } = (await import(module.href)) as Functions
  if (work === undefined) throw new Error(`there is no function ${call.name}`)
  const here: ApartServices = {
    config: services.config,
    signal: call.closing,
    now: async () => services.now(),
    resolveHost: services.resolveHost,
    withDb: (work) => work(services.db),
  }
  try {
    return (await work(here, structuredClone(call.task))) as Result
  } catch (error) {
    call.closing.throwIfAborted()
    throw error
  }
}

let lastCall = 0

/** Time is counted in beats: while this process itself is halted, the other one is not to blame. */
function watch({ functions }: Running, onStuck: () => void): () => void {
  let missed = 0
  const timer = setInterval(() => {
    missed += 1
    if (missed > beatsUntilStuck) onStuck()
    else
      functions.isAlive().then(
        () => {
          missed = 0
        },
        () => {},
      )
  }, beatMs)
  return () => clearInterval(timer)
}

function start(module: URL, services: Services, onEnd: () => void): Running {
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
    // That it has ended is told below.
    post: (message) => child.send(message, () => {}),
    on: (take) => void child.on('message', take),
    timeout: -1,
  })
  const apart: Running = { process: child, functions, calls: 0, idle: undefined }
  const close = () => apart.calls === 0 && child.kill('SIGKILL')
  services.closing.addEventListener('abort', close, { once: true })
  const ended = (how: string) => {
    onEnd()
    services.closing.removeEventListener('abort', close)
    if (apart.calls > 0)
      services.log.warn({ process: child.pid, calls: apart.calls }, `a process apart ${how}`)
    functions.$close(new ApartEnded(`the process that was doing this ${how}`))
  }
  child.once('exit', (status, signal) => ended(`ended with ${signal ?? `status ${status}`}`))
  // A program that cannot be started is told so, and has no end.
  child.on('error', ({ message }) => ended(`failed: ${message}`))
  return apart
}

/** A command before which a program gets a lower priority, all of its threads; nothing on machines without one. */
function lowPriority(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'nice'))) ? ['nice', '-n', '19'] : []
}
