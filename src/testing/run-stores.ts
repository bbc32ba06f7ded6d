import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { serverUrl } from './postgres-server.ts'

/** Nothing of a run outlives it, so nothing waits for a disk. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

/**
 * Before the first file of a run: one PostgreSQL server for all of them, unless TEST_DATABASE_URL names one, and a
 * directory for what they share (templates.ts) and for all that they write. Workers find both in their environment.
 */
export async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(scratchDirectory(), 'sightline-test-run-'))
  // Other users look for files of theirs below it.
  chmodSync(directory, 0o711)
  const keeper = keepUntilTheEnd(directory)
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

/** Of a run: it takes about a tenth of it, and more where stores are large. */
const neededBytes = 4 * 2 ** 30

/** Memory where there is enough of it and nothing else was said by TMPDIR: the kernel's work for files is most of a run's. */
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

/** Has a directory removed, and its server ended, once this process has ended or says so: also where it was killed. */
function keepUntilTheEnd(directory: string): ChildProcess {
  const script = `cat; kill -QUIT "$(head -n 1 "$0/postgres/postmaster.pid")"
    rm -rf "$0" || { sleep 2; rm -rf "$0"; }`
  // In a group of its own: Ctrl-C is for the tests.
  const keeper = spawn('sh', ['-c', script, directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  return keeper
}
