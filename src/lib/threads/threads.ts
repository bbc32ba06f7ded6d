import { Tinypool } from 'tinypool'

/** Threads that call the functions of a module. */
export interface Threads {
  /**
   * Calls a function of the module in a thread that has nothing else to do.
   * @param closing aborted when the program begins to close: a thread that goes on for long after that is ended
   * @throws what the function throws, or the reason of `closing`
   */
  run<Result>(name: string, task: object, closing: AbortSignal): Promise<Result>
}

export interface ThreadsOptions {
  module: URL
  most: number
  /** Time that a thread is given to finish what it is at when the program closes: one that takes longer is stuck. */
  patienceMs: number
}

/** The threads come when there is something to do, and go some time after. */
export function createThreads({ module, most, patienceMs }: ThreadsOptions): Threads {
  const pool = new Tinypool({
    filename: module.href,
    runtime: 'worker_threads',
    isolateWorkers: false,
    minThreads: 0,
    maxThreads: most,
    idleTimeout: 10_000,
  })
  const patiences = new WeakMap<AbortSignal, AbortSignal>()

  function patienceAfter(closing: AbortSignal): AbortSignal {
    const known = patiences.get(closing)
    if (known !== undefined) return known
    const over = new AbortController()
    const begin = () => void setTimeout(() => over.abort(), patienceMs).unref()
    if (closing.aborted) begin()
    else closing.addEventListener('abort', begin, { once: true })
    patiences.set(closing, over.signal)
    return over.signal
  }

  return {
    async run(name, task, closing) {
      const signal = patienceAfter(closing)
      try {
        return await pool.run(task, { name, signal })
      } catch (error) {
        if (signal.aborted) closing.throwIfAborted()
        throw error
      }
    },
  }
}
