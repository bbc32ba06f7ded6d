import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { migrate } from './migrate.ts'
import type { Tables } from './postgres-schema.ts'

export type Postgres = Kysely<Tables>
/** A connection to PostgreSQL with or without a transaction around it. */
export type PostgresLike = Postgres | Transaction<Tables>

/** Where PostgreSQL is: a URL, or the socket directory and user of the embedded server. */
export type PostgresAddress = { url: string } | { socketDirectory: string; user: string }

/** Any number will do, as long as every release uses the same one. */
const migrationLock = 7_301_966

export interface PostgresStore {
  db: Postgres
  pool: pg.Pool
  /** One statement for libraries that bring their own SQL. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  close(): Promise<void>
}

/** Connects and brings the schema to this release. */
export async function openPostgres(
  address: PostgresAddress,
  onIdleError: (error: Error) => void,
): Promise<PostgresStore> {
  const where =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDirectory, user: address.user, database: 'postgres' }
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    ...where,
    types,
    max: 20,
    connectionTimeoutMillis: 5000,
    // No request may hang on a lock or a lost server for longer than its client waits.
    statement_timeout: 25_000,
    application_name: 'sightline',
  })
  let closing = false
  pool.on('error', (error) => {
    if (!closing) onIdleError(error)
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migratePostgres(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    pool,
    // Several statements in one text give several results, which pg returns as an array.
    execute: (text, values) => pool.query(text, values),
    async close() {
      closing = true
      await db.destroy()
    },
  }
}

async function migratePostgres(db: Postgres): Promise<void> {
  await db.connection().execute(async (connection) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(connection)
    await run(sql`select pg_advisory_lock(${migrationLock})`)
    try {
      await run(
        sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null)`,
      )
      await migrate('postgres', {
        async applied() {
          const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(connection)
          return rows.map((row) => row.name)
        },
        async apply(name, text) {
          await connection.transaction().execute(async (transaction) => {
            await sql.raw(text).execute(transaction)
            await sql`insert into schema_migrations values (${name}, now())`.execute(transaction)
          })
        },
      })
    } finally {
      await run(sql`select pg_advisory_unlock(${migrationLock})`)
    }
  })
}
