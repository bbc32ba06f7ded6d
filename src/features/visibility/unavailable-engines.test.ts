import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askPage, pathOf } from './testing/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from './testing/make-brand.ts'

let test: TestApp
let brand: MadeBrand

interface Engines {
  data: { engine: string; executions: number }[]
  meta: { unavailable_engines: string[] }
}

beforeAll(async () => {
  test = await startTestApp({ QUERY_TIMEOUT_SECONDS: '2' })
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brand.brandId, 'Bolmex')
  const texts = ['Zuvari and Bolmex', 'Bolmex, Bolmex', 'nobody', 'Zuvari is excellent']
  const lines = ['chatgpt', 'claude', 'gemini'].flatMap((engine, fewer) =>
    texts.slice(fewer).map((answer, index) => ({
      id: `${engine} ${index}`,
      prompt: 'Which?',
      engine,
      country: engine === 'claude' ? 'DE' : 'US',
      executed_at: index % 2 === 0 ? '2026-02-10T10:00:00Z' : '2026-01-10T10:00:00Z',
      answer,
    })),
  )
  lines.push({ ...(lines[0] as (typeof lines)[0]), id: 'last', executed_at: '2026-03-01T10:00:00Z' })
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
  await test.app.services.clickhouse.command(sql`RENAME TABLE readings TO stored_readings`)
})
afterAll(() => test.close())

/** Puts a view in the place of the readings, in which reading what answers of claude mention does something else. */
async function readThrough(mentionsOfClaude: string): Promise<void> {
  const { clickhouse } = test.app.services
  await clickhouse.command(sql`DROP VIEW IF EXISTS readings`)
  await clickhouse.command(
    sql.raw(`CREATE VIEW readings AS SELECT brand_id, version, executed_at, answer_id, seq, prompt, engine, country,
        arrayMap(entity -> entity + ${mentionsOfClaude}, mentions.entity) AS \`mentions.entity\`,
        mentions.count, mentions.offset, mentions.sentiment
      FROM stored_readings`),
  )
}

const engines = async (query: string): Promise<Engines> =>
  (await askPage(test, brand.key, pathOf(brand.brandId, 'visibility/engines', query))).body

const wholeYear = 'start_date=2026-01-01&end_date=2026-03-02&compare_to_previous=true'
const february = 'start_date=2026-02-01&end_date=2026-02-28&compare_to_previous=true'
/** Only the period before has answers of claude. */
const march = 'start_date=2026-02-11&end_date=2026-03-02&compare_to_previous=true'
const failing = `throwIf(engine = 'claude', 'broken on purpose')`

beforeEach(() => readThrough('0'))

it.each([
  [wholeYear, ['chatgpt', 'claude', 'gemini']],
  [february, ['chatgpt', 'claude', 'gemini']],
  [march, ['chatgpt']],
])('an engine that fails is told, and the others have their figures: %s', async (query, names) => {
  const whole = await engines(query)
  expect(whole.data.map(({ engine }) => engine)).toEqual(names)
  expect(whole.meta.unavailable_engines).toEqual([])

  await readThrough(failing)
  const partial = await engines(query)
  expect(partial.data).toEqual(whole.data.filter(({ engine }) => engine !== 'claude'))
  expect(partial.meta).toEqual({ ...whole.meta, unavailable_engines: ['claude'] })

  await readThrough('0')
  expect(await engines(query)).toMatchObject({ data: whole.data, meta: whole.meta })
})

it('an engine whose answers the filters leave out does not fail', async () => {
  const query = `${wholeYear}&country=US`
  const whole = await engines(query)
  expect(whole.data).toHaveLength(2)
  await readThrough(failing)
  expect(await engines(query)).toMatchObject({ data: whole.data, meta: whole.meta })
})

it('an engine that takes too long is told, and the others have their figures', async () => {
  const whole = await engines(wholeYear)
  await readThrough(`if(engine = 'claude', sleepEachRow(0.9), 0)`)
  const partial = await engines(wholeYear)
  expect(partial.meta.unavailable_engines).toEqual(['claude'])
  expect(partial.data).toEqual(whole.data.filter(({ engine }) => engine !== 'claude'))
})

it('rankings over a failing engine are an error that tells nothing of the inside', async () => {
  await readThrough(failing)
  const { status, text } = await test.get(pathOf(brand.brandId, 'competitors/rankings', wholeYear), brand.key)
  expect(status).toBe(500)
  expect(text).not.toMatch(/broken|claude|readings/)
  const path = pathOf(brand.brandId, 'competitors/rankings', `${wholeYear}&engine=chatgpt`)
  expect((await test.get(path, brand.key)).status).toBe(200)
})
