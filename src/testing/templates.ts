import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, onTestServer, type TestDatabase } from './postgres-server.ts'

/** Closed stores: a database on the run's server, and a data directory with ClickHouse's files. */
export interface ClosedStores {
  databaseName: string
  directory: string
}

/** Stores to start from. */
export interface Template<T> {
  name: string
  /** Makes the stores, and plain data about them for tests that get a copy. */
  make(): Promise<{ stores: ClosedStores; known: T }>
}

/**
 * Copies stores that are made once per run, by the first test file that needs them, while others wait.
 * @param directory the copied data directory
 */
export async function copyTemplate<T>(
  template: Template<T>,
  directory: string,
): Promise<{ database: TestDatabase; known: T }> {
  const { stores, known } = await makeOnce(template.name, template.make)
  const database = await createTestDatabase(stores.databaseName)
  cpSync(stores.directory, directory, { recursive: true, verbatimSymlinks: true })
  return { database, known }
}

/**
 * Makes something once per run, in the first test file that needs it, while others wait.
 * @param make returns plain data
 */
export async function makeOnce<T>(name: string, make: () => Promise<T>): Promise<T> {
  const file = join(process.env.TEST_RUN_DIRECTORY as string, `${name}.json`)
  const read = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined)
  const known = read()
  if (known !== undefined) return known
  return onTestServer(async (client) => {
    // A lock on the run's server, released with its connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [file])
    const made = read() ?? (await make())
    writeFileSync(`${file}.new`, JSON.stringify(made))
    renameSync(`${file}.new`, file)
    return made
  })
}
