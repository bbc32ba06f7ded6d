import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type App, buildApp, controlSocketName } from '../app.ts'
import type { Config } from '../config.ts'
import { sendCommand } from '../interfaces/control/control.ts'
import { type Command, type Outcome, runCommand } from '../interfaces/control/run-command.ts'
import type { Operation, Progress } from '../kernel/operation.ts'
import { socketPath, tryOpenDataDirectory } from '../stores/data-directory.ts'

/** How long the data directory stays locked for the next command; a starting server waits for it. */
const idleMs = 10_000

/**
 * Runs commands without a file while the program lasts: in the server that holds the data directory or, if
 * there is none, in this process, which locks the directory only while needed.
 */
export function createPerformer(config: Config, log: Logger) {
  const bothAreServers = config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined
  let own: Promise<App | undefined> | undefined
  let socket: string | undefined
  let running = 0
  let release: NodeJS.Timeout | undefined

  async function open(): Promise<App | undefined> {
    const dataDirectory = bothAreServers ? undefined : tryOpenDataDirectory(config.DATA_DIR, 'command')
    if (!bothAreServers && dataDirectory === undefined) return undefined
    return buildApp({ config, log, role: 'command', dataDirectory })
  }

  /** @returns undefined if another process has just taken or is releasing the directory */
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

  async function perform(operation: Operation, command: Command, progress: Progress): Promise<Outcome> {
    for (;;) {
      if (own === undefined && !bothAreServers) {
        socket ??= socketPath(config.DATA_DIR, controlSocketName)
        const answered = await sendCommand(socket, command, undefined, progress)
        if (answered !== undefined) return answered
      }
      const app = await openOnce()
      if (app !== undefined) return runCommand(app.services, operation, command, Readable.from([]), progress)
      await sleep(50)
    }
  }

  return {
    async perform(operation: Operation, command: Command, progress: Progress = () => {}): Promise<Outcome> {
      running += 1
      clearTimeout(release)
      try {
        return await perform(operation, command, progress)
      } finally {
        running -= 1
        if (running === 0 && own !== undefined)
          release = setTimeout(() => {
            close().catch((error) => log.error({ err: error }, 'releasing the data directory failed'))
          }, idleMs)
      }
    },
    close,
  }
}
