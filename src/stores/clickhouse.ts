import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidRequest, unavailable } from '../lib/errors.ts'
import { clusterStatements } from './clickhouse-cluster.ts'
import { type ClickHouseConnection, connectToServer, startEmbedded } from './clickhouse-connection.ts'
import { type Sql, sql } from './clickhouse-sql.ts'
import { knownMigrations, type Migration, type MigrationTarget, migrate } from './migrate.ts'

/** A server's URL and cluster name, or a directory for the embedded engine. */
export type ClickHouseAddress = { url: string; cluster?: string | undefined } | { directory: string }

export interface ClickHouseStore {
  /**
   * Returns the rows of a SELECT. The time limit also ends queries whose caller has left.
   * @param timeoutSeconds time limit of the engine; defaults to that of API requests
   */
  query<Row>(statement: Sql, timeoutSeconds?: number): Promise<Row[]>
  /** Returns the same rows as JSON lines, for callers that only pass them on. */
  lines(statement: Sql, timeoutSeconds?: number): Promise<string[]>
  /**
   * Returns the same rows as a file in one of ClickHouse's formats, held in memory.
   * @param format its name and settings: SQL, never from input
   */
  file(statement: Sql, format: FileFormat, timeoutSeconds?: number): Promise<Buffer>
  /**
   * Inserts rows in JSONEachRow format; all or none.
   * @param token identifies the rows, so that a table with a deduplication window skips repetitions
   */
  insert(table: string, lines: string, token?: string): Promise<void>
  /** Runs any other statement, written for one server. Returns when it is done everywhere. */
  command(statement: Sql): Promise<void>
  /**
   * Waits for the running inserts into a table. A server continues inserts of a killed client; wait before
   * cleaning up after one.
   */
  settle(table: string): Promise<void>
  /** Detached parts of its tables. Empty if the server's user cannot list them. */
  detachedParts(): Promise<DetachedPart[]>
  tables(): Promise<string[]>
  /** Drops tables with their rows and recreates those of an earlier release with these migrations. */
  remake(tables: readonly string[], migrations: readonly string[]): Promise<void>
  /** Applies this release's migrations. */
  migrate(): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** An output format of ClickHouse. */
export interface FileFormat {
  name: string
  settings: Readonly<Record<string, string | number>>
}

/** A part of a table that the engine does not read, as it cannot or because it was detached. */
export interface DetachedPart {
  table: string
  part: string
  /** The engine's reason, such as `broken-on-start`. Empty if it was detached manually. */
  reason: string
  bytes: number
}

/** ClickHouse error code for missing privileges. */
const accessDenied = '497'

const defaultTimeoutSeconds = 20
const insertTimeoutSeconds = 60
/** Erasing rewrites parts that contain other data too. */
const commandTimeoutSeconds = 600

interface OpenOptions {
  known?: readonly Migration[]
  /** Time limit of queries that set none. */
  querySeconds?: number
}

/** Connects to a server or starts the embedded engine. The caller keeps other processes from doing so. */
export async function openClickHouse(
  address: ClickHouseAddress,
  { known, querySeconds = defaultTimeoutSeconds }: OpenOptions = {},
): Promise<ClickHouseStore> {
  const connection = await ('url' in address
    ? connectToServer(address.url, address.cluster)
    : startEmbedded(address.directory, commandTimeoutSeconds))
  const store = storeOn(connection, querySeconds)
  try {
    await checkCluster(connection)
    await migrateClickHouse(store, known)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

function storeOn(connection: ClickHouseConnection, querySeconds: number): ClickHouseStore {
  const { cluster } = connection

  async function lines(statement: Sql, timeoutSeconds = querySeconds): Promise<string[]> {
    const seconds = Math.max(1, Math.ceil(timeoutSeconds))
    // Settings are in the SQL: separate ones would stay on the embedded engine's connection.
    const text = await connection.rows(`${statement.text} SETTINGS max_execution_time = ${seconds}`, seconds)
    return text.split('\n').filter((line) => line !== '')
  }

  async function file(statement: Sql, { name, settings }: FileFormat, timeoutSeconds = querySeconds): Promise<Buffer> {
    const seconds = Math.max(1, Math.ceil(timeoutSeconds))
    const set = Object.entries({ ...settings, max_execution_time: seconds }).map(
      ([setting, value]) => sql`${sql.raw(setting)} = ${value}`.text,
    )
    return connection.bytes(`${statement.text} SETTINGS ${set.join(', ')} FORMAT ${name}`, seconds)
  }

  const query = async <Row>(statement: Sql, timeoutSeconds?: number): Promise<Row[]> =>
    (await lines(statement, timeoutSeconds)).map((line) => JSON.parse(line) as Row)

  const store: ClickHouseStore = {
    query,
    lines,
    file,
    async insert(table, rows, token = randomUUID()) {
      // Replicated tables skip a block that they have seen before, even if it was deleted since. A unique
      // token makes each INSERT a new one.
      const head = `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${token}'`
      // Send one statement with its data: the client's insert() would parse and serialize the lines again.
      await connection.run(`${head} FORMAT JSONEachRow\n${rows}`, insertTimeoutSeconds)
    },
    async command(statement) {
      const statements = cluster === undefined ? [statement.text] : clusterStatements(statement.text, cluster)
      for (const text of statements) await connection.run(text, commandTimeoutSeconds)
    },
    async settle(table) {
      const processes = sql.raw(
        cluster === undefined ? 'system.processes' : sql`clusterAllReplicas(${cluster.name}, system.processes)`.text,
      )
      const running = (condition: Sql) =>
        query<{ query_id: string }>(sql`SELECT query_id FROM ${processes} WHERE query_kind = 'Insert'
          AND match(query, ${`^INSERT INTO \\S*\\b${table}(_local)?\\b`}) AND ${condition}`)
      let waitedFor = await running(sql`true`)
      for (let waitedMs = 0; waitedFor.length > 0; waitedMs += pendingInsertPollMs) {
        if (waitedMs > insertTimeoutSeconds * 1000) throw unavailable('earlier writes are still running; retry', 5)
        await sleep(pendingInsertPollMs)
        waitedFor = await running(sql`query_id IN ${waitedFor.map(({ query_id }) => query_id)}`)
      }
    },
    async detachedParts() {
      const parts = sql.raw(
        cluster === undefined
          ? 'system.detached_parts'
          : sql`clusterAllReplicas(${cluster.name}, system.detached_parts)`.text,
      )
      const rows = await query<DetachedPart & { bytes: number | string }>(
        sql`SELECT DISTINCT table, name AS part, ifNull(reason, '') AS reason, bytes_on_disk AS bytes FROM ${parts}
          WHERE database = currentDatabase() ORDER BY table, part`,
      ).catch((error: { code?: string }) => {
        if (error.code === accessDenied) return []
        throw error
      })
      return rows.map(({ table, ...part }) => ({
        ...part,
        table: cluster === undefined ? table : table.replace(/_local$/, ''),
        bytes: Number(part.bytes),
      }))
    },
    async tables() {
      const rows = await query<{ name: string }>(
        sql`SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
      )
      return rows.map(({ name }) => name)
    },
    async remake(tables, migrations) {
      // Delete the migration records first: if interrupted, the next start applies all of them again.
      for (const table of ['schema_migrations', ...tables])
        await store.command(sql`DROP TABLE IF EXISTS ${sql.raw(table)} SYNC`)
      const earlier = knownMigrations('clickhouse').filter(({ name }) => migrations.includes(name))
      await migrateClickHouse(store, earlier)
    },
    migrate: () => migrateClickHouse(store),
    async ping() {
      await query(sql`SELECT 1`, 2)
    },
    close: connection.close,
  }
  return store
}

const pendingInsertPollMs = 50

/**
 * If a cluster wrote to each replica itself, every row would be stored once per replica.
 * @throws ApiError invalid_request for an unsuitable cluster
 */
async function checkCluster({ cluster, rows }: ClickHouseConnection): Promise<void> {
  if (cluster === undefined) return
  const { text } = sql`SELECT count() AS hosts, countIf(internal_replication = 0) AS unfit FROM system.clusters
    WHERE cluster = ${cluster.name}`
  const { hosts, unfit } = JSON.parse(await rows(text, defaultTimeoutSeconds)) as Record<string, number>
  if (hosts === 0) throw invalidRequest(`CLICKHOUSE_CLUSTER: the server has no cluster ${cluster.name}`)
  if (unfit !== 0)
    throw invalidRequest(`CLICKHOUSE_CLUSTER: ${cluster.name} must have internal_replication on every shard`)
}

async function migrateClickHouse(store: ClickHouseStore, known?: readonly Migration[]): Promise<void> {
  await store.command(sql`CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime)
    ENGINE = MergeTree ORDER BY name SETTINGS fsync_after_insert = 1`)
  const target: MigrationTarget = {
    async applied() {
      const rows = await store.query<{ name: string }>(sql`SELECT DISTINCT name FROM schema_migrations`)
      return rows.map((row) => row.name)
    },
    async apply(name, text) {
      // DDL is not transactional here, so each statement is safe to run again.
      for (const statement of text.split(/;\s*(?:\n|$)/).filter((part) => part.trim() !== '')) {
        await store.command(sql.raw(statement))
      }
      await store.command(sql`INSERT INTO schema_migrations VALUES (${name}, now())`)
    },
  }
  await migrate('clickhouse', target, known)
}
