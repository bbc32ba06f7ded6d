import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { incrementDataVersion } from '../../../kernel/data-version.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  addCompetitor,
  beforeHistoryIsRead,
  type MadeBrand,
  makeBrand,
} from '../../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

interface Line {
  prompt: string
  answer: string
  topic?: string
  day?: string
}

const importLines = (lines: readonly Line[], name: string) =>
  test.operate(
    'import-answers',
    { brand_id: brand.brandId },
    answersFile(
      lines.map(({ day = '2026-03-01', ...line }, index) => ({
        id: `${name} ${index}`,
        engine: 'chatgpt',
        executed_at: `${day}T10:00:00Z`,
        ...line,
      })),
    ),
  )

const ask = async (query = '', headers = {}) => {
  const path = `/v1/brands/${brand.brandId}/visibility/intervals${query}`
  return test.get(path, brand.key, headers)
}

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
})
afterAll(() => test.close())

it('returns the interval of each figure, or the reason if there is none', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brand.brandId, 'Bolmex')
  // 90 answers to each of 10 prompts. None name the brand, half name the competitor.
  const days = Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10))
  const lines = Array.from({ length: 900 }, (_, index): Line => {
    const day = days[index % 30] as string
    return { prompt: `prompt ${index % 10}`, day, answer: index % 20 < 10 ? 'Bolmex' : 'nobody' }
  })
  await importLines(lines, 'many')
  const { body } = await ask()
  expect(body.meta).toEqual({
    brand_id: brand.brandId,
    period: { start_date: '2026-02-01', end_date: '2026-03-02' },
    prompts: 10,
    answers: 900,
    days: 30,
    confidence: 95,
    speaks_of: 'prompts_like_these',
    clustered_by: 'prompt',
    coverage: { planned: 0, coverage_pct: null },
  })
  const unnamed = { value: null, prompts_like_these: null, these_prompts: null, reason: 'not_named' }
  expect(body.data[1]).toEqual({
    id: brand.brandId,
    name: 'Zuvari',
    is_our_brand: true,
    visibility_pct: {
      value: 0,
      prompts_like_these: { low: 0, high: 17.23 },
      these_prompts: { low: 0, high: 0.43 },
      reason: 'short_history',
    },
    market_share_pct: expect.objectContaining({ value: 0 }),
    sentiment_score: unnamed,
    avg_rank: unnamed,
    recommended_pct: unnamed,
    lead: null,
  })
  expect(body.data[0]).toMatchObject({
    name: 'Bolmex',
    visibility_pct: { value: 50 },
    avg_rank: { value: 1, prompts_like_these: null, these_prompts: null, reason: 'few_prompts' },
  })
  const csv = await ask('', { accept: 'text/csv' })
  const [head = '', , own = ''] = csv.text.split('\r\n')
  expect(head).toContain('is_our_brand,visibility_pct.value,visibility_pct.prompts_like_these.low')
  expect(own).toContain('Zuvari,true,0,0,17.23,0,0.43,short_history,')
})

it('reports that a competitor is being read, without its figures', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await importLines([{ prompt: 'Which?', answer: 'Zuvari and Bolmex' }], 'one')
  await test.historyIsRead()
  let shown: unknown
  await beforeHistoryIsRead(test, brand.brandId, async () => {
    await addCompetitor(test, brand.brandId, 'Bolmex')
    shown = (await ask()).body.data
  })
  const unknown = { value: null, prompts_like_these: null, these_prompts: null, reason: 'being_read' }
  expect(shown).toMatchObject([
    { name: 'Zuvari', visibility_pct: { value: 100, prompts_like_these: null, reason: 'one_prompt' } },
    {
      name: 'Bolmex',
      visibility_pct: unknown,
      market_share_pct: unknown,
      sentiment_score: unknown,
      avg_rank: unknown,
    },
  ])
  expect((await ask()).body.data).toMatchObject([{ name: 'Zuvari' }, { visibility_pct: { value: 100 } }])
})

/** Answers to each wording of each topic. Half of the topics name the brand, in every wording. */
const linesOfTopics = (wordings: number, topics: number) =>
  Array.from({ length: 3 * wordings * topics }, (_, index): Line => {
    const topic = index % topics
    return {
      prompt: `wording ${Math.floor(index / topics) % wordings} of ${topic}`,
      topic: `Topic ${topic}`,
      day: `2026-02-${10 + (Math.floor(index / topics) % 9)}`,
      answer: topic % 2 === 0 ? 'Zuvari' : 'nobody',
    }
  })

interface Intervals {
  data: {
    visibility_pct: {
      prompts_like_these: { low: number; high: number }
      these_prompts: { low: number; high: number }
      reason: string | null
    }
  }[]
  meta: { prompts: number; speaks_of: string; clustered_by: string }
}

const shownOf = async (query = '') => (await ask(query)).body as unknown as Intervals

const widthOf = ({ low, high }: { low: number; high: number }) => high - low

it('uses the larger variance, by prompt or by topic, from five topics on, and returns what it describes', async () => {
  const resultOf = async (wordings: number, topics: number) => {
    brand = await makeBrand(test, 'Zuvari')
    await importLines(linesOfTopics(wordings, topics), 'topics')
    const { data, meta } = await shownOf()
    expect(meta.prompts).toBe(wordings * topics)
    return { ...meta, width: widthOf((data[0] as Intervals['data'][0]).visibility_pct.prompts_like_these) }
  }
  const twelve = await resultOf(4, 12)
  const nine = await resultOf(4, 9)
  const four = await resultOf(4, 4)
  expect([twelve, nine, four].map(({ speaks_of, clustered_by }) => [speaks_of, clustered_by])).toEqual([
    ['topics_like_these', 'topic'],
    ['topics_like_these', 'topic'],
    ['these_topics', 'prompt'],
  ])
  // Four wordings of a topic are worth no more than one.
  expect(twelve.width).toBeGreaterThan(45)
  expect(nine.width).toBeGreaterThan(twelve.width)
  expect(four.width).toBeLessThan(50)
})

/** Ten answered prompts per day on the days before 2026-03-02, oldest first. */
const linesOfDays = (days: number, isNamed: (day: number, prompt: number) => boolean) =>
  Array.from({ length: 10 * days }, (_, index): Line => {
    const day = Math.floor(index / 10)
    return {
      prompt: `prompt ${index % 10}`,
      day: new Date(Date.UTC(2026, 2, 2 - days + day)).toISOString().slice(0, 10),
      answer: isNamed(day, index % 10) ? 'Zuvari' : 'Bolmex',
    }
  })

it('includes weekly swings in the days before the period, starting at the last known step', async () => {
  brand = await makeBrand(test, 'Zuvari')
  // Two of ten prompts name the brand, a third sometimes. Five more do for a week in the middle.
  const isNamed = (day: number, prompt: number) =>
    prompt < 2 || (prompt === 2 && day % 3 === 0) || (day >= 20 && day < 27 && prompt < 8)
  await importLines(linesOfDays(40, isNamed), 'swing')
  const resultOf = async (query: string) => {
    const { visibility_pct } = (await shownOf(query)).data.at(-1) as Intervals['data'][0]
    return { width: widthOf(visibility_pct.these_prompts), reason: visibility_pct.reason }
  }
  const short = '?start_date=2026-02-19&end_date=2026-03-01'
  const known = await resultOf(short)
  expect(known.reason).toBeNull()
  const alert = {
    ...{
      id: randomUUID(),
      brand_id: brand.brandId,
      engine: 'chatgpt',
      country: 'DE',
      direction: 'down' as const,
    },
    ...{ since: '2026-02-17', raised_on: '2026-02-20', raised_at: new Date('2026-02-21') },
    ...{ share_before: 0.8, share_after: 0.2, model_before: null, model_after: null, evidence: '[]' },
    ...{ state: 'closed' as const, updated_at: new Date('2026-02-21') },
  }
  await test.app.services.db.insertInto('visibility_alerts').values(alert).execute()
  const { db } = test.app.services
  await db.updateTable('brands').set(incrementDataVersion).where('id', '=', brand.brandId).execute()
  const after = await resultOf(short)
  expect(after.reason).toBe('short_history')
  expect(after.width).toBeLessThan(known.width / 2)
  // These answers come from a different market than the alert.
  expect(await resultOf(`${short}&country=US`)).toEqual(known)
})

it('returns whether each lead is real, in points between the figures shown', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const [bolmex, kentrafo] = [
    await addCompetitor(test, brand.brandId, 'Bolmex'),
    await addCompetitor(test, brand.brandId, 'Kentrafo'),
  ]
  // Most answers name the brand, some also Kentrafo. Bolmex is in the others and those to eight prompts.
  const lines = linesOfDays(40, () => true).map((line, index): Line => {
    const [day, prompt] = [Math.floor(index / 10), index % 10]
    const names = [
      (day + prompt) % 7 !== 0 && 'Zuvari',
      (day * 3 + prompt) % 5 === 0 && 'Kentrafo',
      (prompt < 8 || (day + prompt) % 7 === 0) && 'Bolmex',
    ]
    return { ...line, answer: names.filter(Boolean).join(' and ') || 'nobody' }
  })
  await importLines(lines, 'leads')
  await test.historyIsRead()
  const { data } = (await ask('?start_date=2026-02-10&end_date=2026-03-01')).body as unknown as {
    data: {
      id: string
      visibility_pct: { value: number }
      lead: {
        value: number
        these_prompts: { low: number; high: number }
        prompts_like_these: { low: number; high: number }
        is_real: string
      } | null
    }[]
  }
  const row = (id: string) => data.find((one) => one.id === id) as (typeof data)[0]
  const own = row(brand.brandId)
  expect(own.lead).toBeNull()
  for (const id of [bolmex, kentrafo]) {
    const { lead, visibility_pct } = row(id)
    expect(lead?.value).toBeCloseTo(own.visibility_pct.value - visibility_pct.value, 9)
    expect(lead?.these_prompts.low).toBeLessThan(lead?.value as number)
    expect(lead?.these_prompts.high).toBeGreaterThan(lead?.value as number)
  }
  expect(row(kentrafo).lead?.is_real).toBe('yes_also_with_other_prompts')
  expect(row(bolmex).lead?.is_real).toBe('yes_for_these_prompts')
  expect(row(bolmex).lead?.prompts_like_these.low).toBeLessThan(0)
})
