import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../server/log.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { tryOpenDataDirectory } from '../../stores/data-directory.ts'
import { answer, type Installation, type MadeBrand } from '../../testing/processes.ts'
import { answersFile } from '../../testing/test-app.ts'

/** Writes a file with this many answers, each with its own id. @returns its path */
export function writeAnswers(
  { directory }: Installation,
  total: number,
  extra: (number: number) => object = () => ({}),
): string {
  const file = join(directory, `answers-${total}.jsonl`)
  const answers = Array.from({ length: total }, (_, number) => ({
    id: String(number),
    ...answer(number),
    ...extra(number),
  }))
  writeFileSync(file, answersFile(answers))
  return file
}

export const importWords = ({ brandId }: MadeBrand, file: string) => [
  'import-answers',
  '--brand-id',
  brandId,
  '--file',
  file,
  '--json',
]

export interface ImportCounts {
  imported: number
  duplicates: number
  rejected: number
}

/** Another brand in the workspace, readable with the same key. */
export async function makeSibling(installation: Installation, brand: MadeBrand): Promise<MadeBrand> {
  const texts = { workspace_id: brand.workspaceId, name: 'Acme', domain: 'acme.com' }
  const { id } = await installation.operate<{ id: string }>('create-brand', texts)
  return { ...brand, brandId: id }
}

interface Stored {
  rows: number
  ids: number
  beyond: number
}

/**
 * Checks both stores of a directory that no process has open: every answer of these brands is there once,
 * with one reading, and nothing of an uncommitted batch is left.
 */
export async function expectWhole(
  { directory }: Installation,
  brands: readonly MadeBrand[],
  total: number,
): Promise<void> {
  const dataDirectory = tryOpenDataDirectory(directory, 'command')
  if (dataDirectory === undefined) throw new Error('another process has the directory open')
  const config = readConfig({ DATA_DIR: directory })
  const log = createLog('error', 'stderr')
  const app = await buildApp({ config, log, role: 'command', dataDirectory })
  try {
    const { db, clickhouse } = app.services
    for (const { brandId } of brands) {
      const row = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirstOrThrow()
      expect(row.pending_seq).toBeNull()
      for (const table of ['answers', 'readings']) {
        const [stored] = await clickhouse.query<Stored>(sql`SELECT count() AS rows, uniqExact(answer_id) AS ids,
          countIf(seq > ${row.ingest_seq}) AS beyond FROM ${sql.raw(table)} WHERE brand_id = ${brandId}
          AND ${table === 'answers' ? true : sql`version = ${row.reading_version}`}`)
        expect({ table, ...stored }).toEqual({ table, rows: total, ids: total, beyond: 0 })
      }
    }
  } finally {
    await app.close()
  }
}
