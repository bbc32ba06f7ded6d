import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { childEnvironment } from '../lib/child-environment.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { serverName, stopOrphanedServer, stopServer } from './postgres-processes.ts'

/**
 * The cluster is relative to the server's working directory, which is entered before the user changes: as
 * root with data below a private home directory (mode 0700), the server's user could not access its path.
 */
export const clusterPath = process.platform === 'linux' ? '/proc/self/cwd' : '.'

/** Wait before a stopped server is restarted; grows with each failed start. */
const restartAfterMs = 500
const maxRestartDelayMs = 5000

/** Keeps a server running until it is stopped; restarts it if it dies. */
export async function superviseServer(
  cluster: string,
  binaries: PostgresBinaries,
  log: Logger,
  settings: Record<string, string> = {},
): Promise<{ stop(): Promise<void> }> {
  const start = () => spawnServer(cluster, binaries, log, settings)
  let stopping = false
  let server = start()

  async function keepAlive(): Promise<void> {
    let failures = 0
    while (!stopping) {
      log.error({ pid: server.child.pid }, 'PostgreSQL stopped; restarting it')
      await sleep(Math.min(restartAfterMs * 2 ** failures, maxRestartDelayMs))
      if (stopping) return
      try {
        await stopOrphanedServer(cluster, log)
        server = start()
        await server.ready
        failures = 0
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL did not start')
        failures += 1
      }
      await server.ended
    }
  }

  await server.ready
  // If this process ends without stopping it: PostgreSQL recovers committed data on its next start.
  const abandon = () => server.child.kill('SIGQUIT')
  process.once('exit', abandon)
  let isKept = true
  const kept = server.ended.then(keepAlive).finally(() => {
    isKept = false
  })

  async function stop(): Promise<void> {
    stopping = true
    // Stop again in case a start was in progress.
    while (isKept) {
      await stopServer(cluster, server.child.pid)
      await Promise.race([kept, sleep(restartAfterMs)])
    }
    process.removeListener('exit', abandon)
  }
  return { stop }
}

interface Server {
  child: ChildProcess
  /** Resolves when it accepts connections; rejects if it ends first. */
  ready: Promise<void>
  ended: Promise<void>
}

function spawnServer(
  cluster: string,
  { directory, runner }: PostgresBinaries,
  log: Logger,
  more: Record<string, string>,
): Server {
  const settings = {
    ...more,
    cluster_name: serverName(cluster),
    listen_addresses: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // The socket is also relative to the working directory, so its path cannot be too long or inaccessible.
  const child = spawn(join(directory, 'bin/postgres'), ['-D', clusterPath, '-k', '.', ...options], {
    cwd: cluster,
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own process group: this process handles Ctrl-C and stops the server after the last request.
    detached: true,
    ...runner,
  })
  let lastLines = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastLines = (lastLines + text).slice(-2000)
    if (/ (ERROR|FATAL|PANIC): /.test(text)) log.debug({ postgres: text.trim() }, 'PostgreSQL')
  })
  let isRunning = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isRunning = false
      resolve()
    }
    child.once('exit', end)
    // The process could not be started or signaled.
    child.on('error', (error) => {
      lastLines += error.message
      if (child.pid === undefined) end()
    })
  })

  async function untilReady(): Promise<void> {
    while (isRunning) {
      if (isReady(cluster, child.pid)) return
      await sleep(10)
    }
    throw new Error(`PostgreSQL did not start: ${lastLines}`)
  }
  const ready = untilReady()
  ready.catch(() => {})
  return { child, ready, ended }
}

/** Line 8 of postmaster.pid is `ready` when connections are accepted. */
function isReady(cluster: string, pid: number | undefined): boolean {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}
