import type { Transferable } from 'node:worker_threads'
import { Tinypool } from 'tinypool'

/** Threads that call the functions of a module. */
export interface Threads {
  /**
   * Calls a function of the module in a thread that has room for it.
   * @param closing aborted when the program begins to close: a thread that goes on for long after that is ended
   * @param transfer what of the task is handed over and not copied
   * @throws what the function throws, without properties that are not an error's own; or the reason of `closing`
   */
  run<Result>(
    name: string,
    task: object,
    closing: AbortSignal,
    transfer?: readonly Transferable[],
  ): Promise<Result>
}

export interface ThreadsOptions {
  module: URL
  most: number
  /** Calls that a thread is given at a time; one by default. More are for such that wait most of the time. */
  atOnce?: number
  /** Time that a thread is given to finish what it is at when the program closes: one that takes longer is stuck. */
  patienceMs: number
}

/** The threads come when there is something to do, and go some time after. */
export function createThreads({ module, most, atOnce = 1, patienceMs }: ThreadsOptions): Threads {
  const pool = new Tinypool({
    filename: module.href,
    runtime: 'worker_threads',
    isolateWorkers: false,
    minThreads: 0,
    maxThreads: most,
    concurrentTasksPerWorker: atOnce,
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
    async run(name, task, closing, transfer = []) {
      const signal = patienceAfter(closing)
      try {
        // Its type is taken from the other form of `postMessage`.
        const transferList = [...transfer] as never
        return await pool.run(task, { name, signal, transferList })
      } catch (error) {
        if (signal.aborted) closing.throwIfAborted()
        throw error
      }
    },
  }
}
