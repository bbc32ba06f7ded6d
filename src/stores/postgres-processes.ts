import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { childEnvironment } from '../lib/child-environment.ts'

/** Files in which a server writes down its process id; left behind, they keep the next one from starting. */
const pidFiles = ['postmaster.pid', '.s.PGSQL.5432.lock']

/** How a server that does not end is asked, and how long it then has. */
const stages = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
] as const

const pollMs = 50

/**
 * Ends what runs on a cluster because it outlived the process that had started it, and removes what it left. The
 * caller holds the data directory’s lock: nobody else can have started it.
 */
export async function stopOrphanedServer(cluster: string, log: Logger): Promise<void> {
  const orphans = processesOn(cluster)
  if (orphans.length > 0) log.warn({ pids: orphans }, 'stopping a PostgreSQL server that outlived its parent')
  await stopServer(cluster, writtenPid(cluster))
  // Its pid may have been given to another program since, or a crash have left the file empty: PostgreSQL would refuse.
  for (const file of pidFiles) rmSync(join(cluster, file), { force: true })
}

/**
 * Ends every process of a cluster’s server; the postmaster is asked first, and ends the others in good order.
 * @throws Error where one cannot be ended
 */
export async function stopServer(cluster: string, postmaster: number | undefined): Promise<void> {
  for (const [signal, signalTimeoutMs] of stages) {
    for (const pid of processesOn(cluster)) send(pid, signal === 'SIGINT' && pid !== postmaster ? 0 : signal)
    for (let waitedMs = 0; processesOn(cluster).length > 0 && waitedMs < signalTimeoutMs; waitedMs += pollMs)
      await sleep(pollMs)
  }
  const left = processesOn(cluster)
  if (left.length > 0)
    throw new Error(`a PostgreSQL server still holds ${cluster}: end its processes ${left.join(', ')}`)
}

/** A process that was halted gets no signal before it goes on. */
function send(pid: number, signal: NodeJS.Signals | 0): void {
  try {
    process.kill(pid, signal)
    process.kill(pid, 'SIGCONT')
  } catch {
    // It has just ended.
  }
}

/**
 * A name for the server of a cluster, which it shows in the command line of each of its processes: that can be read of
 * any user’s process, where the working directory of one cannot in a container.
 */
export function serverName(cluster: string): string {
  const { dev, ino } = statSync(cluster)
  return `sightline-${dev}-${ino}`
}

/** The processes of a cluster’s server: the postmaster and its children. */
export function processesOn(cluster: string): number[] {
  if (!existsSync(cluster)) return []
  const name = serverName(cluster)
  // A title of a child ends the name with a colon, the postmaster’s arguments with a space.
  const isServer = new RegExp(`(^|/)postgres(: ${name}:| .*cluster_name=${name} )`)
  return [...commandLines()].filter(([, line]) => isServer.test(`${line} `)).map(([pid]) => pid)
}

/** What runs on this machine, by process id. */
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
      // It has just ended.
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
