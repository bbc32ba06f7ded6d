import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileOf, makeExport, openDuckdb } from '../../testing/exports/read-export.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll } from '../../testing/visibility/ask.ts'
import { type BuiltFixture, buildFixture } from '../../testing/visibility/build-fixture.ts'
import { fixture, lastDay } from '../../testing/visibility/random-fixture.ts'
import type { ReferenceAnswer } from '../../testing/visibility/reference-brand.ts'

const views = readFileSync(new URL('../../../docs/views.sql', import.meta.url), 'utf8')
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Two that touch, as exports of each month do. */
const periods = [
  { start_date: '2025-03-01', end_date: '2026-02-10' },
  { start_date: '2026-02-11', end_date: lastDay },
]
const period = `start_date=${periods[0]?.start_date}&end_date=${lastDay}`

let test: TestApp
let brands: BuiltFixture[]
let duckdb: Awaited<ReturnType<typeof openDuckdb>>

beforeAll(async () => {
  console.log(`views: TEST_SEED=${seed}`)
  test = await startTestApp()
  const sizes = [
    { min: 150, max: 300 },
    { min: 20, max: 40 },
  ]
  brands = await Promise.all(
    sizes.map((size, index) => {
      const [sample] = fc.sample(fixture(size), { seed: seed + index, numRuns: 1 })
      return buildFixture(test, sample as Parameters<typeof buildFixture>[1])
    }),
  )
  test.setNow(`${lastDay}T23:00:00Z`)
  const files: Record<string, Buffer> = {}
  for (const { brand, key } of brands) {
    const log = [
      '192.0.2.1 - - [01/Mar/2026:23:30:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
      '192.0.2.1 - - [02/Mar/2026:00:30:00 +0000] "GET /b HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
    ]
    await test.operate('import-crawler-logs', { brand_id: brand.id }, log.join('\n'))
    for (const [place, days] of periods.entries())
      for (const kind of ['answers', 'mentions', 'citations', 'visits']) {
        const { id, status } = await makeExport(test, brand.id, { kind, ...days })
        expect(status).toBe('completed')
        files[`brand=${brand.id}/${kind}-${place}`] = await fileOf(test, key, brand.id, id)
      }
  }
  duckdb = await openDuckdb(files)
  await duckdb.ask(views)
})

afterAll(async () => {
  duckdb?.close()
  await test.close()
})

interface Figures {
  rank: number
  name: string
  is_our_brand: boolean
  visibility_pct: number | null
  market_share_pct: number | null
  sentiment_score: number | null
  avg_rank: number | null
}

const figureNames = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const

/** Who is named in which place, and figures that are the same but for the rounding of those of the API. */
function expectSameFigures(found: readonly Figures[], shown: readonly Figures[], path: string): void {
  const named = (rows: readonly Figures[]) => rows.filter(({ visibility_pct }) => (visibility_pct ?? 0) > 0)
  const places = (rows: readonly Figures[]) =>
    named(rows).map(({ rank, name, is_our_brand }) => ({ rank: Number(rank), name, is_our_brand }))
  expect(places(found), path).toEqual(places(shown))
  for (const [index, row] of named(found).entries())
    for (const figure of figureNames) {
      const difference = Number(row[figure]) - Number(named(shown)[index]?.[figure])
      expect(Math.abs(difference), `${path} ${row.name} ${figure}`).toBeLessThan(0.005 + 1e-9)
    }
}

const dimensions: Record<
  string,
  [(answer: ReferenceAnswer) => string | undefined, (segment: string) => string]
> = {
  all: [() => '', () => period],
  day: [({ day }) => day, (day) => `start_date=${day}&end_date=${day}`],
  engine: [({ engine }) => engine, (engine) => `${period}&engine=${engine}`],
  country: [({ country }) => country, (country) => `${period}&country=${country}`],
  topic: [({ prompt }) => prompt?.topicId, (topic) => `${period}&topic_id=${topic}`],
}

it.each(Object.keys(dimensions))('rankings of dimension %s are those of the API', async (dimension) => {
  const [segmentOf, queryOf] = dimensions[dimension] as (typeof dimensions)[string]
  let compared = 0
  for (const { brand, key } of brands) {
    const parents = new Set(brand.topics.map(({ parentId }) => parentId))
    const segments = [...new Set(brand.answers.map(segmentOf))].filter(
      (segment) => segment !== undefined && !parents.has(segment),
    ) as string[]
    for (const segment of segments.slice(0, 20)) {
      compared++
      const path = `/v1/brands/${brand.id}/competitors/rankings?${queryOf(segment)}`
      const { data } = await askAll(test, key, path, 100)
      const found = await duckdb.ask<Figures>(
        `from rankings where brand = '${brand.id}' and dimension = '${dimension}'
          and coalesce(segment, '') = '${segment}' order by rank`,
      )
      expectSameFigures(found, data as Figures[], path)
    }
  }
  // All topics of a random brand may have topics below them.
  if (dimension !== 'topic') expect(compared).toBeGreaterThan(0)
})

it('what is cited is what the API lists', async () => {
  for (const { brand, key } of brands) {
    const of = (path: string) => askAll(test, key, `/v1/brands/${brand.id}/${path}?${period}`, 100)
    const sites = (await of('citations/domains')).data as Record<string, unknown>[]
    const found = await duckdb.ask(
      `select domain, owner_type, citation_count::int as citation_count, answer_count::int as answer_count,
        page_count::int as page_count, round(share_of_answers_pct, 2) as share_of_answers_pct
      from cited_domains where brand = '${brand.id}' order by answer_count desc, citation_count desc, domain`,
    )
    expect(found).toEqual(
      sites.map(({ domain, owner, citation_count, answer_count, page_count, share_of_answers_pct }) => ({
        ...{ domain, owner_type: (owner as { type: string }).type, citation_count, answer_count, page_count },
        share_of_answers_pct,
      })),
    )
    const pages = (await of('citations')).data as Record<string, unknown>[]
    const cited = await duckdb.ask<{ citation_id: string; citation_count: number }>(
      `select citation_id, citation_count::int as citation_count from cited_pages where brand = '${brand.id}'`,
    )
    expect(new Map(cited.map((page) => [page.citation_id, page.citation_count]))).toEqual(
      new Map(pages.map((page) => [page.citation_id, page.citation_count])),
    )
  }
})

it('topics have their names', async () => {
  for (const { brand } of brands) {
    const asked = new Set(brand.answers.map(({ prompt }) => prompt?.topicId))
    const names = new Map(brand.topics.map(({ id, name }) => [id, name]))
    const expected = brand.topics.flatMap(({ id, name, parentId }) =>
      asked.has(id) ? [[id, parentId === null ? name : `${names.get(parentId)} / ${name}`]] : [],
    )
    const found = await duckdb.ask(`select topic_id, name from topics where brand = '${brand.id}'`)
    expect(new Map(found.map((row) => [row.topic_id, row.name]))).toEqual(
      new Map(expected as [string, string][]),
    )
  }
})

it('visits are counted by days of UTC', async () => {
  const [first] = brands as [BuiltFixture]
  expect(
    await duckdb.ask(
      `select day::varchar as day, bot_name, visits::int as visits from daily_visits
      where brand = '${first.brand.id}' order by day`,
    ),
  ).toEqual([
    { day: '2026-03-01', bot_name: 'GPTBot', visits: 1 },
    { day: '2026-03-02', bot_name: 'GPTBot', visits: 1 },
  ])
})

it('figures of any group follow from sums of daily_figures', async () => {
  const sums = await duckdb.ask(
    `select brand, entity_id, 100.0 * sum(answers) / sum(executions) as visibility_pct,
      100.0 * sum(mentions) / nullif(sum(all_mentions), 0) as market_share_pct,
      sum(sentiment_sum) / nullif(sum(answers), 0) as sentiment_score, sum(rank_sum) / nullif(sum(answers), 0) as avg_rank
    from daily_figures group by all order by all`,
  )
  const figures = await duckdb.ask(
    `select brand, entity_id, visibility_pct, market_share_pct, sentiment_score, avg_rank
    from rankings where dimension = 'all' order by all`,
  )
  expect(figures.length).toBeGreaterThan(0)
  expect(figures).toEqual(sums)
})
