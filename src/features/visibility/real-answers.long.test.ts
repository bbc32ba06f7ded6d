import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProductBenchAnswer, productBench } from '../../testing/product-bench.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, type Endpoint, endpoints, pathOf, queryOf } from '../../testing/visibility/ask.ts'
import { contextOf } from '../../testing/visibility/context-of.ts'
import { type RankingRow, rankingsOf } from '../../testing/visibility/rankings.ts'
import { importRealBrand, type RealBrand, realBrandName } from '../../testing/visibility/real-brand.ts'
import type { ReferenceRequest } from '../../testing/visibility/reference-brand.ts'
import { reference } from '../../testing/visibility/reference-endpoints.ts'
import { rankEntities } from './metrics.ts'
import { countAll, openView } from './view/view.ts'

const today = '2025-05-26'
const answers = productBench()

let test: TestApp
let real: RealBrand

const ask = <Row>(endpoint: Endpoint, request: ReferenceRequest = {}) =>
  askAll(test, real.made.key, pathOf(real.brand.id, endpoint, queryOf(request))) as Promise<{
    data: Row[]
    meta: unknown
  }>

describe.skipIf(answers === undefined)('528 real answers', () => {
  beforeAll(async () => {
    test = await startTestApp()
    test.setNow(`${today}T00:00:00Z`)
    real = await importRealBrand(test, answers as ProductBenchAnswer[])
  })
  afterAll(() => test.close())

  const secondRun = { start_date: '2025-05-25', end_date: '2025-05-25' }
  const periods: ReferenceRequest[] = [{}, secondRun, { ...secondRun, start_date: '2025-05-24' }]
  const compared = (requests: ReferenceRequest[]) =>
    requests.map((request) => ({ ...request, compare_to_previous: true }))
  const filters = (): ReferenceRequest[] => [
    {},
    { country: ['US'] },
    { country: ['DE', 'FR'] },
    ...real.tagIds.map((id) => ({ tag_id: [id] })),
    ...(['all', 'exclude_any', 'exclude_all'] as const).flatMap((tag_match_mode) => [
      { tag_id: real.tagIds, tag_match_mode },
      { tag_id: real.tagIds.slice(1), tag_match_mode },
    ]),
    ...real.topicIds.map((id) => ({ topic_id: [id] })),
    { topic_id: real.topicIds.slice(5, 9), tag_id: real.tagIds.slice(1) },
  ]
  const engines: ReferenceRequest[] = [{ engine: ['chatgpt'] }, { engine: ['google-ai-mode', 'claude'] }]
  const requests: Record<Endpoint, () => ReferenceRequest[]> = {
    'competitors/rankings': () => compared([...filters(), ...engines]),
    'visibility/engines': () => compared(filters()).map((request) => ({ ...request, top_competitors: 12 })),
    'visibility/segments': () => compared([{ dimension: 'topic' }, { dimension: 'market' }]),
    'visibility/segments/trend': () =>
      (['engine', 'topic', 'market', 'prompt'] as const).flatMap((dimension) => [
        { dimension, interval: 'week' },
        ...filters()
          .slice(-3)
          .map((request) => ({ ...request, dimension, interval: 'month' as const })),
      ]),
    'visibility/trend': () => {
      const competitors = real.brand.entities.slice(1).map((entity) => entity.id)
      const choices = [{}, { competitor_id: competitors }, { competitor_id: competitors.slice(5, 6) }]
      return [...choices, ...engines, ...filters().slice(-4)].flatMap((request) =>
        (['day', 'week', 'month'] as const).map((interval) => ({ ...request, interval })),
      )
    },
    'topics/scoreboard': () => [1, 2, 3, 30, 365].map((window_days) => ({ window_days })),
  }

  it.each(endpoints)('have the figures of the reference implementation: %s', async (endpoint) => {
    const dated = endpoint === 'topics/scoreboard' ? [{}] : periods
    let named = 0
    for (const period of dated)
      for (const request of requests[endpoint]()) {
        const asked = { ...period, ...request }
        const shown = await ask(endpoint, asked)
        expect(shown, queryOf(asked)).toEqual(reference[endpoint](real.brand, asked, today, `${today}T00:00:00Z`))
        named += JSON.stringify(shown).match(/visibility_pct":[1-9]/g)?.length ?? 0
      }
    expect(named).toBeGreaterThan(10)
  })

  it('have the correct leader', async () => {
    expect((await ask('visibility/engines')).data).toMatchObject([
      { engine: 'chatgpt', executions: 264, brand: { name: realBrandName } },
      { engine: 'google-ai-mode', executions: 264, brand: { name: realBrandName } },
    ])
  })

  it('have market shares that add up to 100 before rounding', async () => {
    const ctx = await contextOf(test, real.brand.id)
    for (const input of [...filters(), ...engines]) {
      const view = await openView(ctx, input, undefined)
      const counts = await countAll(ctx, view, view.period)
      const sum = rankEntities(view.entities, counts).reduce((all, row) => all + (row.marketShare ?? 0), 0)
      const hasMentions = [...counts.entities.values()].some(({ mentions }) => mentions > 0)
      expect(sum).toBeCloseTo(hasMentions ? 100 : 0, 9)
    }
  })

  it('each have an engine, market and day, and a topic unless their prompt was deleted', async () => {
    const total = (answers as ProductBenchAnswer[]).length
    const orphaned = real.brand.answers.filter(({ prompt }) => prompt === undefined).length
    const sum = async (endpoint: Endpoint, request: ReferenceRequest = {}) =>
      (await ask<{ executions: number }>(endpoint, request)).data.reduce((all, row) => all + row.executions, 0)
    expect(orphaned).toBeGreaterThan(0)
    expect(await sum('visibility/engines')).toBe(total)
    expect(await sum('visibility/segments', { dimension: 'market' })).toBe(total)
    expect(await sum('visibility/segments', { dimension: 'topic' })).toBe(total - orphaned)
    const { data, meta } = await ask<{ points: { executions: number }[] }>('visibility/trend')
    expect(meta).toMatchObject({ executions: total })
    for (const { points } of data) expect(points.reduce((all, { executions }) => all + executions, 0)).toBe(total)
  })

  it('have the same figures in every response', async () => {
    const rankings = (query: string) => rankingsOf(test, real.made, query)
    const own = (rows: RankingRow[]) => rows.find((row) => row.is_our_brand) as RankingRow
    const leaders = (rows: RankingRow[]) => ({
      leader: (rows[0]?.visibility_pct ?? 0) > 0 ? rows[0]?.name : null,
      leader_id: (rows[0]?.visibility_pct ?? 0) > 0 ? rows[0]?.id : null,
      top_competitors: rows
        .filter((row) => !row.is_our_brand)
        .slice(0, 5)
        .map(({ id, name, rank, visibility_pct, market_share_pct }) => ({
          id,
          name,
          rank,
          visibility_pct,
          market_share_pct,
        })),
    })

    for (const row of (await ask<{ engine: string }>('visibility/engines')).data) {
      const ranked = await rankings(`engine=${row.engine}`)
      const { is_our_brand: _, ...brand } = own(ranked)
      expect(row).toMatchObject({ brand, ...leaders(ranked) })
    }
    for (const dimension of ['topic', 'market'] as const) {
      const { data } = await ask<{ segment: string; topic_id: string }>('visibility/segments', { dimension })
      for (const row of data) {
        const ranked = await rankings(dimension === 'topic' ? `topic_id=${row.topic_id}` : `country=${row.segment}`)
        const { visibility_pct, market_share_pct, sentiment_score } = own(ranked)
        const brand = { visibility_pct, market_share_pct, sentiment: sentiment_score }
        expect(row).toMatchObject({ ...brand, ...leaders(ranked) })
      }
    }
    for (const row of (await ask<{ topic_id: string }>('topics/scoreboard')).data) {
      const ranked = await rankings(`topic_id=${row.topic_id}`)
      const named = ranked.filter((entity) => (entity.visibility_pct ?? 0) > 0)
      const top = named.find((entity) => !entity.is_our_brand)
      expect(row).toMatchObject({
        visibility_pct: own(ranked).visibility_pct,
        our_rank: named.find((entity) => entity.is_our_brand)?.rank ?? null,
        max_rank: own(ranked).visibility_pct === null ? null : named.length,
        top_competitor_name: top?.name ?? null,
        top_competitor_visibility_pct: top?.visibility_pct ?? null,
      })
    }
    // All real answers are from one month.
    const competitor_id = real.brand.entities.slice(1).map((entity) => entity.id)
    const may = { start_date: '2025-05-01', end_date: '2025-05-31' }
    const trend = await ask<object>('visibility/trend', { ...may, interval: 'month', competitor_id })
    const ranked = await rankings(queryOf(may))
    expect(trend.data).toMatchObject(
      [own(ranked), ...ranked.filter((row) => !row.is_our_brand)].map(({ rank: _, ...row }) => {
        const { id, name, is_our_brand, ...figures } = row
        return { id, name, is_our_brand, points: [{ ...may, ...figures }] }
      }),
    )
  })
})
