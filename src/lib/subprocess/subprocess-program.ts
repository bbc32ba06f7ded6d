import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { createBirpc } from 'birpc'

/** The second part of a function's input, next to its task. */
export interface SubprocessCall {
  /** Aborted when the function is to end. */
  signal: AbortSignal
  /** Calls a function of the parent process. Its errors lose their codes. */
  ask<Result>(name: string, ...values: unknown[]): Promise<Result>
  /** Reports progress to the caller. */
  report(progress: unknown): void
}

/** Functions of the parent that subprocesses can call, by name. */
export type HostFunctions = Record<string, (...values: never[]) => unknown>

export interface Served {
  run(call: number, name: string, task: object): Promise<unknown>
  stop(call: number): void
  isAlive(): true
}

type Functions = Record<string, ((call: SubprocessCall, task: object) => unknown) | undefined>

// The terminal sends its signals to the parent, which decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
// An endless loop would block the disconnect event.
new Worker(`setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`, {
  eval: true,
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
}).unref()

const [, , module = ''] = process.argv
const loaded: Promise<Functions> = import(module)
// Saves the compile cache now: Node would do so at exit, but this process is killed.
loaded.then(() => flushCompileCache()).catch(() => {})
const calls = new Map<number, AbortController>()

const served: Served = {
  async run(call, name, task) {
    const ending = new AbortController()
    calls.set(call, ending)
    try {
      const work = (await loaded)[name]
      if (work === undefined) throw new Error(`there is no function ${name}`)
      const report = (progress: unknown) => void host.$callEvent('reportProgress', call, progress).catch(() => {})
      return await work({ signal: ending.signal, ask, report }, task)
    } catch (error) {
      throw plain(error)
    } finally {
      calls.delete(call)
    }
  },
  stop: (call) => calls.get(call)?.abort(),
  isAlive: () => true,
}

const host = createBirpc<Record<string, (...values: unknown[]) => unknown>, Served>(served, {
  post: (message) => process.send?.(message),
  on: (take) => void process.on('message', take),
  timeout: -1,
})

const ask = <Result>(name: string, ...values: unknown[]) => host.$call(name, ...values) as Promise<Result>

/** Some errors hold values that cannot be serialized. */
function plain(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const { name, message, stack } = error
  return Object.assign(new Error(message), { name, stack })
}
