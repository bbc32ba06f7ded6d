import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql as postgres } from 'kysely'
import { z } from 'zod'
import type { Brand, Services } from '../../kernel/context.ts'
import { path } from '../../kernel/fields.ts'
import { type BrandRows, clickhouseTables } from '../../kernel/observed-tables.ts'
import { defineOperation, forOperator, type Progress } from '../../kernel/operation.ts'
import { rowChunks } from '../../kernel/row-chunks.ts'
import { conflict } from '../../lib/errors.ts'
import { tryLock } from '../../lib/file-lock.ts'
import { makeFolder } from '../../lib/make-folder.ts'
import { version } from '../../lib/version.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Tables, Transaction } from '../../stores/postgres.ts'
import { type Manifest, manifestFile, manifestFormat, migrationNames, tableFile } from './manifest.ts'
import { atPlace } from './place.ts'

const lockFile = 'lock'
const unfinishedName = '.partial'

/**
 * Creates a temporary folder next to the target, so that the target is always complete. If the target exists,
 * possibly as the root of another disk, creates it inside, and moves the manifest last.
 * @throws ApiError conflict if the target is not empty or another backup is writing to it
 */
export function beginFolder(to: string) {
  const isThere = existsSync(to)
  if (isThere) checkEmpty(to)
  const path = isThere ? join(to, unfinishedName) : `${to}${unfinishedName}`
  checkOurs(path)
  makeFolder(path, 0o700)
  const unlock = tryLock(join(path, lockFile))
  if (unlock === undefined) throw conflict(`to: another backup is writing to ${to}`)
  // Deletes the files of an interrupted backup.
  for (const name of namesIn(path)) rmSync(join(path, name))
  return {
    path,
    /** Moves the backup to its final path. */
    finish() {
      if (isThere) {
        checkEmpty(to)
        for (const name of [...namesIn(path).filter((name) => name !== manifestFile), manifestFile])
          renameSync(join(path, name), join(to, name))
        rmSync(path, { recursive: true })
      } else {
        if (existsSync(to)) checkEmpty(to)
        renameSync(path, to)
        rmSync(join(to, lockFile))
      }
      unlock()
    },
    abandon() {
      rmSync(path, { recursive: true, force: true })
      unlock()
    },
  }
}

const namesIn = (path: string) => readdirSync(path).filter((name) => name !== lockFile)

function checkEmpty(to: string): void {
  if (readdirSync(to).some((name) => name !== unfinishedName)) throw conflict(`to: the folder ${to} is not empty`)
}

/** Never deletes files that are not from a backup. */
function checkOurs(path: string): void {
  const isOurs = (name: string) => name === manifestFile || name.endsWith(tableFile(''))
  if (existsSync(path) && !namesIn(path).every(isOurs))
    throw conflict(`to: ${path} already exists and is not a Sightline backup`)
}

/** Approximate size of a chunk in memory, unless a row is larger. */
export const chunkBytes = 8_000_000
/** Rows whose sizes are measured together. */
const measuredRows = 1000
/** PostgreSQL rows are small, such as names and prompt texts. */
const fetchedRows = 500

/** Query timeout, longer than that of requests. */
const timeoutSeconds = 300

export async function* postgresRows(snapshot: Transaction, table: keyof Tables): AsyncGenerator<string[]> {
  const cursor = postgres.ref(`backup_${table}`)
  const rows = postgres`select row_to_json(t)::text as row from ${postgres.table(table)} t`
  await postgres`declare ${cursor} cursor for ${rows}`.execute(snapshot)
  const fetch = postgres<{ row: string }>`fetch ${postgres.lit(fetchedRows)} from ${cursor}`
  for (;;) {
    const { rows } = await fetch.execute(snapshot)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await postgres`close ${cursor}`.execute(snapshot)
}

/** Reads the rows of a brand from a ClickHouse table, in chunks and storage order. */
export async function* clickhouseRows(services: Services, table: BrandRows, brand: Brand): AsyncGenerator<string[]> {
  const belongs = sql`brand_id = ${brand.id} AND ${table.committed?.(brand) ?? sql`true`}`
  const size = { rows: measuredRows, bytes: chunkBytes }
  const order = sql.raw(table.key.join(', '))
  for await (const { condition } of rowChunks(services, table, belongs, size, timeoutSeconds))
    yield await services.clickhouse.lines(
      sql`SELECT * FROM ${sql.raw(table.name)} WHERE ${sql.and([belongs, condition])} ORDER BY ${order}`,
      timeoutSeconds,
    )
}

export const backup = defineOperation({
  name: 'backup',
  summary: 'Write a consistent backup of all data to a folder; the server keeps running',
  ...forOperator,
  fields: { to: path.describe('A folder that does not exist or is empty.') },
  data: z.object({ to: z.string(), made_at: z.iso.datetime(), rows: z.record(z.string(), z.int()) }),
  async run({ ctx: { services }, input, progress }) {
    const manifest = await atPlace('to', () => writeFolder(services, input.to, progress))
    return { data: { to: input.to, made_at: manifest.made_at, rows: manifest.rows } }
  },
})

async function writeFolder(services: Services, to: string, progress: Progress): Promise<Manifest> {
  const folder = beginFolder(to)
  try {
    const manifest = await services.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((snapshot) => writeStores(services, snapshot, folder.path, progress))
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    writeFileSync(join(folder.path, manifestFile), text, { mode: 0o600, flush: true })
    folder.finish()
    return manifest
  } catch (error) {
    folder.abandon()
    throw error
  }
}

/**
 * Reads PostgreSQL in one snapshot, which determines the last committed batch and readings version per brand.
 * The ClickHouse rows of these never change, so both stores are consistent.
 */
async function writeStores(
  services: Services,
  snapshot: Transaction,
  folder: string,
  progress: Progress,
): Promise<Manifest> {
  await postgres`set local statement_timeout = 0`.execute(snapshot)
  const rows: Record<string, number> = {}
  const sha256: Record<string, string> = {}
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
    const checksum = createHash('sha256')
    async function* summed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        checksum.update(chunk)
        yield chunk
      }
    }
    await pipeline(Readable.from(counted()), createGzip({ level: 1 }), summed, file)
    sha256[tableFile(table)] = checksum.digest('hex')
  }
  const brands = await snapshot.selectFrom('brands').selectAll().execute()
  for (const { tables } of services.features)
    for (const table of tables?.postgres ?? []) await write(table, postgresRows(snapshot, table))
  for (const table of clickhouseTables(services)) {
    const lines = table.of === 'brand' ? rowsOfBrands(services, table, brands) : table.rows(services, snapshot)
    await write(table.name, lines)
  }
  for (const feature of services.features) await feature.checkBackup?.(services, brands, rows)
  return {
    format: manifestFormat,
    version,
    made_at: services.now().toISOString(),
    migrations: migrationNames(),
    rows,
    sha256,
  }
}

async function* rowsOfBrands(services: Services, table: BrandRows, brands: readonly Brand[]): AsyncGenerator<string[]> {
  for (const brand of brands) yield* clickhouseRows(services, table, brand)
}
