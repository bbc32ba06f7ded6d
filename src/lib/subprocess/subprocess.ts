import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBirpc } from 'birpc'
import type { Logger } from 'pino'
import { childEnvironment } from '../child-environment.ts'
import type { HostFunctions, Served } from './subprocess-program.ts'

/** Child processes that call the functions of a module. They end with their parent. */
export interface SubprocessPool {
  /**
   * Calls a function of the module, `(call: SubprocessCall, task) => Promise`.
   * @throws the function's error with its name, message and stack; the reason of `closing`; SubprocessEnded
   */
  run<Result>(call: CallOptions): Promise<Result>
}

export interface SubprocessOptions {
  /** Concurrent calls per process. If a process dies, all its calls fail. */
  concurrency?: number
  /** Whether a caller waits for the results. If so the priority is normal, else the lowest. */
  isWaitedFor?: boolean
  /** Functions of this process that calls can use; arguments and results are plain data. */
  host?: HostFunctions
  /** Aborted when this process begins to close: idle subprocesses end then. */
  closing: AbortSignal
  log: Pick<Logger, 'warn'>
}

export interface CallOptions {
  /** The name of the function. */
  name: string
  /** Plain data. */
  task: object
  /** Asks the function to stop. Kills the process if the function runs long after that. */
  closing: AbortSignal
  /** Receives the function's progress reports. */
  onReport?: (progress: never) => void
}

/** Thrown if the subprocess exited unexpectedly or stopped responding. */
export class SubprocessEnded extends Error {}

/** How long an idle process stays: starting one takes some tenths of a second. */
const idleMs = 60_000
/** How long a function has to stop. */
const stopTimeoutMs = 5000
/** A process that misses this many heartbeats is stuck. */
const beatMs = 5000
const beatsUntilStuck = 12

const program = fileURLToPath(new URL('./subprocess-program.ts', import.meta.url))

interface Subprocess {
  process: ChildProcess
  functions: ReturnType<typeof createBirpc<Served, HostFunctions>>
  calls: number
  idle: NodeJS.Timeout | undefined
}

/** Creates a pool that starts processes on demand and ends idle ones. */
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
  /** Ends a process. It gets no more calls, although it takes a moment to exit. */
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
  /** An idle process does not keep this one alive. */
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

/** Counts time in heartbeats, so that a pause of this process does not count against the subprocess. */
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
    // Returns memory early, and collects garbage on the thread that caused it.
    execArgv: [...words, '--no-warnings', '--max-semi-space-size=4', '--v8-pool-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const functions = createBirpc<Served, HostFunctions>(host, {
    // The exit handler below reports that it has ended.
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
  // A program that fails to start emits an error but no exit.
  child.on('error', ({ message }) => ended(`failed: ${message}`))
  return subprocess
}

/** A command prefix that lowers the priority of all threads of a program; empty if unavailable. */
function lowPriority(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'nice'))) ? ['nice', '-n', '19'] : []
}
