import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../testing/visibility/make-brand.ts'
import { type BrandRows, clickhouseTables } from './observed-tables.ts'
import { rowChunks } from './row-chunks.ts'

let app: TestApp
let brand: MadeBrand
const lengths = [10, 10, 10, 10, 5000, 10, 10, 3000, 3000, 10]

beforeAll(async () => {
  app = await startTestApp()
  brand = await makeBrand(app, 'Zuvari')
  const answers = lengths.map((length, index) => ({
    id: String(index),
    prompt: 'Which?',
    engine: 'claude',
    executed_at: '2026-03-01T10:00:00Z',
    answer: 'x'.repeat(length),
  }))
  await app.operate('import-answers', { brand_id: brand.brandId }, answersFile(answers))
})
afterAll(() => app.close())

test.each([
  { rows: 3, bytes: 1_000_000 },
  { rows: 10, bytes: 4000 },
  { rows: 4, bytes: 4000 },
  { rows: 10, bytes: 1 },
  { rows: 5, bytes: 1_000_000 },
])('chunks of $rows rows or $bytes bytes contain each row once, in order', async (size) => {
  const { services } = app.app
  const table = clickhouseTables(services).find(({ name }) => name === 'answers') as BrandRows
  const belongs = sql`brand_id = ${brand.brandId}`
  const idsOf = async (condition = sql`true`) => {
    const rows = await services.clickhouse.query<{ id: string }>(
      sql`SELECT toString(answer_id) AS id FROM answers WHERE ${belongs} AND ${condition}
        ORDER BY ${sql.raw(table.key.join(', '))}`,
    )
    return rows.map(({ id }) => id)
  }
  const walked: string[] = []
  for await (const { rows, condition } of rowChunks(services, table, belongs, size, 20)) {
    const ids = await idsOf(condition)
    expect(ids).toHaveLength(rows.length)
    expect(rows.length).toBeLessThanOrEqual(size.rows)
    const bytes = rows.reduce((sum, { row_bytes }) => sum + row_bytes, 0)
    if (rows.length > 1) expect(bytes).toBeLessThanOrEqual(size.bytes)
    walked.push(...ids)
  }
  expect(walked).toEqual(await idsOf())
  expect(walked).toHaveLength(lengths.length)
})
