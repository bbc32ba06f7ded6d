import pLimit from 'p-limit'
import { Tinypool } from 'tinypool'
import { childEnvironment } from '../child-environment.ts'

/** Threads that call the functions of a module. */
export interface Threads {
  /**
   * Calls a function of the module in a thread that has nothing else to do.
   * @param closing aborted when the program begins to close: a thread that goes on for long after that is ended
   * @param timeoutMs time that the call may take once a thread has taken it: what it waits for one does not count
   * @throws what the function throws, the reason of `closing`, or a `TimeoutError`
   */
  run<Result>(name: string, task: object, closing: AbortSignal, timeoutMs?: number): Promise<Result>
}

export interface ThreadsOptions {
  module: URL
  maxThreads: number
  /** Time that a thread is given to finish what it is at when the program closes: one that takes longer is stuck. */
  stopTimeoutMs: number
}

/** The threads come when there is something to do, and go some time after. */
export function createThreads({ module, maxThreads, stopTimeoutMs }: ThreadsOptions): Threads {
  const pool = new Tinypool({
    filename: module.href,
    env: childEnvironment('node'),
    runtime: 'worker_threads',
    isolateWorkers: false,
    minThreads: 0,
    maxThreads,
    idleTimeout: 10_000,
  })
  const inTurn = pLimit(maxThreads)
  const stops = new WeakMap<AbortSignal, AbortSignal>()

  function stopAfter(closing: AbortSignal): AbortSignal {
    const known = stops.get(closing)
    if (known !== undefined) return known
    const over = new AbortController()
    const begin = () => void setTimeout(() => over.abort(), stopTimeoutMs).unref()
    if (closing.aborted) begin()
    else closing.addEventListener('abort', begin, { once: true })
    stops.set(closing, over.signal)
    return over.signal
  }

  return {
    run: (name, task, closing, timeoutMs) =>
      inTurn(async () => {
        const stopped = stopAfter(closing)
        const signal =
          timeoutMs === undefined ? stopped : AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
        try {
          return await pool.run(task, { name, signal })
        } catch (error) {
          if (stopped.aborted) closing.throwIfAborted()
          if (signal.aborted) throw signal.reason
          throw error
        }
      }),
  }
}
