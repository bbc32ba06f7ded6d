import { afterAll, beforeAll, expect, it } from 'vitest'
import { referenceParts } from '../../../testing/statistics/reference-parts.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp({ ROLE: 'api' })
  test.setNow('2026-03-30T12:00:00Z')
})
afterAll(() => test.close())

interface Row {
  vary: 'prompts' | 'runs' | 'days' | 'prompts_more_often'
  prompts: number
  runs_per_day: number
  days: number
  answers: number
  usd: number | null
  usd_per_month: number | null
  points: number | null
  points_per_usd: number | null
  is_now: boolean
  is_least: boolean
}

interface Sizes {
  data: Row[]
  meta: {
    share_pct: number
    needed: {
      prompts: number | null
      times: number | null
      days: number | null
      best: { prompts: number; times: number } | null
    }
    variance: Record<string, unknown>
    engines: unknown[]
    [name: string]: unknown
  }
  error: { code: string; message: string }
}

async function ask(query = ''): Promise<Sizes> {
  const path = `/v1/brands/${brand.brandId}/visibility/sample-size${query}`
  return (await test.get(path, brand.key)).body as unknown as Sizes
}

const rowsOf = ({ data }: Sizes, vary: Row['vary']) => data.filter((row) => row.vary === vary)
const leastOf = (shown: Sizes, vary: Row['vary']) => rowsOf(shown, vary).find(({ is_least }) => is_least)

const makeSource = (price: object, model: string) =>
  test
    .operate<{ id: string }>('create-source', {
      workspace_id: brand.workspaceId,
      kind: 'serpapi',
      name: `Source ${Math.random()}`,
      api_key: 'key',
      price: JSON.stringify(price),
      terms_confirmed: true,
      ...(model === '' ? {} : { model }),
    })
    .then(({ id }) => id)

async function plan(engine: string, input: object, price: object = { per_thousand_tasks: 10 }): Promise<void> {
  const source_id = await makeSource(price, '')
  await test.operate('set-collection', {
    brand_id: brand.brandId,
    engine,
    source_id,
    countries: ['US'],
    ...input,
  })
}

const makePrompt = (text: string, input = {}) =>
  test.operate<{ id: string }>('create-prompt', { brand_id: brand.brandId, text, ...input })

it('uses published variances for a brand without data, and says so', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const shown = await ask()
  expect(shown.meta).toEqual({
    brand_id: brand.brandId,
    period: { start_date: '2026-03-01', end_date: '2026-03-30' },
    goal: 'change',
    points: 5,
    days: 30,
    share_pct: 50,
    share_basis: 'unknown',
    // Daily variation over a month is (t.975 + t.80)·√(0.25·0.0125·0.1867), more than 5 points.
    needed: { prompts: null, times: null, days: null, best: null },
    least_days: 60,
    prompts: 0,
    engines: [],
    engines_basis: 'assumed',
    clustered_by: 'prompt',
    variance: {
      basis: 'published',
      reason: 'few_days',
      source: expect.stringContaining('ai-product-bench'),
      ...{ answers: 0, prompts: 0, days: 0 },
      ...{
        prompt: 0.32,
        prompt_engine: 0.1,
        run: 0.58,
        day: 0.0125,
        day_correlation: 0.5,
        prompt_change: 0.02,
      },
    },
  })
  // In 90 days: K = 2.9556, c = 0.000247, so daily variation is 0.0125·0.06519 of the variance.
  const longer = await ask('?days=90')
  expect(longer.meta.needed).toMatchObject({ prompts: 120, best: { prompts: 120, times: 1 } })
  expect(leastOf(longer, 'prompts')).toMatchObject({
    ...{ prompts: 120, answers: 10_800, usd: null, is_now: false },
  })
  expect(shown.data.some(({ is_now }) => is_now)).toBe(false)
  // Points fall with more prompts, runs or days.
  for (const vary of ['prompts', 'runs', 'days'] as const) {
    const points = rowsOf(shown, vary).map((row) => row.points ?? 100)
    expect(points).toEqual([...points].sort((a, b) => b - a))
  }
})

it('estimates costs at the prices of the brand’s own sources', async () => {
  brand = await makeBrand(test, 'Zuvari')
  for (let number = 0; number < 20; number++) await makePrompt(`Which, ${number}?`)
  await makePrompt('Only there?', { countries: ['DE'] })
  // One costs a cent per answer, twice a day; the other half a cent for two tasks, three times a week.
  await plan('google-ai-mode', { countries: ['US'], times_per_day: 2 })
  await plan('google-ai-overviews', { times_per_week: 3 }, { per_thousand_tasks: 2.5 })
  const shown = await ask('?goal=prompts_like_these&points=10&share_pct=30')
  expect(shown.meta).toMatchObject({
    share_pct: 30,
    share_basis: 'given',
    prompts: 20,
    engines_basis: 'plans',
    engines: [
      { engine: 'google-ai-mode', runs_per_day: 2, usd_per_answer: 0.01, usd_basis: 'at_most' },
      { engine: 'google-ai-overviews', runs_per_day: 0.43, usd_per_answer: 0.005, usd_basis: 'at_most' },
    ],
  })
  const now = rowsOf(shown, 'prompts').find(({ is_now }) => is_now)
  // 20 prompts, 30 days: 1,200 answers at one cent and 257 at half a cent, as in the estimate.
  const estimate = await test.operate('estimate-collection', { brand_id: brand.brandId })
  expect(estimate).toMatchObject({ answers_per_month: 1457, usd_per_month: 13.285 })
  expect(now).toMatchObject({ prompts: 20, runs_per_day: 2.43, answers: 1457, usd: 13.285 })
  const least = leastOf(shown, 'prompts') as Row
  expect(least.prompts).toBe(shown.meta.needed.prompts)
  expect(least.points).toBeLessThanOrEqual(10)
  expect(least.usd).toBeCloseTo((13.285 * least.prompts) / 20, 4)
  const rows = rowsOf(shown, 'prompts')
  rows.slice(1).forEach((row, index) => {
    const before = rows[index] as Row
    const gain = ((before.points ?? 0) - (row.points ?? 0)) / ((row.usd ?? 0) - (before.usd ?? 0))
    expect(row.points_per_usd).toBeCloseTo(gain, 2)
  })
  // Ten times the runs gain almost nothing.
  expect(shown.meta.needed.times).toBeNull()
  const narrow = await ask('?engine=google-ai-overviews&days=60')
  expect(narrow.meta.engines).toMatchObject([{ engine: 'google-ai-overviews' }])
  const days = rowsOf(narrow, 'days').find(({ is_now }) => is_now)
  expect(days).toMatchObject({ days: 60, answers: 514, usd: 2.57, usd_per_month: 1.285 })
  expect((await ask('?country=DE')).meta.engines).toEqual([])
})

it('estimates the cost of prompts for a plan without prompts', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await plan('google-ai-mode', { countries: ['US', 'DE'] })
  const shown = await ask('?points=10')
  expect(shown.meta).toMatchObject({
    prompts: 0,
    engines_basis: 'plans',
    engines: [{ engine: 'google-ai-mode', runs_per_day: 2, usd_per_answer: 0.01 }],
  })
  const least = leastOf(shown, 'prompts') as Row
  expect(least).toMatchObject({ is_now: false, answers: 60 * least.prompts })
  expect(least.usd).toBeCloseTo(0.6 * least.prompts, 6)
})

it('returns null points for one prompt, and null costs if a price is missing', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await makePrompt('Which?')
  await plan('google-ai-mode', {})
  await test.app.services.db.updateTable('sources').set({ price: '{}' }).execute()
  const shown = await ask('?points=10')
  expect(shown.meta.engines).toEqual([
    { engine: 'google-ai-mode', runs_per_day: 1, usd_per_answer: null, usd_basis: null },
  ])
  expect(rowsOf(shown, 'prompts')[0]).toMatchObject({
    ...{ prompts: 1, answers: 30, is_now: true },
    ...{ points: null, usd: null, usd_per_month: null, points_per_usd: null },
  })
  expect(rowsOf(shown, 'runs').every(({ points }) => points === null)).toBe(true)
  expect(shown.meta.needed.prompts).toBeGreaterThan(5)
  // The same prompt can be compared on other days.
  expect(rowsOf(await ask('?goal=these_prompts'), 'prompts')[0]?.points).toBeGreaterThan(0)
})

interface Answered {
  prompt: number
  engine: string
  day: number
  isNamed: boolean
}

const dateOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)

const importAnswers = (answers: readonly Answered[], topicOf?: (prompt: number) => string) =>
  test.operate(
    'import-answers',
    { brand_id: brand.brandId },
    answersFile(
      answers.map(({ prompt, engine, day, isNamed }, index) => ({
        id: `${index}`,
        prompt: `prompt ${prompt}`,
        engine,
        executed_at: `${dateOf(day)}T10:00:00Z`,
        answer: isNamed ? 'Zuvari' : 'nobody',
        ...(topicOf === undefined ? {} : { topic: topicOf(prompt) }),
      })),
    ),
  )

/** Pseudo-random, and more often for some prompts than for others. */
const isNamedBy = (prompt: number, engine: number, day: number) =>
  (Math.imul(prompt * 997 + engine * 61 + day + 1, 0x9e3779b1) >>> 8) % 100 < 15 * (1 + (prompt % 5)) - 9 * engine

const answersOf = (prompts: number, days: number, first = 0): Answered[] =>
  Array.from({ length: prompts * days * 2 }, (_, index) => {
    const [engine, rest] = [index % 2, Math.floor(index / 2)]
    const [prompt, day] = [rest % prompts, first + Math.floor(rest / prompts)]
    const isNamed = isNamedBy(prompt, engine, day)
    return { prompt, day, engine: engine === 0 ? 'chatgpt' : 'gemini', isNamed }
  })

const partsOf = (answers: readonly Answered[], middle: number, clusterOf = (prompt: number) => prompt) => {
  const parts = referenceParts(
    answers.map(({ prompt, engine, day, isNamed }) => ({
      cluster: `${clusterOf(prompt)}`,
      prompt: `${prompt}`,
      engine,
      day: `${day}`,
      later: day >= middle,
      isNamed,
    })),
  ) as Record<string, number>
  const shown = (name: string) => Number(parts[name]?.toFixed(4))
  return {
    ...{ prompt: shown('prompt'), prompt_engine: shown('promptEngine'), run: shown('run') },
    ...{ day: shown('day'), day_correlation: shown('dayCorrelation'), prompt_change: shown('promptChange') },
  }
}

it('uses the variance of the brand’s own answers from day 28', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const answers = answersOf(12, 28, 2)
  await importAnswers(answers)
  const named = answers.filter(({ isNamed }) => isNamed).length
  const shown = await ask()
  expect(shown.meta).toMatchObject({
    share_pct: Math.round((10_000 * named) / answers.length) / 100,
    share_basis: 'own',
    prompts: 12,
    engines_basis: 'answers',
    engines: [
      { engine: 'chatgpt', runs_per_day: 1, usd_per_answer: null, usd_basis: null },
      { engine: 'gemini', runs_per_day: 1 },
    ],
  })
  expect(shown.meta.variance).toEqual({
    ...{ basis: 'own', reason: null, source: null, answers: 672, prompts: 12, days: 28 },
    ...partsOf(answers, 16),
  })
  const one = answers.filter(({ engine }) => engine === 'chatgpt')
  expect((await ask('?engine=chatgpt')).meta.variance).toMatchObject({ basis: 'own', ...partsOf(one, 16) })
  const short = await ask('?start_date=2026-03-04&end_date=2026-03-30')
  expect(short.meta.variance).toMatchObject({
    basis: 'published',
    reason: 'few_days',
    days: 27,
    prompt: 0.32,
  })
  expect(short.meta.share_basis).toBe('own')
})

/** Answers to 20 prompts that repeat in a pattern of `size` prompts. */
const answersByPattern = (size: number) =>
  answersOf(20, 28, 2).map((answer) => ({
    ...answer,
    isNamed: isNamedBy(answer.prompt % size, 0, answer.day),
  }))

it('treats prompts of one topic as correlated if there are at least five topics', async () => {
  for (const topics of [5, 10]) {
    brand = await makeBrand(test, 'Zuvari')
    const topicOf = (prompt: number) => prompt % topics
    const answers = answersByPattern(topics)
    await importAnswers(answers, (prompt) => `Topic ${topicOf(prompt)}`)
    const { meta, data } = await ask('?goal=prompts_like_these')
    expect(meta.clustered_by).toBe('topic')
    expect(meta.variance).toMatchObject({ basis: 'own', ...partsOf(answers, 16, topicOf) })
    // Five prompts would be in fewer than five topics.
    expect(data.find(({ prompts }) => prompts === 5)?.points).toBeNull()
  }
})

it('treats prompts as independent with four topics, or if topics vary less than prompts', async () => {
  for (const { topics, pattern } of [
    { topics: 4, pattern: 4 },
    { topics: 5, pattern: 20 },
  ]) {
    brand = await makeBrand(test, 'Zuvari')
    const topicOf = (prompt: number) => Math.floor(prompt / 4) % topics
    const answers = answersByPattern(pattern)
    await importAnswers(answers, (prompt) => `Topic ${topicOf(prompt)}`)
    const { meta } = await ask('?goal=prompts_like_these')
    expect(meta.clustered_by).toBe('prompt')
    expect(meta.variance).toMatchObject({ basis: 'own', ...partsOf(answers, 16) })
  }
})

it('says why it does not use the variance of the brand’s own answers', async () => {
  brand = await makeBrand(test, 'Zuvari')
  await importAnswers(answersOf(4, 28, 2))
  expect((await ask()).meta.variance).toMatchObject({ basis: 'published', reason: 'few_prompts', prompts: 4 })
  brand = await makeBrand(test, 'Zuvari')
  await importAnswers(answersOf(8, 28, 2).map((answer) => ({ ...answer, isNamed: false })))
  const { meta } = await ask()
  expect(meta.variance).toMatchObject({ basis: 'published', reason: 'all_alike' })
  expect(meta).toMatchObject({ share_pct: 5, share_basis: 'own' })
})

it('returns the number of days below which no plan reaches the target', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const { meta } = await ask('?points=5&days=14')
  expect(meta.needed).toEqual({ prompts: null, times: null, days: null, best: null })
  expect(meta.least_days).toBeGreaterThan(14)
  const later = await ask(`?points=5&days=${meta.least_days}`)
  expect(later.meta.needed.best?.prompts).toBeLessThanOrEqual(2000)
  expect((await ask(`?points=5&days=${Number(meta.least_days) - 1}`)).meta.needed.best).toBeNull()
})

it('also suggests more runs if one per week shows too little', async () => {
  brand = await makeBrand(test, 'Zuvari')
  for (let number = 0; number < 20; number++) await makePrompt(`Which, ${number}?`)
  await plan('google-ai-mode', { times_per_week: 1 })
  const shown = await ask('?points=10')
  const { best } = shown.meta.needed
  expect(shown.meta.needed.prompts).toBeNull()
  expect(best?.times).toBeGreaterThan(1)
  const least = leastOf(shown, 'prompts_more_often') as Row
  expect(least.prompts).toBe(best?.prompts)
  expect(least.runs_per_day).toBeCloseTo(((best?.times ?? 0) * 86) / 600, 1)
  expect(least.points).toBeLessThanOrEqual(10)
  // One cent per answer: 86 answers per month for 20 prompts.
  expect(least.usd).toBeCloseTo((0.01 * 86 * least.prompts * (best?.times ?? 0)) / 20, 4)
  const same = await ask('?goal=these_prompts&points=5')
  expect(same.meta.needed.best).toEqual({ prompts: 20, times: same.meta.needed.times })
  expect(leastOf(same, 'prompts_more_often')).toBeUndefined()
})

it('rejects invalid sample size parameters', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const refusals = [
    ['points=0', /points must be an integer from 1 to 50/],
    ['points=51', /points/],
    ['points=2.5', /points/],
    ['days=1', /days must be an integer from 2 to 400/],
    ['share_pct=0', /share_pct/],
    ['goal=wish', /goal must be one of change, prompts_like_these, these_prompts/],
    ['engine=nope', /engine must be one of/],
    ['half_width=5', /half_width/],
  ] as const
  for (const [query, message] of refusals) {
    const { error } = await ask(`?${query}`)
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) })
  }
})

it('returns sample sizes as CSV and in pages', async () => {
  brand = await makeBrand(test, 'Zuvari')
  const path = `/v1/brands/${brand.brandId}/visibility/sample-size?points=10`
  const { text } = await test.get(path, brand.key, { accept: 'text/csv' })
  const [head, first] = text.split('\r\n')
  expect(head).toBe('vary,prompts,runs_per_day,days,answers,usd,usd_per_month,points,points_per_usd,is_now,is_least')
  expect(first).toMatch(/^prompts,5,1,30,150,,,[\d.]+,,false,false$/)
  const all = await ask('?points=10')
  const rows: Row[] = []
  let cursor = ''
  for (let page = 0; page < 9; page++) {
    const shown = await ask(`?points=10&limit=10${cursor}`)
    rows.push(...shown.data)
    const { next_cursor } = (shown as unknown as { pagination: { next_cursor: string | null } }).pagination
    if (next_cursor === null) break
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
  expect(rows.length).toBeGreaterThan(10)
  expect(rows).toEqual(all.data)
})
