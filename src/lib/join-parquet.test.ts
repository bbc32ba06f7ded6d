import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { query } from 'chdb'
import { expect, onTestFinished, test } from 'vitest'
import { joinParquet } from './join-parquet.ts'

const columns = `number AS unsigned, toInt32(number) - 5 AS signed, toUInt8(number % 2) AS byte, number / 7 AS double,
  if(number % 3 = 0, NULL, toFloat32(number)) AS gaps, toDecimal64(number, 2) AS money, (number % 2 = 0)::Bool AS bool,
  toDate('2026-01-01') + number AS day, toDateTime('2026-01-01 00:00:00') + number AS second,
  toDateTime64('2026-01-01 00:00:00', 3) + number AS instant, 'ä' || toString(number) AS text,
  toLowCardinality(toString(number % 5)) AS kind, [toString(number)] AS list, map('a', number) AS map`

test('joins files with all kinds of columns, keeping their statistics', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'join-parquet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const parts = [0, 1000, 2000].map((from) => join(folder, `${from}.parquet`))
  for (const [index, part] of parts.entries())
    query(
      `SELECT ${columns} FROM numbers(${index * 1000}, 500) INTO OUTFILE '${part}' FORMAT Parquet
        SETTINGS output_format_parquet_write_page_index = 0, output_format_parquet_write_bloom_filter = 0`,
    )
  const whole = join(folder, 'whole.parquet')
  const joined = joinParquet()
  const bodies = parts.map((part) => joined.add(readFileSync(part)))
  writeFileSync(whole, Buffer.concat([...bodies, joined.end()]))
  expect(joined.rows()).toBe(1500)

  const duckdb = await (await DuckDBInstance.create()).connect()
  const rows = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowsJson()
  const files = `read_parquet([${parts.map((part) => `'${part}'`)}])`
  expect(await rows(`SELECT * FROM '${whole}' ORDER BY unsigned`)).toEqual(
    await rows(`SELECT * FROM ${files} ORDER BY unsigned`),
  )
  const filter = `WHERE unsigned >= 1000 AND second < '2026-01-01 00:30:00' AND text > 'ä1' AND day > '2026-01-02'`
  expect(await rows(`SELECT count(*) FROM '${whole}' ${filter}`)).toEqual(
    await rows(`SELECT count(*) FROM ${files} ${filter}`),
  )
  const statistics = async (file: string) =>
    rows(`SELECT path_in_schema, num_values, stats_min_value, stats_max_value, stats_null_count
      FROM parquet_metadata('${file}')`)
  expect(await statistics(whole)).toEqual((await Promise.all(parts.map(statistics))).flat())
  const types = (file: string) => rows(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${file}')`)
  expect(await types(whole)).toEqual(await types(String(parts[0])))
})

test('refuses a file with indexes, which it cannot move', () => {
  const folder = mkdtempSync(join(tmpdir(), 'join-parquet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const part = join(folder, 'part.parquet')
  query(`SELECT number FROM numbers(10) INTO OUTFILE '${part}' FORMAT Parquet
    SETTINGS output_format_parquet_write_page_index = 1`)
  expect(() => joinParquet().add(readFileSync(part))).toThrow('indexes')
})
