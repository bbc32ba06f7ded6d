import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { serverUrl } from './postgres-server.ts'
import { postmasterPid, signal } from './processes.ts'

/** Nothing of a run outlives it, so nothing waits for a disk. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

/**
 * Before the first file of a run: one PostgreSQL server for all of them, unless TEST_DATABASE_URL names one, and a
 * directory for what they share (templates.ts). Workers find both in their environment.
 */
export async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'sightline-test-run-'))
  process.env.TEST_RUN_DIRECTORY = directory
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  if (process.env.TEST_DATABASE_URL !== undefined) return async () => remove()
  const server = await startEmbeddedPostgres(directory, pino({ level: 'silent' }), settings)
  process.env.TEST_DATABASE_URL = serverUrl(server)
  // Also where the run is interrupted.
  const end = () => {
    const pid = postmasterPid(directory)
    if (pid !== undefined) signal(pid, 'SIGQUIT')
    remove()
  }
  process.once('exit', end)
  return async () => {
    process.off('exit', end)
    delete process.env.TEST_DATABASE_URL
    await server.stop()
    remove()
  }
}
