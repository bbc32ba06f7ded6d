import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { serverUrl } from './postgres-server.ts'

/** Nothing outlives a run, so nothing waits for a disk. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

/**
 * Runs before the first test file: starts one PostgreSQL server for all of them, unless TEST_DATABASE_URL names one,
 * and makes a directory for shared stores (templates.ts) and all other files. Workers find both in their environment.
 */
export async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(scratchDirectory(), 'sightline-test-run-'))
  // Other users need to reach their files in it.
  chmodSync(directory, 0o711)
  const keeper = cleanUpOnExit(directory)
  process.env.TEST_RUN_DIRECTORY = directory
  process.env.TMPDIR = directory
  const hasOwnServer = process.env.TEST_DATABASE_URL === undefined
  const log = pino({ level: 'silent' })
  const server = hasOwnServer ? await startEmbeddedPostgres(directory, log, settings) : undefined
  if (server !== undefined) process.env.TEST_DATABASE_URL = serverUrl(server)
  return async () => {
    await server?.stop()
    if (hasOwnServer) delete process.env.TEST_DATABASE_URL
    const removed = new Promise((resolve) => keeper.once('exit', resolve))
    keeper.stdin?.end()
    await removed
  }
}

/** For one run: it uses about a tenth of this, and more if stores are large. */
const neededBytes = 4 * 2 ** 30

/** Memory, if there is enough of it and TMPDIR is not set: file operations of the kernel dominate a run. */
function scratchDirectory(): string {
  const memory = '/dev/shm'
  if (process.env.TMPDIR !== undefined) return tmpdir()
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > neededBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Removes a directory and ends its server once this process has ended, even if killed. */
function cleanUpOnExit(directory: string): ChildProcess {
  const script = `cat; kill -QUIT "$(head -n 1 "$0/postgres/postmaster.pid")"
    rm -rf "$0" || { sleep 2; rm -rf "$0"; }`
  // In its own process group: Ctrl-C is for the tests.
  const keeper = spawn('sh', ['-c', script, directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  return keeper
}
