import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, makeExport, openDuckdb } from '../../testing/exports/read-export.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll } from '../../testing/visibility/ask.ts'
import { type BuiltFixture, buildFixture } from '../../testing/visibility/build-fixture.ts'
import { fixture, lastDay } from '../../testing/visibility/random-fixture.ts'
import { type RankingRow, rankingsOf } from '../../testing/visibility/rankings.ts'
import type { ReferenceAnswer } from '../../testing/visibility/reference-brand.ts'
import { exportKindNames, exportKinds } from './kinds/index.ts'

const views = readFileSync(new URL('../../../docs/views.sql', import.meta.url), 'utf8')
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Two adjacent periods, like monthly exports. */
const periods = [
  { start_date: '2025-03-01', end_date: '2026-02-10' },
  { start_date: '2026-02-11', end_date: lastDay },
]
const period = `start_date=${periods[0]?.start_date}&end_date=${lastDay}`

let test: TestApp
let brands: BuiltFixture[]
let duckdb: Awaited<ReturnType<typeof openDuckdb>>
const files: Record<string, Buffer> = {}

async function exportTo(name: string, { brand, key }: BuiltFixture, input: { kind: string }): Promise<void> {
  const { id, status } = await makeExport(test, brand.id, input)
  expect(status).toBe('completed')
  files[`brand=${brand.id}/${name}`] = await fileOf(test, key, brand.id, id)
}

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
  for (const built of brands) {
    const log = [
      '192.0.2.1 - - [01/Mar/2026:23:30:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
      '192.0.2.1 - - [02/Mar/2026:00:30:00 +0000] "GET /b HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
    ]
    await test.operate('import-crawler-logs', { brand_id: built.brand.id }, log.join('\n'))
    for (const [place, days] of periods.entries())
      for (const kind of exportKindNames) await exportTo(`${kind}-${place}`, built, { kind, ...days })
  }
  duckdb = await openDuckdb(files)
  await duckdb.ask(views)
})

afterAll(async () => {
  duckdb?.close()
  await test.close()
})

const metricNames = [
  ...(['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const),
  ...(['recommended_pct', 'stance_answers'] as const),
]

/** Expects the same entities and ranks, and metrics equal to those of the API except for rounding. */
function expectSameMetrics(found: readonly RankingRow[], shown: readonly RankingRow[], path: string): void {
  const named = (rows: readonly RankingRow[]) => rows.filter(({ visibility_pct }) => (visibility_pct ?? 0) > 0)
  const places = (rows: readonly RankingRow[]) =>
    named(rows).map(({ rank, name, is_our_brand }) => ({ rank: Number(rank), name, is_our_brand }))
  expect(places(found), path).toEqual(places(shown))
  for (const [index, row] of named(found).entries())
    for (const metric of metricNames) {
      const difference = Number(row[metric]) - Number(named(shown)[index]?.[metric])
      expect(Math.abs(difference), `${path} ${row.name} ${metric}`).toBeLessThan(0.005 + 1e-9)
    }
}

const dimensions: Record<string, [(answer: ReferenceAnswer) => string | undefined, (segment: string) => string]> = {
  all: [() => '', () => period],
  day: [({ day }) => day, (day) => `start_date=${day}&end_date=${day}`],
  engine: [({ engine }) => engine, (engine) => `${period}&engine=${engine}`],
  country: [({ country }) => country, (country) => `${period}&country=${country}`],
  topic: [({ prompt }) => prompt?.topicId, (topic) => `${period}&topic_id=${topic}`],
}

it.each(Object.keys(dimensions))('the rankings view matches the API by dimension %s', async (dimension) => {
  const [segmentOf, queryOf] = dimensions[dimension] as (typeof dimensions)[string]
  let compared = 0
  for (const { brand, key } of brands) {
    const parents = new Set(brand.topics.map(({ parentId }) => parentId))
    const segments = [...new Set(brand.answers.map(segmentOf))].filter(
      (segment) => segment !== undefined && !parents.has(segment),
    ) as string[]
    for (const segment of segments.slice(0, 20)) {
      compared++
      const query = queryOf(segment)
      const shown = await rankingsOf(test, { brandId: brand.id, key }, query)
      const found = await duckdb.ask<RankingRow>(
        `from rankings where brand = '${brand.id}' and dimension = '${dimension}'
          and coalesce(segment, '') = '${segment}' order by rank`,
      )
      expectSameMetrics(found, shown, query)
    }
  }
  // Every topic of a random brand can have subtopics.
  if (dimension !== 'topic') expect(compared).toBeGreaterThan(0)
})

it('the citation views match the API', async () => {
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
    const cited = await duckdb.ask(
      `select citation_id, url, domain, owner_type, citation_count::int as citation_count
      from cited_pages where brand = '${brand.id}' order by citation_id`,
    )
    expect(cited).toEqual(
      pages
        .map(({ citation_id, url, domain, owner, citation_count }) => ({
          ...{ citation_id, url, domain, owner_type: (owner as { type: string }).type, citation_count },
        }))
        .sort((a, b) => (String(a.citation_id) < String(b.citation_id) ? -1 : 1)),
    )
  }
})

it('the topics view has the names of topics', async () => {
  for (const { brand } of brands) {
    const promptTopics = new Set(brand.answers.map(({ prompt }) => prompt?.topicId))
    const names = new Map(brand.topics.map(({ id, name }) => [id, name]))
    const expected = brand.topics.flatMap(({ id, name, parentId }) =>
      promptTopics.has(id) ? [[id, parentId === null ? name : `${names.get(parentId)} / ${name}`]] : [],
    )
    const found = await duckdb.ask(`select topic_id, name from topics where brand = '${brand.id}'`)
    expect(new Map(found.map((row) => [row.topic_id, row.name]))).toEqual(new Map(expected as [string, string][]))
  }
})

it('daily_visits counts visits by UTC day', async () => {
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

it('metrics of any group can be computed from sums of daily_figures', async () => {
  const sums = await duckdb.ask(
    `select brand, entity_id, 100.0 * sum(answers) / sum(executions) as visibility_pct,
      100.0 * sum(mentions) / nullif(sum(all_mentions), 0) as market_share_pct,
      sum(sentiment_sum) / nullif(sum(judged), 0) as sentiment_score, sum(rank_sum) / nullif(sum(answers), 0) as avg_rank,
      100.0 * sum(recommended) / nullif(sum(stance_answers), 0) as recommended_pct
    from daily_figures group by all order by all`,
  )
  const figures = await duckdb.ask(
    `select brand, entity_id, visibility_pct, market_share_pct, sentiment_score, avg_rank, recommended_pct
    from rankings where dimension = 'all' order by all`,
  )
  expect(figures.length).toBeGreaterThan(0)
  expect(figures).toEqual(sums)
})

describe('views over export files', () => {
  it('have the declared columns and ignore additional ones', async () => {
    const [{ brand }] = brands as [BuiltFixture]
    for (const kind of exportKindNames) {
      const columns = async () => (await duckdb.ask(`describe ${kind}`)).map((column) => column.column_name)
      const declared = ['brand', ...exportKinds[kind].columns.map(({ name }) => name)]
      const count = `select count(*)::int as rows from ${kind}`
      const before = await duckdb.ask(count)
      expect(await columns()).toEqual(declared)
      const of = `brand=${brand.id}/${kind}`
      const later = `${duckdb.directory}/${of}-later.parquet`
      await duckdb.ask(`copy (select 1 as more, * from '${of}-0.parquet' where false) to '${later}'`)
      expect(await columns()).toEqual(declared)
      expect(await duckdb.ask(count)).toEqual(before)
    }
  })

  it('are consistent if a prompt moves to another topic between the exports of a period', async () => {
    const built = brands.find(({ brand }) => brand.topics.length > 1 && brand.answers.some(hasMentions))
    if (built === undefined) return
    const { brand } = built
    const prompt = brand.answers.find(hasMentions)?.prompt
    const topic = brand.topics.find(({ id }) => id !== prompt?.topicId)
    await test.operate('update-prompt', {
      ...{ brand_id: brand.id, prompt_id: String(prompt?.id), topic_id: String(topic?.id) },
    })
    for (const [place, days] of periods.entries())
      for (const kind of ['mentions', 'citations']) await exportTo(`${kind}-${place}`, built, { kind, ...days })
    const later = await openDuckdb(files)
    await later.ask(views)
    for (const view of ['rankings', 'cited_domains', 'cited_pages']) {
      const all = `from ${view} order by all`
      expect(await later.ask(all), view).toEqual(await duckdb.ask(all))
    }
    later.close()
  })
})

const hasMentions = ({ prompt, mentions }: ReferenceAnswer) => prompt !== undefined && mentions.length > 0
