import { spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { childEnvironment } from '../lib/child-environment.ts'
import { conflict } from '../lib/errors.ts'
import { socketPath } from './data-directory.ts'
import { findBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { stopOrphanedServer } from './postgres-processes.ts'
import { clusterPath, superviseServer } from './postgres-server.ts'

/** A PostgreSQL server that this process starts and stops. */
export interface EmbeddedPostgres {
  socketDirectory: string
  user: string
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `directory` and creates a cluster if there is none.
 * @param settings in addition to the fixed ones
 * @throws ApiError conflict if the cluster has another major version, or was lost while other data remains
 */
export async function startEmbeddedPostgres(
  directory: string,
  log: Logger,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const cluster = join(directory, 'postgres')
  const binaries = findBinaries(cluster)
  await stopOrphanedServer(cluster, log)
  removeUnfinished(cluster)
  if (existsSync(join(cluster, 'PG_VERSION'))) changeOwner(cluster, binaries)
  else {
    checkNothingThere(directory, cluster)
    createCluster(cluster, binaries)
  }
  checkVersion(cluster, binaries)
  // Only the user that runs Sightline can connect; the kernel identifies clients of a Unix socket.
  writeIfChanged(join(cluster, 'pg_hba.conf'), 'local all sightline peer map=sightline\n')
  writeIfChanged(join(cluster, 'pg_ident.conf'), `sightline ${userInfo().username} sightline\n`)
  const { stop } = await superviseServer(cluster, binaries, log, settings)
  return { socketDirectory: dirname(socketPath(cluster, '.s.PGSQL.5432')), user: 'sightline', stop }
}

/** A cluster is created atomically, before any ClickHouse data: data without one means it was lost. */
function checkNothingThere(directory: string, cluster: string): void {
  const remedy = 'restore the missing files, or restore a backup into another data directory'
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw conflict(`${cluster}: PG_VERSION is missing; ${remedy}`)
  if (existsSync(join(directory, 'clickhouse')))
    throw conflict(`${directory}: postgres is missing, which clickhouse requires; ${remedy}`)
}

const unfinished = '.unfinished-'

/** Created elsewhere and then moved: initdb writes PG_VERSION first, so a partial cluster looks complete. */
function createCluster(cluster: string, { directory, runner }: PostgresBinaries): void {
  const made = mkdtempSync(`${cluster}${unfinished}`)
  if (runner !== undefined) chownSync(made, runner.uid, runner.gid)
  const ran = spawnSync(
    join(directory, 'bin/initdb'),
    ['-D', clusterPath, '-U', 'sightline', '-E', 'UTF8', '--locale=C', '--auth=peer'],
    { cwd: made, env: childEnvironment(), encoding: 'utf8', ...runner },
  )
  if (ran.status !== 0) throw new Error(`initdb failed: ${ran.stderr}${ran.stdout}`)
  renameSync(made, cluster)
  const parent = openSync(dirname(cluster), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Changes the owner of a cluster that root copied to the server's user. */
function changeOwner(cluster: string, { runner }: PostgresBinaries): void {
  if (runner === undefined || statSync(cluster).uid === runner.uid) return
  const options = { env: childEnvironment(), encoding: 'utf8' } as const
  const ran = spawnSync('chown', ['-hR', `${runner.uid}:${runner.gid}`, cluster], options)
  if (ran.status !== 0) throw new Error(`could not change the owner of the copied data: ${ran.stderr}`)
}

/** Removes incomplete clusters. An initdb that is still running then fails. */
function removeUnfinished(cluster: string): void {
  const prefix = basename(cluster) + unfinished
  for (const name of readdirSync(dirname(cluster)).filter((entry) => entry.startsWith(prefix))) {
    const path = join(dirname(cluster), name)
    // That initdb also removes its files, and Node stops at a file that is already gone.
    while (existsSync(path)) rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
}

function checkVersion(cluster: string, { majorVersion }: PostgresBinaries): void {
  const written = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (written === majorVersion) return
  throw conflict(
    Number(written) > Number(majorVersion)
      ? `a newer release of Sightline wrote this data (PostgreSQL ${written}); start that release`
      : `this data needs PostgreSQL ${written}, but this release has ${majorVersion}; back it up with the release that wrote it`,
  )
}

/** Writes only changes: on a full disk, writing would leave an empty file. */
function writeIfChanged(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}
