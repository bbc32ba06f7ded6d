import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { retainAnswers } from './retain-answers.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp({ ANSWER_RETENTION_DAYS: '90' })
  test.setNow('2026-03-31T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
})
afterAll(() => test.close())

const importDay = (day: string) => {
  const answer = {
    id: day,
    prompt: 'Which?',
    engine: 'chatgpt',
    executed_at: `${day}T12:00:00Z`,
    answer: 'Zuvari',
  }
  return test.operate<{ imported: number }>('import-answers', { brand_id: brand.brandId }, answersFile([answer]))
}

async function executions(): Promise<number> {
  const path = `/v1/brands/${brand.brandId}/competitors/rankings?start_date=2025-12-01&end_date=2026-12-31`
  return ((await test.get(path, brand.key)).body.meta as { executions: number }).executions
}

const erase = () => retainAnswers.run(test.app.services, {}, new AbortController().signal)

it('erases answers older than the retention period and rejects imports of such answers', async () => {
  await importDay('2026-01-10')
  await importDay('2026-03-10')
  expect(await importDay('2025-12-30')).toMatchObject({
    imported: 0,
    first_rejections: [{ line: 1, reason: expect.stringContaining('answer retention') }],
  })
  await erase()
  expect(await executions()).toBe(2)

  test.setNow('2026-04-10T11:59:59Z')
  await erase()
  expect(await executions()).toBe(2)
  test.setNow('2026-04-10T12:00:01Z')
  await erase()
  expect(await executions()).toBe(1)
  for (const table of ['answers', 'readings']) {
    const remaining = sql`SELECT toString(executed_at) AS at FROM ${sql.raw(table)} WHERE brand_id = ${brand.brandId}`
    expect(await test.app.services.clickhouse.query(remaining)).toEqual([{ at: '2026-03-10 12:00:00.000' }])
  }
})

it('invalidates cursors of erased answers and clears the mark of an interrupted erasure', async () => {
  await importDay('2026-03-11')
  const path = `/v1/brands/${brand.brandId}/competitors/rankings?start_date=2025-12-01&end_date=2026-12-31&limit=1`
  await test.operate('create-competitor', {
    brand_id: brand.brandId,
    name: 'Bolmex',
    primary_url: 'https://b.com',
  })
  await test.historyIsRead()
  const { body } = await test.get(path, brand.key)
  const next = `${path}&cursor=${body.pagination.next_cursor}`
  expect((await test.get(next, brand.key)).status).toBe(200)

  const { db } = test.app.services
  const marks = () => db.selectFrom('brands').select('data_unstable').execute()
  await db.updateTable('brands').set({ data_unstable: true }).execute()
  await erase()
  expect(await marks()).toEqual([{ data_unstable: false }])
  expect((await test.get(next, brand.key)).body.error.code).toBe('invalid_cursor')
})

it('the server erases expired answers when it starts', async () => {
  test.setNow('2026-12-01T00:00:00Z')
  await test.restart()
  while ((await executions()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
})
