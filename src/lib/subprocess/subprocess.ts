import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBirpc } from 'birpc'
import type { Logger } from 'pino'
import { childEnvironment } from '../child-environment.ts'
import type { HostFunctions, Served } from './subprocess-program.ts'

/** Processes that call the functions of a module: beside the one that has started them, and no longer than that one. */
export interface SubprocessPool {
  /**
   * Calls a function of the module, `(call: SubprocessCall, task) => Promise`.
   * @throws what the function throws: its name, message and stack; the reason of `closing`; SubprocessEnded
   */
  run<Result>(call: CallOptions): Promise<Result>
}

export interface SubprocessOptions {
  /** Calls that one process is given at a time: what ends it ends them all. */
  concurrency?: number
  /** Whether somebody waits for its results: then its priority is the usual one, else the lowest. */
  isWaitedFor?: boolean
  /** What calls may ask of this process; arguments and results are plain data. */
  host?: HostFunctions
  /** Aborted when this process begins to close: those with nothing to do end then. */
  closing: AbortSignal
  log: Pick<Logger, 'warn'>
}

export interface CallOptions {
  /** Of the function. */
  name: string
  /** Plain data. */
  task: object
  /** Tells the function to end, and ends the process where it goes on for long after that. */
  closing: AbortSignal
  /** Given what the function reports while it is at work. */
  onReport?: (progress: never) => void
}

/** The process that was doing the work has ended by itself, or gave no sign of life any more. */
export class SubprocessEnded extends Error {}

/** How long a process stays that has nothing to do: starting one takes some tenths of a second. */
const idleMs = 60_000
/** Time that a function is given to end. */
const stopTimeoutMs = 5000
/** A process that has not answered a trivial question for so many beats is stuck. */
const beatMs = 5000
const beatsUntilStuck = 12

const program = fileURLToPath(new URL('./subprocess-program.ts', import.meta.url))

interface Subprocess {
  process: ChildProcess
  functions: ReturnType<typeof createBirpc<Served, HostFunctions>>
  calls: number
  idle: NodeJS.Timeout | undefined
}

/** Makes processes for the functions of a module: started when there is something to do, ended some time after. */
export function createSubprocessPool(module: URL, options: SubprocessOptions): SubprocessPool {
  const { concurrency = 1, closing: poolClosing } = options
  const running = new Set<Subprocess>()
  const listeners = new Map<number, CallOptions['onReport']>()
  const host: HostFunctions = {
    ...options.host,
    reportProgress: (call: number, progress: never) => listeners.get(call)?.(progress),
  }

  function freeProcess(): Subprocess {
    const known = [...running].find(({ calls }) => calls < concurrency)
    if (known !== undefined) return known
    const started = start(module, { ...options, host }, () => running.delete(started))
    running.add(started)
    return started
  }
  /** It is given no more calls, although it takes a moment to end. */
  function end(subprocess: Subprocess): void {
    running.delete(subprocess)
    subprocess.process.kill('SIGKILL')
  }
  function begin({ calls, idle, process }: Subprocess): void {
    clearTimeout(idle)
    if (calls > 0) return
    process.ref()
    process.channel?.ref()
  }
  /** One that has nothing to do keeps nobody from ending. */
  function rest(subprocess: Subprocess): void {
    if (poolClosing.aborted) end(subprocess)
    else subprocess.idle = setTimeout(end, idleMs, subprocess).unref()
    subprocess.process.unref()
    subprocess.process.channel?.unref()
  }

  return {
    async run<Result>({ name, task, closing, onReport }: CallOptions): Promise<Result> {
      closing.throwIfAborted()
      const subprocess = freeProcess()
      begin(subprocess)
      subprocess.calls += 1
      lastCall += 1
      const call = lastCall
      listeners.set(call, onReport)
      let stopping: NodeJS.Timeout | undefined
      const stop = () => {
        subprocess.functions.stop.asEvent(call).catch(() => {})
        stopping = setTimeout(end, stopTimeoutMs, subprocess)
      }
      closing.addEventListener('abort', stop, { once: true })
      const stopWatching = watch(subprocess, () => end(subprocess))
      try {
        return (await subprocess.functions.run(call, name, task)) as Result
      } catch (error) {
        closing.throwIfAborted()
        throw error
      } finally {
        closing.removeEventListener('abort', stop)
        listeners.delete(call)
        clearTimeout(stopping)
        stopWatching()
        subprocess.calls -= 1
        if (subprocess.calls === 0) rest(subprocess)
      }
    },
  }
}

let lastCall = 0

/** Time is counted in beats: while this process itself is halted, the other one is not to blame. */
function watch({ functions }: Subprocess, onStuck: () => void): () => void {
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

function start(
  module: URL,
  { host = {}, isWaitedFor = false, closing, log }: SubprocessOptions,
  onEnd: () => void,
): Subprocess {
  const [execPath = process.execPath, ...words] = [...(isWaitedFor ? [] : lowPriority()), process.execPath]
  const child = fork(program, [module.href], {
    execPath,
    env: childEnvironment('node'),
    // Memory is given back early, and collecting it stays with the thread that made it necessary.
    execArgv: [...words, '--no-warnings', '--max-semi-space-size=4', '--v8-pool-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const functions = createBirpc<Served, HostFunctions>(host, {
    // That it has ended is told below.
    post: (message) => child.send(message, () => {}),
    on: (take) => void child.on('message', take),
    timeout: -1,
  })
  const subprocess: Subprocess = { process: child, functions, calls: 0, idle: undefined }
  const close = () => subprocess.calls === 0 && child.kill('SIGKILL')
  closing.addEventListener('abort', close, { once: true })
  const ended = (how: string) => {
    onEnd()
    closing.removeEventListener('abort', close)
    if (subprocess.calls > 0) log.warn({ process: child.pid, calls: subprocess.calls }, `a subprocess ${how}`)
    functions.$close(new SubprocessEnded(`the process that was doing this ${how}`))
  }
  child.once('exit', (status, signal) => ended(`ended with ${signal ?? `status ${status}`}`))
  // A program that cannot be started is told so, and has no end.
  child.on('error', ({ message }) => ended(`failed: ${message}`))
  return subprocess
}

/** A command before which a program gets a lower priority, all of its threads; nothing on machines without one. */
function lowPriority(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'nice'))) ? ['nice', '-n', '19'] : []
}
