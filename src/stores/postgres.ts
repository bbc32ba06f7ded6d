import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  replaceWithNoncontingentExpression,
  sql,
  type Transaction as TransactionOf,
} from 'kysely'
import pg from 'pg'
import { knownMigrations, type Migration, type MigrationTarget, migrate, missingMigrations } from './migrate.ts'
import { openPool, type PoolEvents } from './postgres-pool.ts'
import type { Row, Tables } from './postgres-schema.ts'

export type { Row, Tables }

const retryMs = 1000

/**
 * Listens to a channel on its own connection and reconnects if it is lost.
 * @param onConnected called after each connect: earlier notifications are lost
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onConnected: () => void,
) => Promise<{ close(): Promise<void> }>

const listenWith =
  (makeClient: () => pg.Client): Listen =>
  async (channel, onNotification, onConnected) => {
    let client: pg.Client | undefined
    let retry: NodeJS.Timeout | undefined
    let closed = false

    async function connect(): Promise<void> {
      const next = makeClient()
      client = next
      next.on('error', () => {})
      next.on('notification', ({ payload = '' }) => onNotification(payload))
      try {
        await next.connect()
        await next.query(`LISTEN ${next.escapeIdentifier(channel)}`)
        next.once('end', connectLater)
        onConnected()
      } catch {
        next.end().catch(() => {})
        connectLater()
      }
    }

    function connectLater(): void {
      if (!closed) retry = setTimeout(connect, retryMs).unref()
    }

    await connect()
    return {
      async close() {
        closed = true
        clearTimeout(retry)
        await client?.end()
      },
    }
  }

export type Postgres = Kysely<Tables>
export type Transaction = TransactionOf<Tables>

/** A PostgreSQL connection, with or without a transaction. */
export type PostgresLike = Postgres | Transaction

/** A URL, or the socket directory and user of the embedded server. */
export type PostgresAddress = { url: string } | { socketDirectory: string; user: string }

/** Any number works if every release uses the same. */
const migrationLock = 7_301_966

export interface PostgresStore {
  address: PostgresAddress
  db: Postgres
  pool: pg.Pool
  /** Runs one statement, for libraries with their own SQL. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  listen: Listen
  /** Applies this release's migrations. */
  migrate(): Promise<void>
  /** Runs startup work that only one process may do at a time: migrations of either store. */
  withMigrationLock<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens connections on demand, up to this number. */
export function openConnections(
  address: PostgresAddress,
  events: PoolEvents,
  maxConnections: number,
): Pick<PostgresStore, 'db' | 'pool' | 'listen' | 'close'> {
  const where =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDirectory, user: address.user, database: 'postgres' }
  const { INT8, DATE } = pg.types.builtins
  const types: pg.CustomTypesConfig = {
    getTypeParser(oid, format) {
      // No value exceeds 2^53.
      if (oid === INT8) return Number
      // As text: a Date would be in local time.
      return oid === DATE ? String : pg.types.getTypeParser(oid, format)
    },
  }
  const connection = {
    ...where,
    types,
    max: maxConnections,
    connectionTimeoutMillis: 5000,
    // No request may wait for a lock longer than its client waits.
    statement_timeout: 25_000,
    application_name: 'sightline',
  }
  const { pool, makeClient, close } = openPool(connection, events)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // An empty list would become `in ()`, which PostgreSQL cannot parse.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
  return { pool, listen: listenWith(makeClient), close, db }
}

/** Connects without changing anything. @throws ApiError conflict if a newer release wrote the store */
export async function openPostgres(
  address: PostgresAddress,
  events: PoolEvents,
  known?: readonly Migration[],
): Promise<PostgresStore> {
  const { db, pool, listen, close } = openConnections(address, events, 20)
  try {
    await withMigrationLock(db, (connection) => missingMigrations('postgres', targetOn(connection), known))
  } catch (error) {
    await close()
    throw error
  }
  return {
    address,
    db,
    pool,
    // Several statements in one text give several results, which pg returns as an array.
    execute: (text, values) => pool.query(text, values),
    listen,
    migrate: () => withMigrationLock(db, (connection) => migrate('postgres', targetOn(connection), known)),
    withMigrationLock: (work) => withMigrationLock(db, work),
    close,
  }
}

async function withMigrationLock<T>(db: Postgres, work: (connection: Postgres) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(connection)
    // Another process may need longer than the request limit.
    await run(sql`set statement_timeout = 0`)
    await run(sql`select pg_advisory_lock(${migrationLock})`)
    try {
      return await work(connection)
    } finally {
      await run(sql`select pg_advisory_unlock(${migrationLock})`)
      await run(sql`reset statement_timeout`)
    }
  })
}

export const migratePostgres = (transaction: Transaction) => migrate('postgres', targetOn(transaction))

/**
 * Drops tables and those that reference them, with their rows, and recreates those of an earlier release with
 * these migrations.
 */
export async function recreateTables(
  transaction: Transaction,
  tables: readonly string[],
  migrations: readonly string[],
): Promise<void> {
  const dropped = new Set(['schema_migrations', ...tables, ...(await referringTo(transaction, tables))])
  const names = [...dropped].map((table) => sql.table(table))
  await sql`drop table ${sql.join(names)}`.execute(transaction)
  const earlier = knownMigrations('postgres').filter(({ name }) => migrations.includes(name))
  await migrate('postgres', targetOn(transaction), earlier)
}

async function referringTo(db: PostgresLike, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive referring(id) as (
      select oid from pg_class where relname = any(${tables}) and relnamespace = current_schema()::regnamespace
      union select conrelid from pg_constraint join referring on confrelid = id where contype = 'f'
    )
    select relname as name from referring join pg_class on oid = id order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const targetOn = (connection: PostgresLike): MigrationTarget => ({
  async applied() {
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null)`.execute(
      connection,
    )
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(connection)
    return rows.map((row) => row.name)
  },
  async apply(name, text) {
    const apply = async (transaction: PostgresLike) => {
      await sql.raw(text).execute(transaction)
      await sql`insert into schema_migrations values (${name}, now())`.execute(transaction)
    }
    await (connection.isTransaction ? apply(connection) : connection.transaction().execute(apply))
  },
})
