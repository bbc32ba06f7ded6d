import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, pathOf } from '../../testing/visibility/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'

// One example calculated by hand from the definitions. Other tests compare with a second implementation.

let test: TestApp
let brand: MadeBrand
const ids: Record<string, string> = {}

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  ids.Zuvari = brand.brandId
  for (const name of ['Bolmex', 'Kentrafo', 'Orvelin']) ids[name] = await addCompetitor(test, brand.brandId, name)
  ids.Pludinga = await addCompetitor(test, brand.brandId, 'Pludinga', { relation: 'partner' })
  const answers: [string, string, string][] = [
    ['2026-02-01T00:00:00Z', 'chatgpt', 'Bolmex Zuvari Bolmex Bolmex'],
    ['2026-02-14T12:00:00Z', 'chatgpt', 'Zuvari Kentrafo'],
    ['2026-03-02T23:59:59Z', 'claude', 'Kentrafo Kentrafo Zuvari Bolmex'],
    ['2026-02-20T12:00:00Z', 'claude', 'nobody'],
    // The previous period is January 2 to 31, as long as the period and one day shorter than the month.
    ['2026-01-31T23:59:59Z', 'chatgpt', 'Zuvari'],
    ['2026-01-02T00:00:00Z', 'gemini', 'Zuvari Kentrafo'],
    ['2026-01-01T23:59:59Z', 'chatgpt', 'Bolmex Pludinga'],
  ]
  const lines = answers.map(([executed_at, engine, answer]) => ({
    prompt: 'Which?',
    executed_at,
    engine,
    answer,
  }))
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
})
afterAll(() => test.close())

/** Identifies the entity of a row. */
const ref = (name: string) => ({ id: ids[name], name })
const listedIn = (stance_answers: number) => ({ sentiment_score: null, recommended_pct: 0, stance_answers })
const unnamed = {
  ...{ market_share_pct: 0, sentiment_score: null, avg_rank: null },
  ...{ recommended_pct: null, stance_answers: 0 },
}

it('ranks the brand and its competitors, and lists movers', async () => {
  const shown = await askAll(test, brand.key, pathOf(brand.brandId, 'competitors/rankings', 'compare_to_previous=true'))
  expect(shown.meta).toEqual({
    brand_id: brand.brandId,
    period: { start_date: '2026-02-01', end_date: '2026-03-02' },
    previous_period: { start_date: '2026-01-02', end_date: '2026-01-31' },
    total_competitors: 4,
    executions: 4,
    movers: {
      gainers: [{ ...ref('Bolmex'), is_our_brand: false, visibility_delta: 50, market_share_delta: 40 }],
      losers: [{ ...ref('Zuvari'), is_our_brand: true, visibility_delta: -25, market_share_delta: -36.67 }],
    },
  })
  expect(shown.data).toEqual([
    {
      ...listedIn(3),
      rank: 1,
      ...ref('Zuvari'),
      is_our_brand: true,
      visibility_pct: 75,
      market_share_pct: 30,
      // Second, first, second.
      avg_rank: 1.67,
      previous: { rank: 1, visibility_pct: 100, market_share_pct: 66.67 },
      rank_change: 0,
      visibility_delta: -25,
      market_share_delta: -36.67,
    },
    {
      ...listedIn(2),
      rank: 2,
      ...ref('Bolmex'),
      is_our_brand: false,
      visibility_pct: 50,
      market_share_pct: 40,
      avg_rank: 2,
      previous: { rank: 3, visibility_pct: 0, market_share_pct: 0 },
      rank_change: 1,
      visibility_delta: 50,
      market_share_delta: 40,
    },
    {
      ...listedIn(2),
      rank: 3,
      ...ref('Kentrafo'),
      is_our_brand: false,
      visibility_pct: 50,
      market_share_pct: 30,
      avg_rank: 1.5,
      previous: { rank: 2, visibility_pct: 50, market_share_pct: 33.33 },
      rank_change: -1,
      visibility_delta: 0,
      market_share_delta: -3.33,
    },
    ...['Orvelin', 'Pludinga'].map((name, index) => ({
      ...unnamed,
      rank: 4 + index,
      ...ref(name),
      is_our_brand: false,
      visibility_pct: 0,
      previous: { rank: 4 + index, visibility_pct: 0, market_share_pct: 0 },
      rank_change: 0,
      visibility_delta: 0,
      market_share_delta: 0,
    })),
  ])
})

it('ranks all entities on each engine', async () => {
  const path = pathOf(brand.brandId, 'visibility/engines', 'compare_to_previous=true&top_competitors=2')
  const { data } = await askAll(test, brand.key, path)
  expect(data).toEqual([
    {
      engine: 'chatgpt',
      executions: 2,
      asked: 2,
      shown_pct: 100,
      planned: 0,
      coverage_pct: null,
      leader: 'Zuvari',
      leader_id: ids.Zuvari,
      brand: {
        ...listedIn(2),
        ...ref('Zuvari'),
        rank: 1,
        visibility_pct: 100,
        market_share_pct: 33.33,
        avg_rank: 1.5,
        previous: { rank: 1, visibility_pct: 100, market_share_pct: 100 },
        rank_change: 0,
        visibility_delta: 0,
        market_share_delta: -66.67,
      },
      top_competitors: [
        { ...ref('Bolmex'), rank: 2, visibility_pct: 50, market_share_pct: 50 },
        { ...ref('Kentrafo'), rank: 3, visibility_pct: 50, market_share_pct: 16.67 },
      ],
    },
    {
      engine: 'claude',
      executions: 2,
      asked: 2,
      shown_pct: 100,
      planned: 0,
      coverage_pct: null,
      leader: 'Kentrafo',
      leader_id: ids.Kentrafo,
      brand: {
        ...listedIn(1),
        ...ref('Zuvari'),
        rank: 2,
        visibility_pct: 50,
        market_share_pct: 25,
        avg_rank: 2,
        previous: null,
        rank_change: null,
        visibility_delta: null,
        market_share_delta: null,
      },
      top_competitors: [
        { ...ref('Kentrafo'), rank: 1, visibility_pct: 50, market_share_pct: 50 },
        { ...ref('Bolmex'), rank: 3, visibility_pct: 50, market_share_pct: 25 },
      ],
    },
  ])
})

it('returns null figures without answers, and no comparison without answers in the previous period', async () => {
  const rowsOf = async (query: string) =>
    askAll(test, brand.key, pathOf(brand.brandId, 'competitors/rankings', `${query}&compare_to_previous=true`))
  const empty = await rowsOf('engine=copilot')
  const unknown = { visibility_pct: null, market_share_pct: null, sentiment_score: null, avg_rank: null }
  const incomparable = { previous: null, rank_change: null, visibility_delta: null, market_share_delta: null }
  expect(empty.meta).toMatchObject({ executions: 0, movers: { gainers: [], losers: [] } })
  expect(empty.data).toHaveLength(5)
  for (const row of empty.data) expect(row).toMatchObject({ ...unknown, ...incomparable })
  const fresh = await rowsOf('engine=claude')
  expect(fresh.meta).toMatchObject({ executions: 2, movers: { gainers: [], losers: [] } })
  for (const row of fresh.data) expect(row).toMatchObject(incomparable)
})

it('ranks an inactive brand as before', async () => {
  const path = pathOf(brand.brandId, 'competitors/rankings')
  const before = await askAll(test, brand.key, path)
  await test.operate('update-brand', { brand_id: brand.brandId, is_active: false })
  expect(await askAll(test, brand.key, path)).toEqual(before)
  const line = { prompt: 'Which?', executed_at: '2026-02-02T00:00:00Z', engine: 'claude', answer: 'Orvelin' }
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile([line]))
  expect((await askAll(test, brand.key, path)).meta).toMatchObject({ executions: 5 })
})
