import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, onTestServer, type TestDatabase } from './postgres-server.ts'

/** Stores that nobody has open: a database of the run's server, and a data directory with ClickHouse's files. */
export interface ClosedStores {
  databaseName: string
  directory: string
}

/** Stores to start from. */
export interface Template<T> {
  name: string
  /** Makes them, and says what whoever gets a copy has to know of them: plain data. */
  make(): Promise<{ stores: ClosedStores; known: T }>
}

/**
 * Copies stores that are made once in a run: by the first file of tests that asks for them, while others wait.
 * @param directory where the data directory is copied to
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
 * Makes something once in a run: the first file of tests that asks for it makes it, while others wait.
 * @param make its result is plain data
 */
export async function makeOnce<T>(name: string, make: () => Promise<T>): Promise<T> {
  const file = join(process.env.TEST_RUN_DIRECTORY as string, `${name}.json`)
  const read = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined)
  const known = read()
  if (known !== undefined) return known
  return onTestServer(async (client) => {
    // A lock of the server that the run has in common: it ends with whoever holds it.
    await client.query('select pg_advisory_lock(hashtext($1))', [file])
    const made = read() ?? (await make())
    writeFileSync(`${file}.new`, JSON.stringify(made))
    renameSync(`${file}.new`, file)
    return made
  })
}
