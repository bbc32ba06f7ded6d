import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts'

/** An empty database that a test has for itself. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A database of its own on the server that TEST_DATABASE_URL names: the same tests on PostgreSQL as a server. Without
 * that variable there is none, and the program starts its embedded one.
 */
export async function createTestDatabase(): Promise<TestDatabase | undefined> {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) return undefined
  const name = `sightline_test_${randomUUID().replaceAll('-', '')}`
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await onServer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) }
}

/** The same for tests that need a server whatever the variables say: without one, the embedded binaries are one. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  if (database !== undefined) return database
  const directory = mkdtempSync(join(tmpdir(), 'sightline-postgres-'))
  const server = await startEmbeddedPostgres(directory, pino({ level: 'silent' }))
  return {
    url: `postgres://${server.user}@${encodeURIComponent(server.socketDirectory)}/postgres`,
    async drop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
