import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type App, buildApp, controlSocketName } from './app.ts'
import type { Config } from './config.ts'
import { sendCommand } from './interfaces/control/control.ts'
import { type Command, type Outcome, runCommand } from './interfaces/control/run-command.ts'
import type { Operation } from './kernel/operation.ts'
import { socketPath, tryOpenDataDirectory } from './stores/data-directory.ts'

/** Has one command after the other done, by whoever is there for it. */
export interface Performer {
  perform(operation: Operation, command: Command): Promise<Outcome>
  /** Gives the stores back. */
  close(): Promise<void>
}

/** So long the data directory is kept for a next command: a server that starts waits for it. */
const keptMs = 10_000

/**
 * Commands without a file, for as long as a program lasts: done by the server that holds the data directory, and where none
 * runs, by this process, which takes the directory only while it has something to do.
 */
export function createPerformer(config: Config, log: Logger): Performer {
  const bothAreServers = config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined
  let own: Promise<App | undefined> | undefined
  let socket: string | undefined
  let atWork = 0
  let release: NodeJS.Timeout | undefined

  async function open(): Promise<App | undefined> {
    const dataDirectory = bothAreServers ? undefined : tryOpenDataDirectory(config.DATA_DIR, 'command')
    if (!bothAreServers && dataDirectory === undefined) return undefined
    return buildApp({ config, log, role: 'command', dataDirectory })
  }

  /** @returns undefined where somebody has just taken the directory, or is about to give it back */
  async function openOnce(): Promise<App | undefined> {
    own ??= open()
    const opening = own
    const app = await opening.catch((error) => {
      if (own === opening) own = undefined
      throw error
    })
    if (app === undefined && own === opening) own = undefined
    return app
  }

  async function close(): Promise<void> {
    clearTimeout(release)
    const closing = own
    own = undefined
    await (await closing)?.close()
  }

  async function perform(operation: Operation, command: Command): Promise<Outcome> {
    for (;;) {
      if (own === undefined && !bothAreServers) {
        socket ??= socketPath(config.DATA_DIR, controlSocketName)
        const answered = await sendCommand(socket, command, undefined, () => {})
        if (answered !== undefined) return answered
      }
      const app = await openOnce()
      if (app !== undefined) return runCommand(app.services, operation, command, Readable.from([]), () => {})
      await sleep(50)
    }
  }

  return {
    async perform(operation, command) {
      atWork += 1
      clearTimeout(release)
      try {
        return await perform(operation, command)
      } finally {
        atWork -= 1
        if (atWork === 0 && own !== undefined)
          release = setTimeout(() => {
            close().catch((error) => log.error({ err: error }, 'giving the data directory back'))
          }, keptMs)
      }
    },
    close,
  }
}
