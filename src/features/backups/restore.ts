import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql as postgres } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../core/context.ts'
import { conflict, invalidRequest } from '../../core/errors.ts'
import { path } from '../../core/fields.ts'
import { readLines } from '../../core/lines.ts'
import { defineOperation } from '../../core/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { knownMigrations } from '../../stores/migrate.ts'
import { readHistoryQueue } from '../answers/index.ts'
import { clickhouseTables, type Manifest, manifestFile, postgresTables, tableFile } from './tables.ts'

/** Rows that are held in memory and written at once. */
const chunkRows = 2000

export const restore = defineOperation({
  name: 'restore',
  summary: 'Bring a backup back into an empty installation',
  on: 'installation',
  access: 'operator',
  fields: { from: path.describe('A folder that backup has written') },
  data: z.object({ from: z.string(), made_at: z.iso.datetime(), rows: z.record(z.string(), z.int()) }),
  async run({ ctx: { services }, input, progress }) {
    const manifest = readManifest(input.from)
    await checkEmpty(services)
    let total = 0
    const counted = async (table: string, write: (lines: string[]) => Promise<void>) => {
      let rows = 0
      for await (const lines of chunks(join(input.from, tableFile(table)))) {
        await write(lines)
        rows += lines.length
        total += lines.length
        progress(total, undefined, 'rows')
      }
      if (rows !== manifest.rows[table])
        throw conflict(`from: ${table} holds ${rows} rows, its manifest says ${manifest.rows[table]}`)
    }
    // ClickHouse first: until PostgreSQL knows the brands, nothing of it can be seen, and a restore cut off can be repeated.
    for (const table of clickhouseTables) {
      await services.clickhouse.command(sql`TRUNCATE TABLE ${sql.raw(table)}`)
      await counted(table, (lines) => services.clickhouse.insert(table, lines.join('\n')))
    }
    await services.db.transaction().execute(async (transaction) => {
      await postgres`set local statement_timeout = 0`.execute(transaction)
      await transaction.deleteFrom('secrets').execute()
      for (const table of postgresTables) {
        const name = postgres.table(table)
        await counted(table, async (lines) => {
          const rows = `[${lines.join(',')}]`
          await postgres`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows}::json)`.execute(
            transaction,
          )
        })
      }
      // What was imported only in part when the backup was made is not in it; a history being read again begins anew.
      await transaction.updateTable('brands').set({ pending_seq: null }).execute()
      const unread = await transaction
        .updateTable('reading_configs')
        .from('brands')
        .set({ read_seq: 0 })
        .whereRef('brands.id', '=', 'reading_configs.brand_id')
        .whereRef('reading_configs.version', '>', 'brands.reading_version')
        .returning('brands.id')
        .execute()
      for (const id of new Set(unread.map((row) => row.id))) {
        await services.jobs.enqueue(readHistoryQueue, { brand_id: id }, { key: id, transaction })
      }
    })
    services.onAccessChanged()
    return { data: { from: input.from, made_at: manifest.made_at, rows: manifest.rows } }
  },
})

function readManifest(folder: string): Manifest {
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Manifest
  } catch {
    throw invalidRequest(
      `from must be a folder that backup has written: ${folder} has no readable ${manifestFile}`,
    )
  }
  const known = [...knownMigrations('postgres'), ...knownMigrations('clickhouse')].map(({ name }) => name)
  if (manifest.format !== 1 || manifest.migrations.join() !== known.join()) {
    throw conflict(
      `from: the backup was made by Sightline ${manifest.version}: restore it with that release, then upgrade`,
    )
  }
  return manifest
}

async function checkEmpty({ db }: Services): Promise<void> {
  const workspace = await db.selectFrom('workspaces').select('id').executeTakeFirst()
  if (workspace !== undefined) throw conflict('restore needs an empty installation: give it a new --data-dir')
}

/** The lines of a table's file, some thousand at a time. */
async function* chunks(file: string): AsyncGenerator<string[]> {
  let lines: string[] = []
  for await (const line of readLines(createReadStream(file), Number.POSITIVE_INFINITY)) {
    if ('problem' in line) throw conflict(`from: ${file} is damaged: ${line.problem}`)
    lines.push(line.text)
    if (lines.length < chunkRows) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}
