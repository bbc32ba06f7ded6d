import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { portion } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askPage, pathOf } from '../../testing/visibility/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../testing/visibility/stored.ts'

let test: TestApp
let brand: MadeBrand

type Row = Record<string, unknown>

beforeAll(async () => {
  test = await startTestApp({ RESULT_CACHE_MEGABYTES: '0' })
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brand.brandId, 'Bolmex')
  const texts = ['Zuvari and Bolmex', 'Bolmex, Bolmex', 'nobody', 'Zuvari is excellent']
  const line = (engine: string, answer: string, day: string) => ({
    id: `${engine} ${day} ${answer}`,
    prompt: `Which ${engine}?`,
    engine,
    country: { chatgpt: 'US', claude: 'DE', gemini: 'FR' }[engine] ?? 'US',
    topic: `About ${engine}`,
    executed_at: `${day}T10:00:00Z`,
    answer,
  })
  const lines = ['chatgpt', 'claude', 'gemini'].flatMap((engine, fewer) =>
    texts.slice(fewer).map((answer, index) => line(engine, answer, index % 2 === 0 ? '2026-02-10' : '2026-01-10')),
  )
  lines.push(line('chatgpt', 'Zuvari and Bolmex', '2026-03-01'), line('grok', 'Zuvari', '2026-02-10'))
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
  const prompt_id = await promptIdOf(test, brand.brandId, 'Which grok?')
  await test.operate('delete-prompt', { brand_id: brand.brandId, prompt_id })
  await test.storedDataIsChecked()
  await test.app.services.clickhouse.command(sql`RENAME TABLE readings TO stored_readings`)
})
afterAll(() => test.close())

/** Replaces readings with a copy that evaluates `added` when mentions are read. */
async function readThrough(added: string): Promise<void> {
  const { clickhouse } = test.app.services
  await clickhouse.command(sql`DROP TABLE IF EXISTS readings`)
  await clickhouse.command(
    sql.raw(`CREATE TABLE readings (brand_id UUID, version UInt32, executed_at DateTime64(3, 'UTC'), answer_id UUID,
        seq UInt64, prompt UInt32, engine LowCardinality(String), country LowCardinality(String), entities Array(UInt16),
        \`mentions.entity\` Array(UInt16) ALIAS arrayMap(entity -> toUInt16(entity + ${added}), entities),
        \`mentions.count\` Array(UInt16), \`mentions.sentiment\` Array(UInt16), \`mentions.stance\` Array(String), \`citations.url\` Array(String))
      ENGINE = MergeTree ORDER BY (brand_id, version, executed_at)`),
  )
  await clickhouse.command(
    sql.raw(`INSERT INTO readings SELECT brand_id, version, executed_at, answer_id, seq, prompt, engine, country,
      mentions.entity, mentions.count, mentions.sentiment, mentions.stance, citations.url FROM stored_readings`),
  )
}

/** Waits for the data check: it must not run while a table is replaced and rows are missing. */
async function restart(changed: Record<string, string> = {}): Promise<void> {
  await test.restart(changed)
  await test.storedDataIsChecked()
}

const wholeYear = 'start_date=2026-01-01&end_date=2026-03-02&compare_to_previous=true'
const february = 'start_date=2026-02-01&end_date=2026-02-28&compare_to_previous=true'
/** Claude has answers only in the previous period. */
const march = 'start_date=2026-02-11&end_date=2026-03-02&compare_to_previous=true'
const failingFor = (...engines: string[]) =>
  `throwIf(engine IN (${engines.map((engine) => `'${engine}'`)}), 'broken on purpose')`

beforeEach(() => readThrough('0'))

const groupings = [
  { endpoint: 'visibility/engines', query: '', name: 'engine', claude: 'claude' },
  { endpoint: 'visibility/segments', query: '&dimension=market', name: 'segment', claude: 'DE' },
  { endpoint: 'visibility/segments', query: '&dimension=topic', name: 'segment', claude: 'About claude' },
] as const

describe.each(portion(groupings, 0, 3))('$endpoint $query', ({ endpoint, query, name, claude }) => {
  const ask = async (period: string) => {
    const { body } = await askPage(test, brand.key, pathOf(brand.brandId, endpoint, `${period}${query}`))
    const { unavailable_engines, unavailable_segments, unavailable_note, ...meta } = body.meta as Row
    const unavailable = unavailable_engines ?? unavailable_segments
    return { data: body.data as Row[], unavailable, note: unavailable_note, meta }
  }
  const withoutClaude = (rows: Row[]) => rows.filter((row) => row[name] !== claude)

  it.each(portion([wholeYear, february, march], 0, 3))(
    'lists the group that fails and returns the figures of the others: %s',
    async (period) => {
      const whole = await ask(period)
      expect(whole.data.some((row) => row[name] === claude)).toBe(period !== march)
      expect(whole.unavailable).toEqual([])
      expect(whole.note).toBe(undefined)

      await readThrough(failingFor('claude'))
      const partial = await ask(period)
      expect(partial.data).toEqual(withoutClaude(whole.data))
      expect(partial.meta).toEqual(whole.meta)
      expect(partial.unavailable).toEqual([claude])
      if (endpoint === 'visibility/segments') expect(partial.note).toMatch(/unknown, not zero/)

      await readThrough('0')
      expect(await ask(period)).toEqual(whole)
    },
  )

  it('lists the group that times out and returns the figures of the others', async () => {
    const whole = await ask(wholeYear)
    await restart({ QUERY_TIMEOUT_SECONDS: '2' })
    // Three rows slightly exceed the limit: ClickHouse does not interrupt a sleep, and other queries wait.
    await readThrough(`if(engine = 'claude', sleepEachRow(0.75), 0)`)
    const partial = await ask(wholeYear)
    expect(partial.unavailable).toEqual([claude])
    expect(partial.data).toEqual(withoutClaude(whole.data))
    await restart()
  })
})

it('an engine does not fail if the filters exclude its answers', async () => {
  const ask = () => askPage(test, brand.key, pathOf(brand.brandId, 'visibility/engines', `${wholeYear}&country=US`))
  const whole = (await ask()).body
  expect(whole.data).toHaveLength(2)
  await readThrough(failingFor('claude'))
  expect((await ask()).body).toMatchObject({ data: whole.data, meta: whole.meta })
})

it('answers of deleted prompts belong to no topic that could fail', async () => {
  const path = pathOf(brand.brandId, 'visibility/segments', `${wholeYear}&dimension=topic`)
  const whole = (await askPage(test, brand.key, path)).body
  await readThrough(failingFor('grok'))
  expect((await askPage(test, brand.key, path)).body).toMatchObject({ data: whole.data, meta: whole.meta })
  await readThrough(failingFor('grok', 'claude'))
  const partial = (await askPage(test, brand.key, path)).body
  expect(partial.meta).toMatchObject({ unavailable_segments: ['About claude'] })
})

it.each([
  ['competitors/rankings', wholeYear],
  ['visibility/trend', 'start_date=2026-01-01'],
  ['topics/scoreboard', ''],
] as const)('%s over failing answers returns an error without any internal details', async (endpoint, query) => {
  await readThrough(failingFor('claude'))
  const { status, text } = await test.get(pathOf(brand.brandId, endpoint, query), brand.key)
  expect(status).toBe(500)
  expect(text).not.toMatch(/broken|claude|readings/)
  if (endpoint === 'topics/scoreboard') return
  const path = pathOf(brand.brandId, endpoint, `${query}&engine=chatgpt`)
  expect((await test.get(path, brand.key)).status).toBe(200)
})
