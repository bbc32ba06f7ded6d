import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { childEnvironment } from '../lib/child-environment.ts'

/** Files with the server's process id; leftovers prevent the next start. */
const pidFiles = ['postmaster.pid', '.s.PGSQL.5432.lock']

/** The signals to stop a server, and how long to wait after each. */
const stages = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
] as const

const pollMs = 50

/**
 * Stops a cluster's server that outlived its parent process and removes its leftovers. The caller holds the
 * data directory's lock, so no other process can have started it.
 */
export async function stopOrphanedServer(cluster: string, log: Logger): Promise<void> {
  const orphans = processesOn(cluster)
  if (orphans.length > 0) log.warn({ pids: orphans }, 'stopping a PostgreSQL server that outlived its parent')
  await stopServer(cluster, writtenPid(cluster))
  // The pid may belong to another process now, or the file may be empty: PostgreSQL would not start.
  for (const file of pidFiles) rmSync(join(cluster, file), { force: true })
}

/**
 * Stops all processes of a cluster's server. Signals the postmaster first, which stops the others cleanly.
 * @throws Error if one cannot be stopped
 */
export async function stopServer(cluster: string, postmaster: number | undefined): Promise<void> {
  for (const [signal, signalTimeoutMs] of stages) {
    for (const pid of processesOn(cluster)) send(pid, signal === 'SIGINT' && pid !== postmaster ? 0 : signal)
    for (let waitedMs = 0; processesOn(cluster).length > 0 && waitedMs < signalTimeoutMs; waitedMs += pollMs)
      await sleep(pollMs)
  }
  const left = processesOn(cluster)
  if (left.length > 0)
    throw new Error(`a PostgreSQL server still uses ${cluster}; stop its processes ${left.join(', ')}`)
}

/** A halted process receives no signal until it continues. */
function send(pid: number, signal: NodeJS.Signals | 0): void {
  try {
    process.kill(pid, signal)
    process.kill(pid, 'SIGCONT')
  } catch {
    // The process has just ended.
  }
}

/**
 * A name for a cluster's server, shown in the command line of its processes: any user can read that, while
 * working directories are hidden in a container.
 */
export function serverName(cluster: string): string {
  const { dev, ino } = statSync(cluster)
  return `sightline-${dev}-${ino}`
}

/** The processes of a cluster's server: the postmaster and its children. */
export function processesOn(cluster: string): number[] {
  if (!existsSync(cluster)) return []
  const name = serverName(cluster)
  // A child's title ends the name with a colon, the postmaster's arguments with a space.
  const isServer = new RegExp(`(^|/)postgres(: ${name}:| .*cluster_name=${name} )`)
  return [...commandLines()].filter(([, line]) => isServer.test(`${line} `)).map(([pid]) => pid)
}

/** Processes of this machine by id. */
function* commandLines(): Generator<[pid: number, line: string]> {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], {
      env: childEnvironment(),
      encoding: 'utf8',
    })
    for (const [, pid, line] of stdout.matchAll(/^ *(\d+) (.*)$/gm)) yield [Number(pid), line as string]
    return
  }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      yield [Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
    } catch {
      // The process has just ended.
    }
  }
}

function writtenPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}
