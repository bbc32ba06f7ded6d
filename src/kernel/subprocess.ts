import { resolveHost as resolveByMachine } from '../lib/fetching/open-connection.ts'
import { type CallOptions, createSubprocessPool, type SubprocessPool } from '../lib/subprocess/subprocess.ts'
import type { Services } from './context.ts'
import type { HandedTask, ServiceFunctions } from './subprocess-services.ts'

/** Processes that call functions of a module, made by `withServices`. */
export interface Subprocesses {
  /** @throws what the function throws: its name, message and stack; the reason of `closing`; SubprocessEnded */
  run<Result>(services: Services, call: CallOptions): Promise<Result>
}

/** @param concurrency calls that one process is given at a time: what ends it ends them all */
export function createSubprocesses(module: URL, { concurrency = 1 } = {}): Subprocesses {
  const pools = new WeakMap<Services, SubprocessPool>()
  const poolOf = (services: Services) => {
    const { closing, log } = services
    return createSubprocessPool(module, { concurrency, closing, log, host: functionsFor(services) })
  }
  return {
    run: (services, { task, ...call }) =>
      pools
        .getOrInsertComputed(services, poolOf)
        .run({ ...call, task: { task, handed: handedOf(services) } satisfies HandedTask }),
  }
}

const handedOf = ({ config, postgres, resolveHost }: Services): HandedTask['handed'] => ({
  config,
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
