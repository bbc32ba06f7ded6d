import { resolveHost as resolveByMachine } from '../lib/fetching/open-connection.ts'
import { type CallOptions, createSubprocessPool, type SubprocessOptions } from '../lib/subprocess/subprocess.ts'
import type { SubprocessCall } from '../lib/subprocess/subprocess-program.ts'
import type { Services } from './context.ts'
import { type ServiceFunctions, subprocessVariables, type TaskWithServices } from './subprocess-services.ts'

/** Processes that call functions of a module, wrapped by `withServices`. */
export interface Subprocesses {
  /** @throws the function's error with name, message and stack; the reason of `closing`; SubprocessEnded */
  run<Result>(call: CallOptions): Promise<Result>
}

/** Settings of all processes of one kind. */
type Settings = Pick<SubprocessOptions, 'concurrency' | 'isWaitedFor'>

export function openSubprocesses(services: Services, module: URL, settings: Settings = {}): Subprocesses {
  const { closing, log, withoutSubprocesses } = services
  const pool = createSubprocessPool(module, { ...settings, closing, log, host: functionsFor(services) })
  return {
    run<Result>({ task, ...call }: CallOptions) {
      const handed = { task, handed: handedOf(services) } satisfies TaskWithServices
      return withoutSubprocesses
        ? runHere<Result>(module, services, { ...call, task: handed })
        : pool.run<Result>({ ...call, task: handed })
    },
  }
}

type Functions = Record<string, (call: SubprocessCall, task: object) => Promise<unknown>>

/** Calls a function in this process with a copy of its task, like a subprocess would. */
async function runHere<Result>(
  module: URL,
  services: Services,
  { name, task, closing, onReport }: CallOptions,
): Promise<Result> {
  const { [name]: work } = (await import(module.href)) as Functions
  if (work === undefined) throw new Error(`no function ${name}`)
  const host: Record<string, (...given: never[]) => unknown> = functionsFor(services)
  const ask = async (asked: string, ...given: unknown[]) => host[asked]?.(...(given as never[])) as never
  try {
    const report = (progress: unknown) => onReport?.(progress as never)
    return (await work({ signal: closing, ask, report }, structuredClone(task))) as Result
  } catch (error) {
    closing.throwIfAborted()
    throw error
  }
}

const handedOf = ({ config, postgres, resolveHost }: Services): TaskWithServices['handed'] => ({
  config: Object.fromEntries(
    subprocessVariables.map((name) => [name, config[name]]),
  ) as TaskWithServices['handed']['config'],
  postgres: postgres.address,
  asksForAddresses: resolveHost !== resolveByMachine,
})

const functionsFor = ({ now, resolveHost }: Services): ServiceFunctions => ({
  now,
  resolveHost: (host) =>
    resolveHost(host).then(
      (addresses) => ({ addresses }),
      ({ message, code }) => ({ message, code }),
    ),
})
