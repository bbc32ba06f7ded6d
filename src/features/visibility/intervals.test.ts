import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  addCompetitor,
  beforeHistoryIsRead,
  type MadeBrand,
  makeBrand,
} from '../../testing/visibility/make-brand.ts'

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

it('shows how sure each figure is, and why where it is not', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brand.brandId, 'Bolmex')
  // 90 answers to each of 10 prompts, none of which names the brand, and half of which name the competitor.
  const days = Array.from({ length: 30 }, (_, day) =>
    new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10),
  )
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
      reason: null,
    },
    market_share_pct: expect.objectContaining({ value: 0 }),
    sentiment_score: unnamed,
    avg_rank: unnamed,
  })
  expect(body.data[0]).toMatchObject({
    name: 'Bolmex',
    visibility_pct: { value: 50 },
    avg_rank: { value: 1, prompts_like_these: null, these_prompts: null, reason: 'few_prompts' },
  })
  const csv = await ask('', { accept: 'text/csv' })
  const [head = '', , own = ''] = csv.text.split('\r\n')
  expect(head).toContain('is_our_brand,visibility_pct.value,visibility_pct.prompts_like_these.low')
  expect(own).toContain('Zuvari,true,0,0,17.23,0,0.43,,')
})

it('says that a competitor is being read, and nothing of it', async () => {
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

it('takes wordings of one topic for alike where there are ten topics', async () => {
  // Topics name the brand or do not: four wordings of each say no more than one.
  const lines = (wordings: number, topics: number) =>
    Array.from({ length: 3 * wordings * topics }, (_, index): Line => {
      const topic = index % topics
      return {
        prompt: `wording ${Math.floor(index / topics) % wordings} of ${topic}`,
        topic: `Topic ${topic}`,
        day: `2026-02-${10 + (Math.floor(index / topics) % 9)}`,
        answer: topic % 2 === 0 ? 'Zuvari' : 'nobody',
      }
    })
  const widthOf = async (wordings: number, topics: number) => {
    brand = await makeBrand(test, 'Zuvari')
    await importLines(lines(wordings, topics), 'topics')
    const { data, meta } = (await ask()).body as unknown as {
      data: { visibility_pct: { prompts_like_these: { low: number; high: number } } }[]
      meta: { prompts: number; clustered_by: string }
    }
    expect(meta.prompts).toBe(wordings * topics)
    const { low = 0, high = 0 } = data[0]?.visibility_pct.prompts_like_these ?? {}
    return { by: meta.clustered_by, width: high - low }
  }
  const byTopic = await widthOf(4, 12)
  const single = await widthOf(1, 12)
  const few = await widthOf(4, 9)
  expect([byTopic.by, single.by, few.by]).toEqual(['topic', 'prompt', 'prompt'])
  expect(byTopic.width).toBeGreaterThan(45)
  expect(few.width).toBeLessThan(40)
})
