import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

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
export async function endOrphans(cluster: string, log: Logger): Promise<void> {
  const orphans = processesOn(cluster)
  if (orphans.length > 0) log.warn({ pids: orphans }, 'stopping a PostgreSQL server that outlived its parent')
  await endServer(cluster, writtenPid(cluster))
  // Its pid may have been given to another program since, or a crash have left the file empty: PostgreSQL would refuse.
  for (const file of pidFiles) rmSync(join(cluster, file), { force: true })
}

/**
 * Ends every process of a cluster’s server; the postmaster is asked first, and ends the others in good order.
 * @throws Error where one cannot be ended
 */
export async function endServer(cluster: string, postmaster: number | undefined): Promise<void> {
  for (const [signal, patienceMs] of stages) {
    for (const pid of processesOn(cluster)) send(pid, signal === 'SIGINT' && pid !== postmaster ? 0 : signal)
    for (let waitedMs = 0; processesOn(cluster).length > 0 && waitedMs < patienceMs; waitedMs += pollMs)
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

/** The processes of a cluster’s server: on Linux all of them, found by where they work; elsewhere the postmaster. */
function processesOn(cluster: string): number[] {
  if (process.platform !== 'linux') {
    const pid = writtenPid(cluster)
    return pid !== undefined && isOurPostmaster(pid) ? [pid] : []
  }
  const ours = statSync(cluster, { throwIfNoEntry: false })
  if (ours === undefined) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const there = statSync(`/proc/${pid}/cwd`)
        // Somebody’s shell may stand there as well.
        const isServer = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
        return isServer && there.ino === ours.ino && there.dev === ours.dev
      } catch {
        return false
      }
    })
    .map(Number)
}

function isOurPostmaster(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' })
  return /\/postgres -D \. /.test(stdout)
}

function writtenPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}
