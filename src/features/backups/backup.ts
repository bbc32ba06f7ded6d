import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql as postgres, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { path } from '../../core/fields.ts'
import { defineOperation, type Progress } from '../../core/operation.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { knownMigrations } from '../../stores/migrate.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { version } from '../../version.ts'
import { clickhouseTables, type Manifest, manifestFile, postgresTables, tableFile } from './tables.ts'

/** Rows that are held in memory at once. */
const chunkRows = 5000

export const backup = defineOperation({
  name: 'backup',
  summary: 'Write both stores, as one consistent point, into a folder; the server goes on serving',
  on: 'installation',
  access: 'operator',
  fields: { to: path.describe('A folder that does not exist yet, or is empty') },
  data: z.object({ to: z.string(), made_at: z.iso.datetime(), rows: z.record(z.string(), z.int()) }),
  async run({ ctx: { services }, input, progress }) {
    if (existsSync(input.to) && readdirSync(input.to).length > 0)
      throw conflict(`to: the folder ${input.to} is not empty`)
    // Written beside its place and renamed: a folder of that name is always whole.
    const partial = `${input.to}.partial`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true, mode: 0o700 })
    const manifest = await services.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((snapshot) => writeStores(services, snapshot, partial, progress))
    writeFileSync(join(partial, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    rmSync(input.to, { recursive: true, force: true })
    renameSync(partial, input.to)
    return { data: { to: input.to, made_at: manifest.made_at, rows: manifest.rows } }
  },
})

/**
 * PostgreSQL is read in one snapshot, which names for each brand the last committed batch and the readings in use. What
 * ClickHouse holds of these never changes, so that both are of one moment.
 */
async function writeStores(
  services: Services,
  snapshot: Transaction<Tables>,
  folder: string,
  progress: Progress,
): Promise<Manifest> {
  await postgres`set local statement_timeout = 0`.execute(snapshot)
  const rows: Record<string, number> = {}
  let total = 0
  async function write(table: string, lines: AsyncIterable<string[]>): Promise<void> {
    rows[table] = 0
    async function* counted(): AsyncGenerator<string> {
      for await (const chunk of lines) {
        if (chunk.length === 0) continue
        rows[table] = (rows[table] as number) + chunk.length
        total += chunk.length
        progress(total, undefined, 'rows')
        yield `${chunk.join('\n')}\n`
      }
    }
    const file = createWriteStream(join(folder, tableFile(table)), { mode: 0o600, flush: true })
    await pipeline(Readable.from(counted()), createGzip({ level: 1 }), file)
  }
  const brands = await snapshot.selectFrom('brands').select(['id', 'ingest_seq', 'reading_version']).execute()
  for (const table of postgresTables) await write(table, postgresRows(snapshot, table))
  for (const table of clickhouseTables) {
    await write(table, clickhouseRows(services, table, brands))
  }
  if (rows.readings !== rows.answers) {
    // Old readings are dropped some time after new ones are in use, which a long backup can outlast.
    throw conflict('a brand’s history was read again while the backup was made: make it again')
  }
  return {
    format: 1,
    version,
    made_at: services.now().toISOString(),
    migrations: [...knownMigrations('postgres'), ...knownMigrations('clickhouse')].map(({ name }) => name),
    rows,
  }
}

/** The rows of a PostgreSQL table as JSON texts, in chunks. */
async function* postgresRows(
  snapshot: Transaction<Tables>,
  table: (typeof postgresTables)[number],
): AsyncGenerator<string[]> {
  const cursor = postgres.ref(`backup_${table}`)
  await postgres`declare ${cursor} cursor for select row_to_json(t)::text as row from ${postgres.table(table)} t`.execute(
    snapshot,
  )
  for (;;) {
    const { rows } = await postgres<{ row: string }>`fetch ${postgres.lit(chunkRows)} from ${cursor}`.execute(
      snapshot,
    )
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await postgres`close ${cursor}`.execute(snapshot)
}

interface BackedUpBrand {
  id: string
  ingest_seq: number
  reading_version: number
}

/** The rows of a ClickHouse table that belong to the snapshot, in chunks of whole batches. */
async function* clickhouseRows(
  services: Services,
  table: (typeof clickhouseTables)[number],
  brands: readonly BackedUpBrand[],
): AsyncGenerator<string[]> {
  for (const brand of brands) {
    const belongs: Record<typeof table, Sql> = {
      answers: sql`brand_id = ${brand.id} AND seq <= ${brand.ingest_seq}`,
      readings: sql`brand_id = ${brand.id} AND version = ${brand.reading_version} AND seq <= ${brand.ingest_seq}`,
      sentiment_judgements: sql`brand_id = ${brand.id}`,
    }
    const order =
      table === 'sentiment_judgements' ? sql`answer_id, asked_at, question_key` : sql`seq, answer_id`
    for (let offset = 0; ; offset += chunkRows) {
      const rows = await services.clickhouse.query<object>(
        sql`SELECT * FROM ${sql.raw(table)} WHERE ${belongs[table]} ORDER BY ${order} LIMIT ${chunkRows} OFFSET ${offset}`,
      )
      if (rows.length > 0) yield rows.map((row) => JSON.stringify(row))
      if (rows.length < chunkRows) break
    }
  }
}
