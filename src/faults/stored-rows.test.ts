import { afterAll, beforeAll, expect, it } from 'vitest'
import { retainAnswers } from '../features/answers/index.ts'
import { checkStored } from '../kernel/check-stored.ts'
import type { Services } from '../kernel/context.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../testing/visibility/make-brand.ts'

const signal = new AbortController().signal

let test: TestApp
let services: Services
let errors: object[]

beforeAll(async () => {
  test = await startTestApp({ ANSWER_RETENTION_DAYS: '90' })
  await test.storedDataIsChecked()
  test.setNow('2026-03-31T12:00:00Z')
  services = test.app.services
})
afterAll(() => test.close())

let made = 0
const answersOf = (day: string, count: number) =>
  answersFile(
    Array.from({ length: count }, () => {
      made += 1
      return {
        prompt: 'Which?',
        engine: 'chatgpt',
        executed_at: `${day}T10:00:00Z`,
        answer: `Answer ${made}`,
      }
    }),
  )
const importAnswers = (of: MadeBrand, day: string, count: number) =>
  test.operate('import-answers', { brand_id: of.brandId }, answersOf(day, count))

async function brandWith(...days: [string, number][]): Promise<MadeBrand> {
  const brand = await makeBrand(test, 'Zuvari')
  for (const [day, count] of days) await importAnswers(brand, day, count)
  return brand
}

/** The same services with changed stores; collects logged errors. */
function seen(changed: Partial<Services>): Services {
  errors = []
  const log = { ...services.log, error: (what: object) => void errors.push(what) }
  return { ...services, ...changed, log: log as unknown as Services['log'] }
}
const stateOf = async ({ brandId }: MadeBrand) => {
  const brands = services.db.selectFrom('brands').select(['counted_tables', 'damaged_tables'])
  const { counted_tables, damaged_tables } = await brands.where('id', '=', brandId).executeTakeFirstOrThrow()
  const stored = services.db.selectFrom('stored_rows').select('rows').where('brand_id', '=', brandId)
  const rows = (await stored.execute()).map(({ rows }) => rows)
  return { counted_tables, damaged_tables, rows }
}
const whole = (...rows: number[]) => ({ counted_tables: ['answers'], damaged_tables: [], rows })

const remove = ({ brandId }: MadeBrand, day: string) =>
  services.clickhouse.command(
    sql`ALTER TABLE answers DELETE WHERE brand_id = ${brandId} AND toDate(executed_at) = ${day} SETTINGS mutations_sync = 2`,
  )

it('rows erased for their age do not count as lost, even if erasing is interrupted, and old losses are cleared', async () => {
  const brand = await brandWith(['2026-01-10', 20], ['2026-02-10', 30])
  await remove(brand, '2026-01-10')
  await checkStored(seen({}), signal, 1)
  expect(errors).toContainEqual(expect.objectContaining({ table: 'answers', rows: 20, from: '2026-01-10' }))
  expect(await stateOf(brand)).toMatchObject({ rows: [30] })
  expect((await stateOf(brand)).damaged_tables).toContain('answers')

  await importAnswers(brand, '2026-03-11', 7)
  test.setNow('2026-05-12T00:00:00Z')
  const cutOff = seen({
    clickhouse: {
      ...services.clickhouse,
      async command(statement) {
        if (!statement.text.includes('answers DELETE')) await services.clickhouse.command(statement)
        else throw new Error('cut off')
      },
    },
  })
  await expect(retainAnswers.run(cutOff, {}, signal)).rejects.toThrow('cut off')
  await checkStored(services, signal, 1)
  await retainAnswers.run(services, {}, signal)
  await checkStored(seen({}), signal, 1)
  expect(errors.filter((error) => 'rows' in error)).toEqual([])
  await test.historyIsRead()
  expect(await stateOf(brand)).toEqual(whole(7))
  test.setNow('2026-03-31T12:00:00Z')
})

it('answers of an earlier release are counted when they are found', async () => {
  const brand = await brandWith(['2026-03-10', 20])
  const uncount = async () => {
    await services.db.deleteFrom('stored_rows').where('brand_id', '=', brand.brandId).execute()
    await services.db.updateTable('brands').set({ counted_tables: [] }).where('id', '=', brand.brandId).execute()
  }
  await uncount()
  await checkStored(seen({}), signal, 1)
  expect(await stateOf(brand)).toEqual(whole(20))
  // Or with the next batch.
  await uncount()
  await importAnswers(brand, '2026-03-10', 3)
  expect(await stateOf(brand)).toEqual(whole(23))
  // Rows stored by a process of that release in the meantime were not counted.
  await services.db.updateTable('stored_rows').set({ rows: 1 }).where('brand_id', '=', brand.brandId).execute()
  await checkStored(seen({}), signal, 1)
  expect([await stateOf(brand), errors]).toEqual([whole(23), []])
})

it('an uncommitted batch is not counted and hides no loss', async () => {
  const brand = await brandWith(['2026-03-10', 4], ['2026-03-11', 4])
  await checkStored(services, signal, 1)
  const pending = { brand_id: brand.brandId, seq: 3, executed_at: '2026-03-12 10:00:00' }
  const columns = services.db.updateTable('brands').where('id', '=', brand.brandId)
  await columns.set({ pending_seq: 3 }).execute()
  await services.clickhouse.insert('answers', Array(4).fill(JSON.stringify(pending)).join('\n'))
  await checkStored(seen({}), signal, 1)
  expect([await stateOf(brand), errors]).toEqual([whole(4, 4), []])
  await remove(brand, '2026-03-10')
  await checkStored(seen({}), signal, 1)
  expect(errors).toContainEqual(expect.objectContaining({ rows: 4, from: '2026-03-10', to: '2026-03-10' }))
})

it('a lagging replica is queried again before rows count as lost', async () => {
  const brand = await brandWith(['2026-03-10', 20])
  const behind = (answersBehind: number) => {
    let left = answersBehind
    return seen({
      config: { ...services.config, CLICKHOUSE_URL: 'http://clickhouse.example' },
      clickhouse: {
        ...services.clickhouse,
        async query<Row>(statement: Parameters<typeof services.clickhouse.query>[0]) {
          const isCount = statement.text.includes('CRC32') && statement.text.includes(brand.brandId)
          const isAnswers = statement.text.includes('FROM answers')
          if (isAnswers && /GROUP BY brand_id$/.test(statement.text)) return []
          if (!isCount || !isAnswers || left-- <= 0) return services.clickhouse.query<Row>(statement)
          return []
        },
      },
    })
  }
  await checkStored(behind(1), signal, 1)
  expect([await stateOf(brand), errors.filter((error) => 'rows' in error)]).toEqual([whole(20), []])
  // If it lags for long, its later rows are treated as restored.
  await checkStored(behind(2), signal, 1)
  expect((await stateOf(brand)).damaged_tables).toContain('answers')
  await checkStored(services, signal, 1)
  await test.historyIsRead()
  expect(await stateOf(brand)).toEqual(whole(20))
})

it('a brand that is being erased has no missing rows', async () => {
  const brand = await brandWith(['2026-03-10', 20])
  const update = services.db.updateTable('brands').where('id', '=', brand.brandId)
  await update.set({ data_unstable: true }).execute()
  await remove(brand, '2026-03-10')
  await checkStored(seen({}), signal, 1)
  expect(errors).toEqual([])
  await test.operate('delete-brand', { brand_id: brand.brandId })
  const left = services.db.selectFrom('stored_rows').select('rows').where('brand_id', '=', brand.brandId)
  expect(await left.execute()).toEqual([])
})

it('new rows for a partly lost day are not mistaken for the lost rows', async () => {
  const brand = await brandWith(['2026-03-10', 20])
  await remove(brand, '2026-03-10')
  await checkStored(seen({}), signal, 1)
  await importAnswers(brand, '2026-03-10', 20)
  expect((await stateOf(brand)).damaged_tables).toContain('answers')
  const { problems } = await test.operate<{ problems: { what: string }[] }>('check-data')
  expect(problems.map(({ what }) => what)).toContain(
    '20 rows of 2026-03-10 are lost; 20 rows of these days were stored since',
  )
})
