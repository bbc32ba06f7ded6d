import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-02-24T23:00:00Z')
})
afterAll(() => test.close())

interface Line {
  prompt: string
  engine: string
  /** Days since February 1. The previous period is 0 to 11, the period 12 to 23. */
  day: number
  answer: string
  model?: string
  country?: string
  topic?: string
  citations?: { url: string }[]
}

const timeOf = (day: number) => new Date(Date.UTC(2026, 1, 1 + day, 10))
const days = Array.from({ length: 24 }, (_, day) => day)
const period = 'start_date=2026-02-13&end_date=2026-02-24'

const importLines = (lines: readonly Line[]) =>
  test.operate(
    'import-answers',
    { brand_id: brand.brandId },
    answersFile(
      lines.map(({ day, ...line }, index) => ({
        id: String(index),
        executed_at: timeOf(day).toISOString(),
        ...line,
      })),
    ),
  )

interface Row {
  segment: string
  headline: string
  cause: string
  drivers: { kind: string; id: string; name: string; points: number }[]
  figures: Record<string, { change: number; verdict: string }>
  name: string
  verdict: string
  change: number
  p_value: number
  summary: string
  explained: Record<string, number>
}

interface Changes {
  data: Row[]
  meta: Record<string, unknown>
  error: { code: string; message: string }
}

async function ask(query = ''): Promise<{ status: number; body: Changes }> {
  const path = `/v1/brands/${brand.brandId}/visibility/changes?${period}${query}`
  const { status, body } = await test.get(path, brand.key)
  return { status, body: body as unknown as Changes }
}

/** Stores a planned slot, answered or failed. */
async function plan(engine: string, prompt: string, day: number, came: boolean): Promise<void> {
  const { db } = test.app.services
  const prompts = db.selectFrom('prompts').select('id').where('brand_id', '=', brand.brandId)
  const { id } = await prompts.where('text', '=', prompt).executeTakeFirstOrThrow()
  const at = timeOf(day)
  const place = {
    id: randomUUID(),
    brand_id: brand.brandId,
    engine,
    prompt_id: id,
    country: 'US',
    language: '',
  }
  const times = { round: at, round_end: at, planned_at: at, due_at: new Date('2100-01-01') }
  const outcome = came ? ('answered' as const) : ('failed' as const)
  await db
    .insertInto('collection_slots')
    .values({ ...place, ...times, replicate: 1, state: 'settled', outcome })
    .execute()
}

it('explains a fall by replaced prompts and missing answers if the same prompts did not change', async () => {
  brand = await makeBrand(test, 'Zuvari')
  // Eight prompts stay. The four removed ones always named the brand, the four added ones never.
  const isAsked = (prompt: number, day: number) => prompt < 8 || prompt < 12 === day < 12
  const answerOf = (prompt: number, engine: string, day: number) => {
    if (prompt >= 8) return prompt < 12 ? 'Zuvari' : 'nobody'
    return engine === 'gemini' || day % 2 === 0 ? 'Zuvari' : 'nobody'
  }
  const asked = days.flatMap((day) =>
    Array.from({ length: 16 }, (_, prompt) => prompt)
      .filter((prompt) => isAsked(prompt, day))
      .flatMap((prompt) => ['chatgpt', 'gemini'].map((engine) => ({ prompt, engine, day }))),
  )
  const isAnswered = ({ engine, day }: { engine: string; day: number }) =>
    engine === 'chatgpt' || day < 12 || day % 3 === 0
  await importLines(
    asked.filter(isAnswered).map(({ prompt, engine, day }) => ({
      prompt: `prompt ${prompt}`,
      engine,
      day,
      answer: answerOf(prompt, engine, day),
    })),
  )
  for (const question of asked)
    await plan(question.engine, `prompt ${question.prompt}`, question.day, isAnswered(question))
  const { body } = await ask()
  expect(body.meta).toEqual({
    brand_id: brand.brandId,
    period: { start_date: '2026-02-13', end_date: '2026-02-24' },
    previous_period: { start_date: '2026-02-01', end_date: '2026-02-12' },
    // Of 288 and 192 answers, 192 and 128 belong to the eight prompts.
    matched_share: 0.67,
    tested: 1,
    // 24 days are too few to show that days are independent.
    fdr: 0.05,
    fdr_of_figures: ['market_share_pct', 'sentiment_score', 'avg_rank'].map((name) => ({
      figure: name,
      fdr: 0.1,
    })),
  })
  const row = body.data[0] as Row
  expect(row).toMatchObject({
    segment: null,
    previous_visibility_pct: 83.33,
    visibility_pct: 41.67,
    // The difference of the rounded figures.
    change: -41.66,
    matched_change: { value: 0 },
    verdict: 'no_detectable_change',
    explained: { real: 0, model_change: 0, run_counts: 0, engine_mix: 0 },
  })
  const { prompts_added = 0, prompts_removed = 0, outage = 0 } = row.explained
  expect(prompts_added + prompts_removed).toBeCloseTo(-33.33, 1)
  expect(outage).toBeCloseTo(-8.33, 1)
  expect(prompts_added + prompts_removed + outage).toBeCloseTo(-41.66, 10)
  expect(row.headline).toBe(
    'Visibility is 41.7%, after 83.3%: no clear change for the same prompts on the same engines in the same markets.',
  )
  expect(row.summary).toBe(
    'Visibility fell 41.6 points. 33.3 of it because the set of prompts changed, 8.3 because two thirds of Gemini’s runs ' +
      'are missing. For the same prompts on the same engines in the same markets: +0.0, no clear change.',
  )
})

it('finds the real change by engine, and reports a model change', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brand.brandId, 'Bolmex')
  // ChatGPT names the brand in every fourth answer, with the new model in three of four. Claude is unchanged.
  const lines = days.flatMap((day) =>
    Array.from({ length: 12 }, (_, prompt) => prompt).flatMap((prompt): Line[] => {
      // Pseudo-random: without variation, little is significant.
      const pick = (Math.imul(prompt * 24 + day + 1, 0x9e3779b1) >>> 20) % 4
      const named = day < 12 ? pick === 0 : pick !== 0
      const line = { prompt: `prompt ${prompt}`, day, topic: `Topic ${prompt % 2}` }
      const model = day < 12 ? 'model-1' : 'model-2'
      return [
        { ...line, engine: 'chatgpt', model, answer: named ? 'Zuvari' : 'nobody', country: 'US' },
        { ...line, engine: 'claude', answer: pick === 1 ? 'Zuvari and Bolmex' : 'nobody', country: 'DE' },
      ]
    }),
  )
  await importLines(lines)
  const { data, meta } = (await ask('&dimension=engine')).body
  expect(meta.tested).toBe(4)
  const rows = data.map(({ segment, name, verdict }) => [segment, name, verdict])
  expect(rows).toEqual([
    ['chatgpt', 'Zuvari', 'up'],
    ['chatgpt', 'Bolmex', 'no_detectable_change'],
    ['claude', 'Bolmex', 'no_detectable_change'],
    ['claude', 'Zuvari', 'no_detectable_change'],
  ])
  const [own, unnamed] = data as [Row, Row]
  expect(own.change).toBeGreaterThan(40)
  expect(own.explained).toMatchObject({ real: 0, model_change: own.change })
  const points = own.change.toFixed(1)
  expect(own.summary).toBe(
    `Visibility rose ${points} points. For the same prompts on the same engines in the same markets: +${points}, a real rise. ` +
      `+${points} of the change coincides with a different model of ChatGPT.`,
  )
  expect(unnamed).toMatchObject({ change: 0, p_value: 1 })
  const markets = (await ask('&dimension=market')).body.data
  expect(markets.map(({ segment }) => segment)).toEqual(['DE', 'DE', 'US', 'US'])
  expect(markets[2]?.headline).toMatch(/^Visibility in the United States is up /)
  const topics = (await ask('&dimension=topic')).body.data
  expect(topics[0]).toMatchObject({
    segment: 'Topic 0',
    topic_id: expect.any(String),
    name: 'Zuvari',
    change: 22.92,
  })
})

it('tests nothing with fewer than five prompts or without answers in a period', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const lines = days.flatMap((day) =>
    [0, 1, 2, 3].map(
      (prompt): Line => ({ prompt: `${prompt}`, engine: 'chatgpt', day, answer: day < 12 ? 'Zuvari' : 'no' }),
    ),
  )
  await importLines(lines)
  expect((await ask()).body.data).toMatchObject([
    {
      change: -100,
      matched_change: null,
      p_value: null,
      verdict: 'not_comparable',
      explained: { real: -100 },
      summary: expect.stringMatching(/^Visibility was 100\.0 points lower than before\. For the same prompts/),
    },
  ])
  const unknown = {
    visibility_pct: 0,
    previous_visibility_pct: null,
    change: null,
    explained: null,
    summary: null,
    verdict: 'not_comparable',
  }
  const nothing = '&previous_start_date=2025-01-01&previous_end_date=2025-01-31'
  expect((await ask(nothing)).body.data).toMatchObject([unknown])
  const { status, body } = await ask('&previous_end_date=2026-02-13')
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  const turned = await ask('&previous_start_date=2025-02-01&previous_end_date=2025-01-31')
  expect([turned.status, turned.body.error.message]).toEqual([
    400,
    'previous_start_date must not be after previous_end_date (2025-01-31)',
  ])
})

it('entity_id filters rows without changing their verdicts', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const rival = await addCompetitor(test, brand.brandId, 'Bolmex')
  await importLines(
    days.flatMap((day) =>
      Array.from({ length: 6 }, (_, prompt) => ({
        prompt: `prompt ${prompt}`,
        engine: 'chatgpt',
        day,
        answer: day < 12 ? 'Zuvari' : 'Bolmex',
      })),
    ),
  )
  const all = (await ask()).body
  for (const entity of [brand.brandId, rival]) {
    const { body } = await ask(`&entity_id=${entity}`)
    expect(body.meta.tested).toBe(all.meta.tested)
    expect(body.data).toEqual(all.data.filter((row) => (row as unknown as { id: string }).id === entity))
  }
  expect((await ask(`&entity_id=${randomUUID()}`)).status).toBe(400)
})

const random = (prompt: number, day: number) => (Math.imul(prompt * 24 + day + 1, 0x9e3779b1) >>> 20) % 8

it('does not report an added market as a real fall', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await importLines(
    days.flatMap((day) =>
      Array.from({ length: 8 }, (_, prompt) => prompt).flatMap((prompt): Line[] => {
        const answer = random(prompt, day) < 4 ? 'Zuvari' : 'nobody'
        const line = { prompt: `prompt ${prompt}`, engine: 'chatgpt', day }
        const inGermany = day < 12 ? [] : [{ ...line, country: 'DE', answer: 'nobody' }]
        return [{ ...line, country: 'US', answer }, ...inGermany]
      }),
    ),
  )
  const [row] = (await ask()).body.data as [Row]
  expect(row.change).toBeLessThan(-15)
  expect(row.verdict).toBe('no_detectable_change')
  expect(row.explained.market_mix).toBeLessThan(-15)
  expect(Math.abs(row.explained.real as number)).toBeLessThan(10)
  expect(row.summary).toContain('because the plan’s market mix changed')
})

it('names the engine that moved visibility, with its share of the change', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brand.brandId, 'Bolmex')
  await importLines(
    days.flatMap((day) =>
      Array.from({ length: 20 }, (_, prompt) => prompt).flatMap((prompt) =>
        ['chatgpt', 'claude', 'perplexity'].map((engine, shift): Line => {
          const pick = random(prompt + 40 * shift, day)
          const isNamed = pick < (engine === 'perplexity' && day >= 12 ? 7 : 3)
          return { prompt: `prompt ${prompt}`, engine, day, answer: isNamed ? 'Zuvari' : 'Bolmex' }
        }),
      ),
    ),
  )
  const { data } = (await ask()).body
  const own = data.find(({ name }) => name === 'Zuvari') as Row
  expect(own.verdict).toBe('up')
  expect(own.figures.market_share_pct?.verdict).toBe('up')
  expect(own.drivers[0]).toMatchObject({ kind: 'engine', id: 'perplexity', name: 'Perplexity' })
  expect(own.headline).toMatch(/^Visibility is up \d+\.\d points to \d+\.\d%, and you are (now|still) #\d of 2\.$/)
  expect(own.cause).toMatch(
    /^Perplexity (accounts for all \d+\.\d points|accounts for \d+\.\d of the \d+\.\d points|moved it by \+\d+\.\d points)\.$/,
  )
  const byEngine = (await ask(`&dimension=engine&entity_id=${brand.brandId}`)).body.data
  expect(byEngine.map(({ headline }) => headline)).toContainEqual(
    expect.stringMatching(/^Visibility on Perplexity is up \d+\.\d points to \d+\.\d%\.$/),
  )
})

it('reports that answers cite a site without the brand more often', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await importLines(
    days.flatMap((day) =>
      Array.from({ length: 20 }, (_, prompt): Line => {
        const isCited = random(prompt + 100, day) < (day < 12 ? 1 : 4)
        const answer = !isCited && random(prompt, day) < 7 ? 'Zuvari' : 'nobody'
        const citations = isCited ? [{ url: 'https://rival.example/best' }] : []
        return { prompt: `prompt ${prompt}`, engine: 'chatgpt', day, answer, citations }
      }),
    ),
  )
  const [row] = (await ask()).body.data as [Row]
  expect(row).toMatchObject({ verdict: 'down', drivers: [{ kind: 'source', id: 'rival.example' }] })
  expect(row.cause).toMatch(/^−\d+\.\d points of it coincide with answers that cite rival\.example more often\.$/)
})
