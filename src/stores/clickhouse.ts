import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { type Sql, sql } from './clickhouse-sql.ts'
import { migrate } from './migrate.ts'

/** Where ClickHouse is: a server's URL, or a directory for the engine in this process. */
export type ClickHouseAddress = { url: string } | { directory: string }

export interface ClickHouseStore {
  /**
   * Rows of a SELECT. Every query has a time limit, as one whose caller has gone runs on in the embedded engine.
   * @param timeoutSeconds time the engine may spend on it
   */
  query<Row>(statement: Sql, timeoutSeconds?: number): Promise<Row[]>
  /** The same rows as lines of JSON, for those who only pass them on. */
  lines(statement: Sql, timeoutSeconds?: number): Promise<string[]>
  /** Inserts rows that are already in JSONEachRow form; all of them or none. */
  insert(table: string, lines: string): Promise<void>
  command(statement: Sql): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

const defaultTimeoutSeconds = 20

/** Connects (or starts the engine in this process) and brings the schema to this release. */
export async function openClickHouse(address: ClickHouseAddress): Promise<ClickHouseStore> {
  const client = await connect(address)

  function select(statement: Sql, timeoutSeconds = defaultTimeoutSeconds) {
    // Settings stand in the SQL: those given beside it would stay on the embedded engine's connection.
    const text = `${statement.text} SETTINGS max_execution_time = ${Math.max(1, Math.ceil(timeoutSeconds))}`
    return client.query({ query: text, format: 'JSONEachRow' })
  }

  const store: ClickHouseStore = {
    async query<Row>(statement: Sql, timeoutSeconds?: number) {
      return (await select(statement, timeoutSeconds)).json<Row>()
    },
    async lines(statement, timeoutSeconds) {
      const text = await (await select(statement, timeoutSeconds)).text()
      return text.split('\n').filter((line) => line !== '')
    },
    async insert(table, lines) {
      // As one statement with its data: the client's insert() would parse and write the lines once more.
      await client.command({ query: `INSERT INTO ${table} FORMAT JSONEachRow\n${lines}` })
    },
    async command(statement) {
      await client.command({ query: statement.text })
    },
    async ping() {
      await store.query(sql`SELECT 1`, 2)
    },
    close: () => client.close(),
  }
  try {
    await migrateClickHouse(store)
  } catch (error) {
    await client.close()
    throw error
  }
  return store
}

async function connect(address: ClickHouseAddress): Promise<ClickHouseClient> {
  if ('url' in address)
    return createClient({ url: address.url, request_timeout: 60_000, application: 'sightline' })
  // Loaded only here: with a server, no process needs the engine's 700 MB library.
  const { createChdbConnection } = await import('chdb/connection')
  const connection: unknown = createChdbConnection({ path: address.directory })
  // chdb names the same interface from another copy of its package.
  return createClient({ connection } as Parameters<typeof createClient>[0])
}

async function migrateClickHouse(store: ClickHouseStore): Promise<void> {
  await store.command(sql`CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime)
    ENGINE = MergeTree ORDER BY name SETTINGS fsync_after_insert = 1`)
  await migrate('clickhouse', {
    async applied() {
      const rows = await store.query<{ name: string }>(sql`SELECT DISTINCT name FROM schema_migrations`)
      return rows.map((row) => row.name)
    },
    async apply(name, text) {
      // DDL is not transactional here: each statement is written so that running it again does no harm.
      for (const statement of text.split(/;\s*(?:\n|$)/).filter((part) => part.trim() !== '')) {
        await store.command(sql.raw(statement))
      }
      await store.command(sql`INSERT INTO schema_migrations VALUES (${name}, now())`)
    },
  })
}
