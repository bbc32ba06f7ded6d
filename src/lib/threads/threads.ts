import pLimit from 'p-limit'
import { Tinypool } from 'tinypool'
import { childEnvironment } from '../child-environment.ts'

export interface Threads {
  /**
   * Calls a function of the module in an idle thread.
   * @param closing aborted when the program begins to close: a thread that runs long after that is terminated
   * @param timeoutMs maximum duration once a thread runs the call; waiting for a thread does not count
   * @throws the function's error, the reason of `closing`, or a `TimeoutError`
   */
  run<Result>(name: string, task: object, closing: AbortSignal, timeoutMs?: number): Promise<Result>
}

export interface ThreadsOptions {
  module: URL
  maxThreads: number
  /** How long a thread may take to finish when the program closes; then it counts as stuck. */
  stopTimeoutMs: number
}

/** Starts threads on demand and stops idle ones. */
export function createThreads({ module, maxThreads, stopTimeoutMs }: ThreadsOptions): Threads {
  const pool = new Tinypool({
    filename: module.href,
    env: childEnvironment('node'),
    runtime: 'worker_threads',
    isolateWorkers: false,
    minThreads: 0,
    maxThreads,
    // Starting a thread takes up to a second of the processor.
    idleTimeout: 60_000,
  })
  const withThread = pLimit(maxThreads)
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
      withThread(async () => {
        const stopped = stopAfter(closing)
        const signal = timeoutMs === undefined ? stopped : AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
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
