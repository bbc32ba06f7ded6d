import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { EmbeddedPostgres } from '../stores/embedded-postgres.ts'

/** A separate database for a test. */
export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

/** The URL of an embedded server. */
export const serverUrl = ({ user, socketDirectory }: EmbeddedPostgres) =>
  `postgres://${user}@${encodeURIComponent(socketDirectory)}/postgres`

/** Runs work on a connection to the server in TEST_DATABASE_URL: in tests, the server of the run. */
export async function onTestServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL as string })
  await client.connect()
  return work(client).finally(() => client.end())
}

/**
 * A separate database on that server.
 * @param template name of the database to copy; defaults to an empty one
 */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  const name = `sightline_test_${randomUUID().replaceAll('-', '')}`
  await onTestServer((client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: () => onTestServer(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}
