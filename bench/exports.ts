import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { table } from './measure.ts'
import { makeMeasuredBrand, mergesHaveEnded } from './stored-answers.ts'

// Exports all answers of a brand as Parquet: duration, memory, and whether DuckDB computes the same sums as
// the store. Arguments: number of answers, number of export types.
const answers = Number(process.argv[2] ?? 2_000_000)
const kinds = (['answers', 'mentions', 'citations'] as const).slice(0, Number(process.argv[3] ?? 3))

const test = await startTestApp({ EXPORT_MAX_MEGABYTES: '100000', EXPORTS_MAX_MEGABYTES: '100000' })
const { brandId, version } = await makeMeasuredBrand(test, answers)
await mergesHaveEnded(test)
const year = { start_date: '2026-01-01', end_date: '2026-10-27' }
const directory = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
await duckdb.run(`set memory_limit = '1GB'`)

/** Resident memory in MB during the work: at the start, and the maximum of each quarter. */
async function memoryOf(work: () => Promise<void>): Promise<{ before: number; most: string }> {
  const now = () => process.memoryUsage.rss() / 1e6
  const before = now()
  const seen: number[] = []
  const timer = setInterval(() => seen.push(now()), 50)
  await work().finally(() => clearInterval(timer))
  const quarter = Math.ceil(seen.length / 4)
  const most = [0, 1, 2, 3].map((nth) => Math.max(...seen.slice(nth * quarter, (nth + 1) * quarter), 0))
  return { before, most: most.map((value) => value.toFixed(0)).join(', ') }
}

const address = await test.app.http.listen({ port: 0, host: '127.0.0.1' })

async function download(id: string): Promise<string> {
  const link = await test.operate<{ url: string }>('create-export-link', {
    brand_id: brandId,
    export_id: id,
  })
  const { pathname, search } = new URL(link.url)
  const response = await fetch(`${address}${pathname}${search}`)
  const path = join(directory, `${id}.parquet`)
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(path))
  return path
}

const known = {
  answers: sql`SELECT count() AS rows, sum(length(answer)) AS sum FROM answers WHERE brand_id = ${brandId}`,
  mentions: sql`SELECT sum(length(mentions.entity)) AS rows, sum(arraySum(mentions.count)) AS sum FROM readings
    WHERE brand_id = ${brandId} AND version = ${version}`,
  citations: sql`SELECT sum(length(citations.url)) AS rows, sum(arraySum(u -> length(u), citations.url)) AS sum FROM readings
    WHERE brand_id = ${brandId} AND version = ${version}`,
}
const read = { answers: 'sum(strlen(answer))', mentions: 'sum(count)', citations: 'sum(strlen(url))' }

const rows: Record<string, string | number>[] = []
for (const kind of kinds) {
  const began = performance.now()
  let id = ''
  const memory = await memoryOf(async () => {
    ;({ id } = await test.operate('create-export', { brand_id: brandId, kind, ...year }))
    for (;;) {
      const { status, problem } = await test.operate<{ status: string; problem: string | null }>('get-export', {
        ...{ brand_id: brandId, export_id: id },
      })
      if (status === 'completed') return
      if (status === 'failed') throw new Error(String(problem))
      await sleep(100)
    }
  })
  const seconds = (performance.now() - began) / 1000
  const made = await test.operate<{ rows: number; bytes: number }>('get-export', {
    ...{ brand_id: brandId, export_id: id },
  })
  let path = ''
  const sending = await memoryOf(async () => {
    path = await download(id)
  })
  const found = await duckdb.runAndReadAll(
    `select count(*)::bigint as rows, ${read[kind]}::bigint as sum from '${path}'`,
  )
  const [stored] = await test.app.services.clickhouse.query<{ rows: string; sum: string }>(known[kind], 300)
  const [shown] = found.getRowObjectsJson() as { rows: string; sum: string }[]
  const isSame = Number(shown?.rows) === Number(stored?.rows) && Number(shown?.sum) === Number(stored?.sum)
  rows.push({
    kind,
    rows: made.rows,
    MB: (made.bytes / 1e6).toFixed(0),
    s: seconds.toFixed(0),
    'memory before, MB': memory.before.toFixed(0),
    'maximum per quarter of writing': memory.most,
    'maximum per quarter of sending': sending.most,
    'same sums in DuckDB': isSame ? 'yes' : `no: ${JSON.stringify([shown, stored])}`,
  })
  rmSync(path)
}
table(`Exports of ${answers} answers as Parquet (\`bench/exports.ts\`)`, rows)
rmSync(directory, { recursive: true })
await test.close()
