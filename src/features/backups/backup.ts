import { createHash } from 'node:crypto'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql as postgres, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { path } from '../../kernel/fields.ts'
import { type BrandRows, clickhouseTables } from '../../kernel/observed-tables.ts'
import { defineOperation, forOperator, type Progress } from '../../kernel/operation.ts'
import type { Brand } from '../../kernel/tables.ts'
import { version } from '../../lib/version.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { type Manifest, manifestFile, manifestFormat, migrationNames, tableFile } from './manifest.ts'
import { atPlace } from './place.ts'
import { clickhouseRows, postgresRows } from './stored-rows.ts'
import { beginFolder } from './unfinished-folder.ts'

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
  snapshot: Transaction<Tables>,
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
    const lines =
      table.of === 'brand' ? rowsOfBrands(services, table, brands) : table.rows(services, snapshot)
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

async function* rowsOfBrands(
  services: Services,
  table: BrandRows,
  brands: readonly Brand[],
): AsyncGenerator<string[]> {
  for (const brand of brands) yield* clickhouseRows(services, table, brand)
}
