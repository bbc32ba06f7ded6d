import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { sql as postgres } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import type { Feature } from '../../kernel/feature.ts'
import { path } from '../../kernel/fields.ts'
import { clickhouseTables } from '../../kernel/observed-tables.ts'
import { defineOperation, forOperator, type Progress } from '../../kernel/operation.ts'
import { ApiError, conflict } from '../../lib/errors.ts'
import { readLines } from '../../lib/lines.ts'
import { unlimited } from '../../lib/unpacked.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { knownMigrations } from '../../stores/migrate.ts'
import { migratePostgres, type PostgresLike, recreateTables, type Transaction } from '../../stores/postgres.ts'
import { checkFiles, checkIsFile, damaged, type Manifest, readManifest, tableFile } from './manifest.ts'
import { atPlace } from './place.ts'

/** The tables of PostgreSQL, each after those that it references. Ignores deferrable constraints. */
export async function tablesInOrder(db: PostgresLike): Promise<string[]> {
  const tables = await postgres<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by name`.execute(db)
  const references = await postgres<{ table: string; refers_to: string }>`
    select source.relname as table, target.relname as refers_to from pg_constraint
      join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and not condeferrable and source.relnamespace = current_schema()::regnamespace`.execute(db)
  const ordered: string[] = []
  let left = tables.rows.map(({ name }) => name)
  while (left.length > 0) {
    const isFree = (table: string) =>
      !references.rows.some((one) => one.table === table && left.includes(one.refers_to))
    const free = left.filter(isFree)
    if (free.length === 0) throw new Error(`tables with circular references: ${left.join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/** Limits of a chunk in memory: rows and bytes. A single row can be larger. */
const chunkRows = 2000
const chunkBytes = 8_000_000

/** Added to data versions, so that they exceed any that the original installation has reached since. */
const versionsAhead = 1_000_000_000

export const restore = defineOperation({
  name: 'restore',
  summary: 'Restore a backup into an empty installation',
  ...forOperator,
  fields: { from: path.describe('A folder created by backup.') },
  data: z.object({ from: z.string(), made_at: z.iso.datetime(), rows: z.record(z.string(), z.int()) }),
  async run({ ctx: { services }, input, progress }) {
    const manifest = await atPlace('from', () => readFolder(services, input.from, progress))
    services.onAccessChanged()
    return { data: { from: input.from, made_at: manifest.made_at, rows: manifest.rows } }
  },
})

async function readFolder(services: Services, from: string, progress: Progress): Promise<Manifest> {
  const manifest = readManifest(from)
  await checkEmpty(services.db)
  await checkFiles(from, manifest)
  const unfilled = new Set(Object.keys(manifest.rows))
  let total = 0
  async function fill(table: string, write: (lines: string[]) => Promise<unknown>): Promise<void> {
    let rows = 0
    unfilled.delete(table)
    for await (const lines of chunks(join(from, tableFile(table)))) {
      await write(lines)
      rows += lines.length
      total += lines.length
      progress(total, undefined, 'rows')
    }
    if (rows !== manifest.rows[table])
      throw conflict(`from: ${table} has ${rows} rows, but its manifest lists ${manifest.rows[table]}`)
  }
  // ClickHouse first: its rows are invisible without brands, so an interrupted restore can be repeated.
  await fillClickHouse(services, manifest, fill)
  await services.db.transaction().execute(async (transaction) => {
    await postgres`set local statement_timeout = 0`.execute(transaction)
    // A concurrent write either committed before, and fails the check, or waits for the restore.
    await postgres`lock table workspaces in share row exclusive mode`.execute(transaction)
    await checkEmpty(transaction)
    await fillPostgres(services, transaction, manifest, fill)
    if (unfilled.size > 0) throw conflict(`from: its release has no table ${[...unfilled].join(', ')}`)
    // Erasures that were in progress are settled; cached results of the earlier data must not match.
    const data_version = postgres<number>`data_version + ${versionsAhead}`
    await transaction.updateTable('brands').set({ data_unstable: false, data_version }).execute()
    for (const feature of services.features) await feature.afterRestore?.(services, transaction)
  })
  return manifest
}

type Fill = (table: string, write: (lines: string[]) => Promise<unknown>) => Promise<void>

/** Loads the rows of an older release into tables of that release, then migrates them. */
async function fillClickHouse(services: Services, { migrations, rows }: Manifest, fill: Fill): Promise<void> {
  const { clickhouse } = services
  const isEarlier = knownMigrations('clickhouse').some(({ name }) => !migrations.includes(name))
  const tables = clickhouseTables(services).map(({ name }) => name)
  try {
    if (isEarlier) await clickhouse.remake(tables, migrations)
    for (const table of await clickhouse.tables()) {
      if (rows[table] === undefined) continue
      await clickhouse.command(sql`TRUNCATE TABLE ${sql.raw(table)}`)
      await fill(table, (lines) => clickhouse.insert(table, lines.join('\n')))
    }
  } finally {
    if (isEarlier) await clickhouse.migrate()
  }
}

/** Does the same in PostgreSQL, in one transaction. */
async function fillPostgres(
  { features }: Services,
  transaction: Transaction,
  { migrations, rows }: Manifest,
  fill: Fill,
): Promise<void> {
  const isEarlier = knownMigrations('postgres').some(({ name }) => !migrations.includes(name))
  if (isEarlier) await recreateTables(transaction, tablesOfMigrations(features), migrations)
  const tables = (await tablesInOrder(transaction)).filter((table) => rows[table] !== undefined)
  // An empty installation already has secrets.
  for (const table of tables.toReversed()) await postgres`delete from ${postgres.table(table)}`.execute(transaction)
  await postgres`set constraints all deferred`.execute(transaction)
  for (const table of tables) {
    const name = postgres.table(table)
    await fill(table, (lines) =>
      postgres`insert into ${name} select * from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::json)`.execute(
        transaction,
      ),
    )
  }
  // A table with pending constraint checks cannot be altered.
  await postgres`set constraints all immediate`.execute(transaction)
  if (isEarlier) await migratePostgres(transaction)
}

/** All tables except that of the rate limiter, which creates its own. */
const tablesOfMigrations = (features: readonly Feature[]): string[] =>
  features
    .flatMap(({ tables, tablesNotBackedUp = {} }) => [...(tables?.postgres ?? []), ...Object.keys(tablesNotBackedUp)])
    .filter((table) => table !== 'rate_limits')

async function checkEmpty(db: PostgresLike): Promise<void> {
  const workspace = await db.selectFrom('workspaces').select('id').executeTakeFirst()
  if (workspace !== undefined) throw conflict('restore requires an empty installation; use a new --data-dir')
}

/** Reads the lines of a file. @throws ApiError conflict that names an unreadable file */
async function* linesOf(file: string): AsyncGenerator<string> {
  checkIsFile(file)
  try {
    for await (const line of readLines(createReadStream(file), {
      maxLineBytes: Number.POSITIVE_INFINITY,
      limits: unlimited,
    })) {
      if ('problem' in line) throw damaged(file, line.problem)
      yield line.text
    }
  } catch (error) {
    const isBroken = error instanceof ApiError && error.code === 'invalid_request'
    throw isBroken ? damaged(file, error.message) : error
  }
}

async function* chunks(file: string): AsyncGenerator<string[]> {
  let lines: string[] = []
  let length = 0
  for await (const line of linesOf(file)) {
    if (lines.length === chunkRows || (lines.length > 0 && length + line.length > chunkBytes)) {
      yield lines
      lines = []
      length = 0
    }
    lines.push(line)
    length += line.length
  }
  if (lines.length > 0) yield lines
}
