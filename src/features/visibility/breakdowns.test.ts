import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage, type Endpoint, pathOf } from '../../testing/visibility/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf, topicsOf } from '../../testing/visibility/stored.ts'

// Topic, market and time: one example calculated by hand. Other tests compare with a second implementation.

let test: TestApp
let brand: MadeBrand
let topicId: (topic: string) => string
const competitors: Record<string, string> = {}

const ask = (endpoint: Endpoint, query = '') => askAll(test, brand.key, pathOf(brand.brandId, endpoint, query))

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  for (const name of ['Bolmex', 'Kentrafo', 'Orvelin'])
    competitors[name] = await addCompetitor(test, brand.brandId, name)
  const answers: [string, string, string, string, string, string[]][] = [
    ['2026-02-01T00:00:00Z', 'US', 'P1', 'Shoes', 'Zuvari Bolmex Bolmex', ['a', 'b']],
    // Orvelin is deactivated below.
    ['2026-02-14T12:00:00Z', 'US', 'P2', 'Shoes / Boots', 'Orvelin Bolmex Zuvari', ['a', 'b', 'c', 'a']],
    ['2026-03-02T23:59:59Z', 'DE', 'P2', 'Shoes / Boots', 'Bolmex', []],
    ['2026-02-20T12:00:00Z', 'DE', 'P3', 'Hats', 'Zuvari Zuvari', ['a']],
    // The prompt is deleted below.
    ['2026-02-20T12:00:00Z', 'US', 'P4', 'Hats', 'Kentrafo Zuvari', ['a']],
    // The previous period: 2026-01-02 to 2026-01-31.
    ['2026-01-15T12:00:00Z', 'US', 'P1', 'Shoes', 'Zuvari', ['a']],
    ['2026-01-31T23:59:59Z', 'US', 'P3', 'Hats', 'nobody', []],
  ]
  const lines = answers.map(([executed_at, country, prompt, topic, answer, pages]) => {
    const citations = pages.map((page) => ({ url: `https://site.example/${page}` }))
    return { engine: 'chatgpt', executed_at, country, prompt, topic, answer, citations }
  })
  const { brandId } = brand
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
  await test.operate('create-topic', { brand_id: brandId, name: 'Coats' })
  const prompt_id = await promptIdOf(test, brandId, 'P4')
  await test.operate('delete-prompt', { brand_id: brandId, prompt_id })
  const orvelin = { brand_id: brandId, competitor_id: competitors.Orvelin as string }
  await test.operate('update-competitor', { ...orvelin, is_active: false })
  await test.historyIsRead()
  // Refresh now instead of waiting for the background job.
  await test.operate('refresh-opportunities', { brand_id: brandId })
  const { idOf } = await topicsOf(test, brandId, brand.key)
  topicId = (topic) => idOf(topic) as string
})
afterAll(() => test.close())

const period = { start_date: '2026-02-01', end_date: '2026-03-02' }
const competitor = (name: string, rank: number, visibility_pct: number, market_share_pct: number) => ({
  id: competitors[name],
  name,
  rank,
  visibility_pct,
  market_share_pct,
})

it('returns a segment per root topic with answers', async () => {
  const { data, meta } = await ask('visibility/segments', 'dimension=topic&compare_to_previous=true')
  expect(meta).toEqual({
    brand_id: brand.brandId,
    dimension: 'topic',
    period,
    previous_period: { start_date: '2026-01-02', end_date: '2026-01-31' },
    segments: 2,
    unavailable_segments: [],
  })
  expect(data).toEqual([
    {
      segment: 'Shoes',
      topic_id: topicId('Shoes'),
      executions: 3,
      visibility_pct: 66.67,
      market_share_pct: 33.33,
      sentiment: null,
      recommended_pct: 0,
      stance_answers: 2,
      leader: 'Bolmex',
      leader_id: competitors.Bolmex,
      top_competitors: [competitor('Bolmex', 1, 100, 66.67), competitor('Kentrafo', 3, 0, 0)],
      previous: { visibility_pct: 100, market_share_pct: 100 },
      visibility_delta: -33.33,
      market_share_delta: -66.67,
    },
    {
      segment: 'Hats',
      topic_id: topicId('Hats'),
      executions: 1,
      visibility_pct: 100,
      market_share_pct: 100,
      sentiment: null,
      recommended_pct: 0,
      stance_answers: 1,
      leader: 'Zuvari',
      leader_id: brand.brandId,
      top_competitors: [competitor('Bolmex', 2, 0, 0), competitor('Kentrafo', 3, 0, 0)],
      previous: { visibility_pct: 0, market_share_pct: null },
      visibility_delta: 100,
      market_share_delta: null,
    },
  ])
})

it('returns a segment per market with answers', async () => {
  expect((await ask('visibility/segments', 'dimension=market')).data).toEqual([
    {
      segment: 'US',
      executions: 3,
      visibility_pct: 100,
      market_share_pct: 42.86,
      sentiment: null,
      recommended_pct: 0,
      stance_answers: 3,
      leader: 'Zuvari',
      leader_id: brand.brandId,
      top_competitors: [competitor('Bolmex', 2, 66.67, 42.86), competitor('Kentrafo', 3, 33.33, 14.29)],
    },
    {
      segment: 'DE',
      executions: 2,
      visibility_pct: 50,
      market_share_pct: 66.67,
      sentiment: null,
      recommended_pct: 0,
      stance_answers: 1,
      leader: 'Zuvari',
      leader_id: brand.brandId,
      top_competitors: [competitor('Bolmex', 2, 50, 33.33), competitor('Kentrafo', 3, 0, 0)],
    },
  ])
})

it('returns the number of segments outside the page', async () => {
  const page = (query: string) =>
    askPage(test, brand.key, pathOf(brand.brandId, 'visibility/segments', `dimension=market${query}`))
  expect((await page('')).body.meta).toMatchObject({ omitted_segments: 0 })
  const first = (await page('&limit=1')).body
  expect(first.meta).toMatchObject({ omitted_segments: 1 })
  const second = (await page(`&limit=1&cursor=${first.pagination.next_cursor}`)).body
  expect(second.meta).toMatchObject({ omitted_segments: 1 })
  expect((await page('&start_date=2026-03-01&end_date=2026-03-01')).body).toMatchObject({
    data: [],
    meta: { omitted_segments: 0, unavailable_segments: [] },
  })
})

const imported = { planned: 0, coverage_pct: null }
const february = { start_date: '2026-02-01', end_date: '2026-02-28', executions: 4, ...imported }
const march = { start_date: '2026-03-01', end_date: '2026-03-02', executions: 1, ...imported }
const noStance = { recommended_pct: null, stance_answers: 0 }
const unnamed = { visibility_pct: 0, market_share_pct: 0, sentiment_score: null, avg_rank: null, ...noStance }
const figures = (visibility_pct: number, market_share_pct: number, avg_rank: number, stance_answers: number) => ({
  visibility_pct,
  market_share_pct,
  sentiment_score: null,
  avg_rank,
  recommended_pct: 0,
  stance_answers,
})

it('returns a series for the brand and each of its competitors', async () => {
  const { data, meta } = await ask('visibility/trend', 'interval=month')
  expect(meta).toEqual({ brand_id: brand.brandId, period, interval: 'month', executions: 5, ...imported })
  expect(data).toEqual([
    {
      id: brand.brandId,
      name: 'Zuvari',
      is_our_brand: true,
      points: [
        { ...february, ...figures(100, 55.56, 1.5, 4) },
        { ...march, ...unnamed },
      ],
    },
    {
      id: competitors.Bolmex,
      name: 'Bolmex',
      is_our_brand: false,
      points: [
        { ...february, ...figures(50, 33.33, 1.5, 2) },
        { ...march, ...figures(100, 100, 1, 1) },
      ],
    },
    {
      id: competitors.Kentrafo,
      name: 'Kentrafo',
      is_our_brand: false,
      points: [
        { ...february, ...figures(25, 11.11, 1, 1) },
        { ...march, ...unnamed },
      ],
    },
  ])
})

it('returns the given competitors, and periods without answers', async () => {
  const query = `competitor_id=${competitors.Kentrafo}&start_date=2026-02-27&interval=week`
  const { data } = (await ask('visibility/trend', query)) as { data: { name: string; points: object[] }[] }
  expect(data.map(({ name }) => name)).toEqual(['Zuvari', 'Kentrafo'])
  const unknown = {
    visibility_pct: null,
    market_share_pct: null,
    sentiment_score: null,
    avg_rank: null,
    ...noStance,
  }
  expect(data[1]?.points).toEqual([
    { start_date: '2026-02-27', end_date: '2026-03-01', executions: 0, ...imported, ...unknown },
    { start_date: '2026-03-02', end_date: '2026-03-02', executions: 1, ...imported, ...unnamed },
  ])
  const days = (await ask('visibility/trend')) as { data: { points: object[] }[] }
  expect(days.data[0]?.points).toHaveLength(30)
})

it('adds the intervals of each period on request, for a year of weeks at most', async () => {
  type Point = { start_date: string; end_date: string; intervals: object }
  const { data } = (await ask('visibility/trend', 'interval=week&intervals=true')) as { data: { points: Point[] }[] }
  for (const { intervals, ...period } of data[0]?.points ?? []) {
    const { start_date, end_date } = period
    const url = `/v1/brands/${brand.brandId}/visibility/intervals?start_date=${start_date}&end_date=${end_date}&limit=100`
    const of = (await test.get(url, brand.key)).body as unknown as {
      data: { is_our_brand: boolean; visibility_pct: object }[]
    }
    const { value: _, ...shown } = (of.data.find((row) => row.is_our_brand)?.visibility_pct ?? {}) as { value: number }
    expect(intervals).toEqual(shown)
  }
  expect(data[0]?.points.length).toBeGreaterThan(3)
  const query = 'intervals=true&start_date=2025-12-01'
  const { status, body } = await test.get(pathOf(brand.brandId, 'visibility/trend', query), brand.key)
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^intervals: .* at most 53 points/)])
})

it('rejects competitors of other brands and inactive ones', async () => {
  const other = await makeBrand(test, 'Tavurno')
  const otherCompetitor = await addCompetitor(test, other.brandId, 'Fimbrax')
  const messageOf = async (...ids: (string | undefined)[]) => {
    const query = ids.map((id) => `competitor_id=${id}`).join('&')
    const { status, body } = await test.get(pathOf(brand.brandId, 'visibility/trend', query), brand.key)
    expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
    return body.error.message
  }
  for (const id of [otherCompetitor, randomUUID(), brand.brandId])
    expect(await messageOf(competitors.Bolmex, id)).toBe(`competitor_id: the brand has no competitor ${id}`)
  expect(await messageOf(competitors.Orvelin)).toMatch(/^competitor_id: .* is not active$/)
})

it('returns a scoreboard row per topic and subtopic', async () => {
  const { data, meta } = await ask('topics/scoreboard')
  expect(meta).toEqual({ window: { days: 30, start_date: '2026-02-01' } })
  const opens = (count: number) => ({ open_content_actions: count, open_task_count: count })
  const noTop = {
    top_competitor_id: null,
    top_competitor_name: null,
    top_competitor_visibility_pct: null,
    gap_pts: null,
  }
  expect(data).toEqual([
    {
      ...opens(0),
      ...noTop,
      topic_id: topicId('Coats'),
      topic_name: 'Coats',
      parent_topic_id: null,
      visibility_pct: null,
      previous_visibility_pct: null,
      visibility_delta_pts: null,
      our_rank: null,
      max_rank: null,
      prompt_count: 0,
      citation_count: 0,
      has_enough_data: false,
    },
    {
      ...opens(0),
      ...noTop,
      topic_id: topicId('Hats'),
      topic_name: 'Hats',
      parent_topic_id: null,
      visibility_pct: 100,
      previous_visibility_pct: 0,
      visibility_delta_pts: 100,
      our_rank: 1,
      max_rank: 1,
      prompt_count: 1,
      citation_count: 1,
      has_enough_data: false,
    },
    {
      // The lead can be chance.
      ...opens(0),
      topic_id: topicId('Shoes'),
      topic_name: 'Shoes',
      parent_topic_id: null,
      visibility_pct: 66.67,
      previous_visibility_pct: 100,
      visibility_delta_pts: -33.33,
      top_competitor_id: competitors.Bolmex,
      top_competitor_name: 'Bolmex',
      top_competitor_visibility_pct: 100,
      gap_pts: 33.33,
      our_rank: 2,
      max_rank: 2,
      prompt_count: 2,
      citation_count: 5,
      has_enough_data: true,
    },
    {
      ...opens(0),
      topic_id: topicId('Shoes / Boots'),
      topic_name: 'Boots',
      parent_topic_id: topicId('Shoes'),
      visibility_pct: 50,
      previous_visibility_pct: null,
      visibility_delta_pts: null,
      top_competitor_id: competitors.Bolmex,
      top_competitor_name: 'Bolmex',
      top_competitor_visibility_pct: 100,
      gap_pts: 50,
      our_rank: 2,
      max_rank: 2,
      prompt_count: 1,
      citation_count: 3,
      has_enough_data: false,
    },
  ])
})

it('returns the complete scoreboard in one response unless a limit is given', async () => {
  const page = async (query: string) =>
    (await askPage(test, brand.key, pathOf(brand.brandId, 'topics/scoreboard', query))).body
  expect(await page('window_days=1')).toMatchObject({
    pagination: { limit: 4, has_more: false, next_cursor: null },
    meta: { window: { days: 1, start_date: '2026-03-02' }, count: 4 },
  })
  const first = await page('limit=3')
  expect(first).toMatchObject({ pagination: { limit: 3, has_more: true }, meta: { count: 3 } })
  expect(await page(`limit=3&cursor=${first.pagination.next_cursor}`)).toMatchObject({
    data: [{ topic_name: 'Boots' }],
    meta: { count: 1 },
  })
})
