import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidRequest, unavailable } from '../lib/errors.ts'
import { clusterStatements } from './clickhouse-cluster.ts'
import { type ClickHouseConnection, connectToServer, startEmbedded } from './clickhouse-connection.ts'
import { type Sql, sql } from './clickhouse-sql.ts'
import { knownMigrations, type Migration, type MigrationTarget, migrate } from './migrate.ts'

/** Where ClickHouse is: a server's URL and its cluster's name, or a directory for the engine in this process. */
export type ClickHouseAddress = { url: string; cluster?: string | undefined } | { directory: string }

export interface ClickHouseStore {
  /**
   * Rows of a SELECT. Every query has a time limit, as one whose caller has gone runs on in the embedded engine.
   * @param timeoutSeconds time the engine may spend on it
   */
  query<Row>(statement: Sql, timeoutSeconds?: number): Promise<Row[]>
  /** The same rows as lines of JSON, for those who only pass them on. */
  lines(statement: Sql, timeoutSeconds?: number): Promise<string[]>
  /**
   * The same rows as a file of one of ClickHouse's formats, held in memory as a whole.
   * @param format its name, and settings that it is written with: SQL, never from input
   */
  file(statement: Sql, format: FileFormat, timeoutSeconds?: number): Promise<Buffer>
  /**
   * Inserts rows that are already in JSONEachRow form; all of them or none.
   * @param token the same for the same rows sent again, which a table with a window of deduplication then passes over
   */
  insert(table: string, lines: string, token?: string): Promise<void>
  /** Any other statement, as for one server; it is done everywhere when this returns. */
  command(statement: Sql): Promise<void>
  /**
   * Waits until the inserts into a table that are at work now have ended. A server goes on with one whose sender was
   * killed: who clears up what such a sender left waits for it first.
   */
  settle(table: string): Promise<void>
  /** Parts of its tables that are set aside; none where the server does not let its user look. */
  detachedParts(): Promise<DetachedPart[]>
  /** The names of its tables. */
  tables(): Promise<string[]>
  /** Drops tables, all of their rows with them, and makes those of an earlier release, which had these migrations. */
  remake(tables: readonly string[], migrations: readonly string[]): Promise<void>
  /** Brings the schema to this release. */
  migrate(): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** How ClickHouse writes rows. */
export interface FileFormat {
  name: string
  settings: Readonly<Record<string, string | number>>
}

/** A part of a table that the engine does not read: it could not, or was told not to. */
export interface DetachedPart {
  table: string
  part: string
  /** As the engine says, such as `broken-on-start`; empty where somebody has set it aside. */
  reason: string
  bytes: number
}

/** The code of ClickHouse for what its user may not do. */
const accessDenied = '497'

const defaultTimeoutSeconds = 20
const insertTimeoutSeconds = 60
/** Erasing rewrites what a brand shares its parts with. */
const commandTimeoutSeconds = 600

/**
 * Connects (or starts the engine in this process) and brings the schema to this release. The caller keeps other
 * processes from doing the same meanwhile.
 */
export async function openClickHouse(
  address: ClickHouseAddress,
  known?: readonly Migration[],
): Promise<ClickHouseStore> {
  const connection = await ('url' in address
    ? connectToServer(address.url, address.cluster)
    : startEmbedded(address.directory, commandTimeoutSeconds))
  const store = storeOn(connection)
  try {
    await checkCluster(connection)
    await migrateClickHouse(store, known)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

function storeOn(connection: ClickHouseConnection): ClickHouseStore {
  const { cluster } = connection

  async function lines(statement: Sql, timeoutSeconds = defaultTimeoutSeconds): Promise<string[]> {
    const seconds = Math.max(1, Math.ceil(timeoutSeconds))
    // Settings stand in the SQL: those given beside it would stay on the embedded engine's connection.
    const text = await connection.rows(`${statement.text} SETTINGS max_execution_time = ${seconds}`, seconds)
    return text.split('\n').filter((line) => line !== '')
  }

  async function file(
    statement: Sql,
    { name, settings }: FileFormat,
    timeoutSeconds = defaultTimeoutSeconds,
  ): Promise<Buffer> {
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
      // Replicated tables pass over a block that they have seen before, even where it was deleted meanwhile. With a
      // token of its own, each INSERT is a new one.
      const head = `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${token}'`
      // As one statement with its data: the client's insert() would parse and write the lines once more.
      await connection.run(`${head} FORMAT JSONEachRow\n${rows}`, insertTimeoutSeconds)
    },
    async command(statement) {
      const statements = cluster === undefined ? [statement.text] : clusterStatements(statement.text, cluster)
      for (const text of statements) await connection.run(text, commandTimeoutSeconds)
    },
    async settle(table) {
      const processes = sql.raw(
        cluster === undefined
          ? 'system.processes'
          : sql`clusterAllReplicas(${cluster.name}, system.processes)`.text,
      )
      const running = (condition: Sql) =>
        query<{ query_id: string }>(sql`SELECT query_id FROM ${processes} WHERE query_kind = 'Insert'
          AND match(query, ${`^INSERT INTO \\S*\\b${table}(_local)?\\b`}) AND ${condition}`)
      let waitedFor = await running(sql`true`)
      for (let waitedMs = 0; waitedFor.length > 0; waitedMs += pendingInsertPollMs) {
        if (waitedMs > insertTimeoutSeconds * 1000) throw unavailable('earlier writes have not ended yet', 5)
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
      // The record of migrations first: were this cut off, all of them would be applied again at the next start.
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
 * A cluster that writes to each replica by itself would store every row as often as there are replicas.
 * @throws ApiError invalid_request for a cluster that does not fit
 */
async function checkCluster({ cluster, rows }: ClickHouseConnection): Promise<void> {
  if (cluster === undefined) return
  const { text } =
    sql`SELECT count() AS hosts, countIf(internal_replication = 0) AS unfit FROM system.clusters
    WHERE cluster = ${cluster.name}`
  const { hosts, unfit } = JSON.parse(await rows(text, defaultTimeoutSeconds)) as Record<string, number>
  if (hosts === 0) throw invalidRequest(`CLICKHOUSE_CLUSTER: the server knows no cluster ${cluster.name}`)
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
      // DDL is not transactional here: each statement is written so that running it again does no harm.
      for (const statement of text.split(/;\s*(?:\n|$)/).filter((part) => part.trim() !== '')) {
        await store.command(sql.raw(statement))
      }
      await store.command(sql`INSERT INTO schema_migrations VALUES (${name}, now())`)
    },
  }
  await migrate('clickhouse', target, known)
}
