import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { writeExport } from '../../features/exports/index.ts'
import type { TestApp } from '../test-app.ts'

export interface MadeExport {
  id: string
  status: string
  rows: number
  bytes: number
  problem: string | null
}

type Input = Parameters<TestApp['operate']>[1]

/** Creates an export and writes it immediately, without waiting for a worker. */
export async function makeExport(test: TestApp, brandId: string, input: Input): Promise<MadeExport> {
  const made = await test.operate('create-export', { brand_id: brandId, ...input })
  await writeNow(test, made.id)
  return ended(test, brandId, made.id)
}

/** Waits until an export has ended; the program itself may be writing it too. */
export async function ended(test: TestApp, brandId: string, id: string): Promise<MadeExport> {
  for (;;) {
    const found = await test.operate<MadeExport>('get-export', { brand_id: brandId, export_id: id })
    if (found.status === 'completed' || found.status === 'failed') return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Runs the job of an export in this process; if another process already runs it, either may end it. */
export async function writeNow({ app }: TestApp, id: string): Promise<void> {
  await writeExport.run(app.services, { export_id: id }, new AbortController().signal)
}

/** The bytes of an export, as downloaded with its key. */
export async function fileOf(test: TestApp, key: string, brandId: string, id: string): Promise<Buffer> {
  const response = await test.app.http.inject({
    url: `/v1/brands/${brandId}/exports/${id}/file`,
    headers: { authorization: `Bearer ${key}` },
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.payload}`)
  return response.rawPayload
}

/** Queries a Parquet file with DuckDB; the query calls it `file`. */
export const askDuckdb = <Row = Record<string, unknown>>(file: Buffer, query: string): Promise<Row[]> =>
  askDuckdbOf<Row>({ file }, query.replaceAll(/\bfile\b/g, "'file.parquet'"))

/** Queries Parquet files with DuckDB, by name without extension. */
export async function askDuckdbOf<Row = Record<string, unknown>>(
  files: Readonly<Record<string, Buffer>>,
  query: string,
): Promise<Row[]> {
  const duckdb = await openDuckdb(files)
  try {
    return await duckdb.ask<Row>(query)
  } finally {
    duckdb.close()
  }
}

/** DuckDB in a folder of Parquet files, by path without extension. */
export async function openDuckdb(files: Readonly<Record<string, Buffer>>) {
  const directory = mkdtempSync(join(tmpdir(), 'sightline-parquet-'))
  for (const [name, file] of Object.entries(files)) {
    const path = join(directory, `${name}.parquet`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file)
  }
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`set file_search_path = '${directory}'`)
  // Differs from the time zone of the API's days.
  await connection.run("set timezone = 'America/New_York'")
  return {
    directory,
    ask: async <Row = Record<string, unknown>>(query: string) =>
      (await connection.runAndReadAll(query)).getRowObjectsJson() as Row[],
    close() {
      connection.closeSync()
      instance.closeSync()
      rmSync(directory, { recursive: true })
    },
  }
}
