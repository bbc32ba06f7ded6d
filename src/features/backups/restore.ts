import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql as postgres } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { path } from '../../kernel/fields.ts'
import { defineOperation, type Progress } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { readLines } from '../../lib/lines.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { knownMigrations } from '../../stores/migrate.ts'
import { readHistoryQueue } from '../answers/index.ts'
import { resumeAudits } from '../audits/index.ts'
import { requeueDocuments } from '../knowledge/index.ts'
import { resumeAnalyses } from '../profile/index.ts'
import { atPlace } from './place.ts'
import {
  clickhouseTables,
  type Manifest,
  manifestFile,
  manifestFormat,
  manifestSchema,
  postgresTables,
  tableFile,
} from './tables.ts'

/** Rows that are held in memory and written at once: so many, or of so many bytes, or one. */
const chunkRows = 2000
const chunkBytes = 8_000_000

/** What a brand's data version is raised by: to one that the installation backed up has not reached meanwhile. */
const versionsAhead = 1_000_000_000

export const restore = defineOperation({
  name: 'restore',
  summary: 'Bring a backup back into an empty installation',
  on: 'installation',
  access: 'operator',
  role: 'none',
  fields: { from: path.describe('A folder that backup has written') },
  data: z.object({ from: z.string(), made_at: z.iso.datetime(), rows: z.record(z.string(), z.int()) }),
  async run({ ctx: { services }, input, progress }) {
    const manifest = await atPlace('from', () => readFolder(services, input.from, progress))
    services.onAccessChanged()
    return { data: { from: input.from, made_at: manifest.made_at, rows: manifest.rows } }
  },
})

async function readFolder(services: Services, from: string, progress: Progress): Promise<Manifest> {
  const manifest = readManifest(from)
  await checkEmpty(services)
  let total = 0
  const counted = async (table: string, write: (lines: string[]) => Promise<void>) => {
    let rows = 0
    for await (const lines of chunks(join(from, tableFile(table)))) {
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
    await postgres`set constraints all deferred`.execute(transaction)
    await transaction.deleteFrom('secrets').execute()
    await transaction.deleteFrom('usage_rollups').execute()
    for (const table of postgresTables) {
      const name = postgres.table(table)
      await counted(table, async (lines) => {
        const rows = `[${lines.join(',')}]`
        await postgres`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows}::json)`.execute(
          transaction,
        )
      })
    }
    // What was imported or erased only in part when the backup was made is as if that had not begun; a history being
    // read again begins anew.
    await transaction
      .updateTable('brands')
      .set({
        pending_seq: null,
        data_unstable: false,
        data_version: postgres<number>`data_version + ${versionsAhead}`,
      })
      .execute()
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
    await requeueDocuments(services, transaction)
    await resumeAudits(services, transaction)
    await resumeAnalyses(services, transaction)
  })
  return manifest
}

function readManifest(folder: string): Manifest {
  let manifest: Manifest
  try {
    manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')))
  } catch {
    throw invalidRequest(
      `from must be a folder that backup has written: ${folder} has no readable ${manifestFile}`,
    )
  }
  const known = [...knownMigrations('postgres'), ...knownMigrations('clickhouse')].map(({ name }) => name)
  if (manifest.format !== manifestFormat || manifest.migrations.join() !== known.join()) {
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

/** The lines of a table's file, some at a time. */
async function* chunks(file: string): AsyncGenerator<string[]> {
  let lines: string[] = []
  let length = 0
  for await (const line of readLines(createReadStream(file), Number.POSITIVE_INFINITY)) {
    if ('problem' in line) throw conflict(`from: ${file} is damaged: ${line.problem}`)
    if (lines.length === chunkRows || (lines.length > 0 && length + line.text.length > chunkBytes)) {
      yield lines
      lines = []
      length = 0
    }
    lines.push(line.text)
    length += line.text.length
  }
  if (lines.length > 0) yield lines
}
