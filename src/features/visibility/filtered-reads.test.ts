import { afterAll, beforeAll, expect, it } from 'vitest'
import { inForm, portion } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage, type Endpoint, pathOf, queryOf } from '../../testing/visibility/ask.ts'
import type { BuiltFixture } from '../../testing/visibility/build-fixture.ts'
import { type Filters, filteredReads, filterRequests } from '../../testing/visibility/filter-requests.ts'
import { buildFilteredBrands } from '../../testing/visibility/filtered-brands.ts'
import { lastDay } from '../../testing/visibility/random-fixture.ts'
import type {
  ReferenceAnswer,
  ReferencePrompt,
  ReferenceQuestion,
  ReferenceRequest,
} from '../../testing/visibility/reference-brand.ts'
import { reference } from '../../testing/visibility/reference-endpoints.ts'
import { referenceExplained } from '../../testing/visibility/reference-explained.ts'
import { fraction, twoDecimals } from '../../testing/visibility/reference-fraction.ts'
import { isWithin, matches, periodBefore, periodOf, rank, toRow } from '../../testing/visibility/reference-ranking.ts'

// Every read with a filter, on brands whose answers name several entities: a filtered response equals
// the same rows of the unfiltered one, or the plain implementation's figures for the matching answers.

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const several = Number(process.env.TEST_RUNS ?? inForm(1, 10))
const now = `${lastDay}T12:00:00.000Z`
const figures = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const
let test: TestApp
let brands: BuiltFixture[]
let release: () => Promise<void>

beforeAll(async () => {
  console.log(`filtered-reads: TEST_SEED=${seed}`)
  test = await startTestApp()
  test.setNow(now)
  ;({ brands, release } = await buildFilteredBrands(test, seed))
})
afterAll(async () => {
  await release?.()
  await test.close()
})

type Row = Record<string, unknown>

async function readAll({ brand, key }: BuiltFixture, path: string, filters: Filters): Promise<Row[]> {
  const rows: Row[] = []
  const query = queryOf({ limit: 100, ...filters } as ReferenceRequest)
  for (let cursor = ''; ; ) {
    const { body } = await askPage(test, key, `/v1/brands/${brand.id}/${path}?${query}${cursor}`)
    rows.push(...(body.data as Row[]))
    if (body.pagination.next_cursor === null) return rows
    cursor = `&cursor=${encodeURIComponent(body.pagination.next_cursor)}`
  }
}

const without = (filters: Filters, ...names: string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))
const only = (filters: Filters, ...names: string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name)))
/** Whether the filter is unset or names this value. */
const allows = (filters: Filters, name: string, value: unknown) =>
  filters[name] === undefined || [filters[name]].flat().some((one) => one === value)

const matchesFilters =
  ({ brand }: BuiltFixture, filters: Filters) =>
  (question: Pick<ReferenceQuestion, 'engine' | 'country' | 'prompt'>): boolean =>
    matches(brand, { day: lastDay, ...question }, filters as ReferenceRequest) &&
    allows(filters, 'prompt_id', question.prompt?.id)

function answersOf(built: BuiltFixture, filters: Filters, period = periodOf({}, lastDay)): ReferenceAnswer[] {
  return built.brand.answers.filter((one) => isWithin(one.day, period) && matchesFilters(built, filters)(one))
}

/** All prompts by id; some have no answer. */
const promptsOf = ({ brand }: BuiltFixture): Map<unknown, ReferencePrompt> =>
  new Map(
    [brand.answers, brand.unanswered, brand.planned]
      .flat()
      .flatMap(({ prompt }) => (prompt === undefined ? [] : [[prompt.id, prompt] as const])),
  )

const distinct = <T>(values: readonly T[]): number => new Set(values).size
const pick = (row: Row, names: readonly string[]) => names.map((name) => row[name])
const sorted = (rows: readonly Row[], name: string) =>
  rows.toSorted((a, b) => (String(a[name]) < String(b[name]) ? -1 : 1))

/** Compares a response with the expected one. Returns the number of rows compared. */
type Check = (built: BuiltFixture, filters: Filters) => Promise<number>

const likeReference =
  (endpoint: Endpoint, more: ReferenceRequest = {}): Check =>
  async ({ brand, key }, filters) => {
    const request = { ...more, ...filters } as ReferenceRequest
    const path = pathOf(brand.id, endpoint, queryOf(request))
    const shown = await askAll(test, key, path)
    expect(shown, path).toEqual(reference[endpoint](brand, request, lastDay, now))
    return shown.data.length
  }

/** The unfiltered rows that the filter allows, in their order. A random filter may allow none. */
const likeRows =
  (path: string, allowed: (built: BuiltFixture, filters: Filters, row: Row) => boolean): Check =>
  async (built, filters) => {
    const all = await readAll(built, path, {})
    const expected = all.filter((row) => allowed(built, filters, row))
    expect(await readAll(built, path, filters), `${path} ${JSON.stringify(filters)}`).toEqual(expected)
    return all.length
  }

const checkIntervals: Check = async (built, filters) => {
  const shown = await readAll(built, 'visibility/intervals', filters)
  const expected = rank(built.brand.entities, answersOf(built, filters)).map(toRow)
  const values = (row: Row) => figures.map((name) => (row[name] as { value: unknown }).value)
  expect(shown.map((row) => [row.id, ...values(row)])).toEqual(expected.map((row) => [row.id, ...pick(row, figures)]))
  return shown.length
}

/** No prompt names an entity. Domains count only in the definition left out here. */
const unknownEntities = { branded: new Map(), domainOf: () => undefined }

const checkExplained =
  (figure: (typeof figures)[number]): Check =>
  async (built, filters) => {
    const rankings = await readAll(built, 'competitors/rankings', without(filters, 'entity_id'))
    const all = await readAll(built, 'visibility/explain', { ...without(filters, 'entity_id'), figure })
    expect(all.map((row) => [row.id, row.value])).toEqual(rankings.map((row) => [row.id, row[figure]]))
    const answers = answersOf(built, filters)
    for (const { id, by_definition } of all) {
      const expected = referenceExplained(built.brand, answers, figure, String(id), unknownEntities)
      const { mentions, first_three } = expected.by_definition
      expect(by_definition).toMatchObject({ mentions, first_three })
    }
    const expected = all.filter(({ id }) => allows(filters, 'entity_id', id))
    expect(await readAll(built, 'visibility/explain', { ...filters, figure })).toEqual(expected)
    return rankings.length
  }

/** Whether an answer belongs to the segment of a change row. */
function isOfSegment({ brand }: BuiltFixture, dimension: string | undefined, { segment, topic_id }: Row) {
  const tree = brand.topics.filter(({ id, parentId }) => id === topic_id || parentId === topic_id)
  return ({ engine, country, prompt }: ReferenceAnswer): boolean => {
    if (dimension === undefined) return true
    if (dimension === 'topic') return tree.some(({ id }) => id === prompt?.topicId)
    return segment === (dimension === 'engine' ? engine : country)
  }
}

const checkChanges: Check = async (built, filters) => {
  const { brand } = built
  const periods = [periodOf({}, lastDay), periodBefore(periodOf({}, lastDay))] as const
  const answers = periods.map((period) => answersOf(built, without(filters, 'entity_id'), period))
  const rankings = await readAll(built, 'competitors/rankings', without(filters, 'entity_id'))
  for (const dimension of inForm([undefined, 'topic'], [undefined, 'engine', 'market', 'topic'])) {
    const asked = { ...without(filters, 'entity_id'), ...(dimension === undefined ? {} : { dimension }) }
    const all = await readAll(built, 'visibility/changes', asked)
    for (const rows of Map.groupBy(all, ({ segment, topic_id }) => `${segment} ${topic_id}`).values()) {
      const isIn = isOfSegment(built, dimension, rows[0] as Row)
      const expected = answers.map((those) => rank(brand.entities, those.filter(isIn)))
      for (const row of rows) {
        const label = `${JSON.stringify(asked)} ${row.segment} ${row.name}`
        expect([row.visibility_pct, row.previous_visibility_pct], label).toEqual(
          expected.map((ranks) => twoDecimals(ranks.find(({ entity }) => entity.id === row.id)?.visibility ?? null)),
        )
        const ranked = rankings.find(({ id }) => id === row.id)
        if (dimension === undefined) expect(row.visibility_pct, label).toBe(ranked?.visibility_pct)
      }
    }
    const entities = brand.entities.filter((entity) => allows(filters, 'entity_id', entity.id))
    for (const { id } of entities.slice(0, inForm(2, entities.length)))
      expect(await readAll(built, 'visibility/changes', { ...asked, entity_id: id })).toEqual(
        all.filter((row) => row.id === id),
      )
  }
  return brand.entities.length
}

const checkSampleSizes: Check = async (built, filters) => {
  const { brand, key } = built
  const path = `/v1/brands/${brand.id}/visibility/sample-size?${queryOf(filters as ReferenceRequest)}`
  const meta = (await askPage(test, key, path)).body.meta as { share_pct: number; variance: Row }
  const answers = answersOf(built, filters)
  expect(pick(meta.variance, ['answers', 'prompts', 'days'])).toEqual([
    answers.length,
    distinct(answers.map(({ asked }) => asked)),
    distinct(answers.map(({ day }) => day)),
  ])
  const own = rank(brand.entities, answers).find(({ entity }) => entity.isOurBrand)
  const visibility = twoDecimals(own?.visibility ?? null) ?? 50
  expect(meta.share_pct).toBe(Math.min(95, Math.max(5, visibility)))
  return answers.length
}

const shownWithPrompt = ['executions', ...figures, 'trend', 'engines']
const bothParts: Filters = { include: ['trend', 'engines'] }

const checkPrompts: Check = async (built, filters) => {
  const stored = promptsOf(built)
  const matchesPrompt = matchesFilters(built, only(filters, 'topic_id', 'tag_id', 'tag_match_mode'))
  const shown = await readAll(built, 'prompts', { ...filters, ...bothParts })
  const expected = (await readAll(built, 'prompts', {})).filter(({ id, topic }) => {
    const topicId = (topic as { id: string }).id
    const prompt = stored.get(id) ?? { id: String(id), text: '', topicId, tagIds: [] }
    return matchesPrompt({ engine: '', country: '', prompt })
  })
  expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  const answers = answersOf(built, only(filters, 'engine', 'country'))
  for (const row of shown) {
    const own = answers.filter(({ prompt }) => prompt?.id === row.id)
    const counted = rank(built.brand.entities, own).find(({ entity }) => entity.isOurBrand)
    expect(pick(row, ['executions', ...figures])).toEqual([own.length, ...pick(toRow(counted as never), figures)])
    expect((row.engines as Row[]).map(({ engine, executions }) => [engine, executions]).sort()).toEqual(
      [...Map.groupBy(own, ({ engine }) => engine)].map(([engine, { length }]) => [engine, length]).sort(),
    )
  }
  return shown.length
}

const checkPrompt: Check = async (built, { prompt_id, ...filters }) => {
  const prompts = await readAll(built, 'prompts', { ...filters, ...bothParts })
  const id = prompt_id ?? prompts[0]?.id
  if (id === undefined) return 0
  const path = `/v1/brands/${built.brand.id}/prompts/${id}?${queryOf(filters as ReferenceRequest)}`
  const data = (await askPage(test, built.key, path)).body.data as Row
  const row = prompts.find((prompt) => prompt.id === id) as Row
  expect(pick(data, shownWithPrompt), path).toEqual(pick(row, shownWithPrompt))
  const answers = answersOf(built, filters).filter(({ prompt }) => prompt?.id === id)
  expect(data.rankings).toEqual(rank(built.brand.entities, answers).map(toRow))
  return answers.length
}

const domainOf = (page: string) => new URL(page).hostname

/** How often answers cite each page, or the value that `of` derives from its address. */
function citedBy(answers: ReferenceAnswer[], name: string, of: (page: string) => string | null): Row[] {
  const pairs = answers.flatMap((answer) => answer.pages.map((page) => ({ answer, value: of(page) })))
  return [...Map.groupBy(pairs, ({ value }) => value)].map(([value, those]) => {
    const citing = distinct(those.map(({ answer }) => answer))
    const share = twoDecimals(fraction(100 * citing, answers.length))
    return { [name]: value, citation_count: those.length, answer_count: citing, share_of_answers_pct: share }
  })
}

const checkCited =
  (path: string, name: string, of: (page: string) => string | null, more: Filters = {}): Check =>
  async (built, filters) => {
    const expected = citedBy(answersOf(built, filters), name, of)
    const rows = await readAll(built, path, { ...more, ...filters })
    const names = [name, 'citation_count', ...(path === 'citations' ? [] : ['answer_count']), 'share_of_answers_pct']
    const compared = (those: Row[]) => sorted(those, name).map((row) => pick(row, names))
    expect(compared(rows), `${path} ${JSON.stringify(filters)}`).toEqual(compared(expected))
    return rows.length
  }

const checkGaps: Check = async (built, filters) => {
  const { brand, key } = built
  const path = `/v1/brands/${brand.id}/competitors/gaps?${queryOf(filters as ReferenceRequest)}`
  const shown = (await askPage(test, key, path)).body.data as Row
  const rivals = brand.entities.filter(({ id }) => id !== brand.id && allows(filters, 'competitor_id', id))
  const answers = answersOf(built, filters)
  const isNamed = ({ mentions }: ReferenceAnswer) => [
    mentions.some(({ entityId }) => entityId === brand.id),
    mentions.some(({ entityId }) => rivals.some(({ id }) => id === entityId)),
  ]
  const countSides = (those: ReferenceAnswer[]) => {
    const named = those.map(isNamed)
    const count = (own: boolean, others: boolean) => named.filter(([a, b]) => a === own && b === others).length
    return [those.length, count(true, true), count(true, false), count(false, true)]
  }
  const names = ['executions', 'both', 'brand_only', 'competitors_only']
  expect(pick(shown, names), path).toEqual(countSides(answers))
  for (const [list, name, of] of [
    ['engines', 'engine', ({ engine }: ReferenceAnswer) => engine],
    ['prompts', 'prompt_id', ({ prompt }: ReferenceAnswer) => prompt?.id],
  ] as const) {
    const groups = [...Map.groupBy(answers, of)].map(([value, those]) => [value, ...countSides(those)])
    const expected = groups.filter(([value, , , , gap]) => value !== undefined && gap !== 0)
    const rows = (shown[list] as Row[]).map((row) => pick(row, [name, ...names]))
    expect(rows.sort(), `${path} ${list}`).toEqual(expected.sort())
  }
  const gap = answers.filter((answer) => isNamed(answer).join() === 'false,true')
  expect((shown.domains as Row[]).map((row) => pick(row, ['domain', 'gap_answers'])).sort()).toEqual(
    citedBy(gap, 'domain', domainOf)
      .map((row) => pick(row, ['domain', 'answer_count']))
      .sort(),
  )
  return answers.length
}

const isPlace = (_: BuiltFixture, filters: Filters, { engine, country }: Row) =>
  allows(filters, 'engine', engine) && (country === undefined || allows(filters, 'country', country))

function isExecution(built: BuiltFixture, filters: Filters, row: Row): boolean {
  const prompt = promptsOf(built).get(row.prompt_id)
  return matchesFilters(built, filters)({ engine: String(row.engine), country: String(row.country), prompt })
}

function isAlert(built: BuiltFixture, filters: Filters, { engine, country, evidence }: Row): boolean {
  const prompts = promptsOf(built)
  const isMatching = matchesFilters(built, filters)
  const place = { engine: String(engine), country: String(country) }
  const isNarrowed = filters.topic_id !== undefined || filters.tag_id !== undefined
  const cells = (evidence as Row[]).map(({ prompt_id }) => ({ ...place, prompt: prompts.get(prompt_id) }))
  return isNarrowed ? cells.some(isMatching) : isPlace(built, filters, { engine, country })
}

const isOpportunity = ({ brand }: BuiltFixture, filters: Filters, { topic_id }: Row) =>
  allows(filters, 'topic_id', topic_id) ||
  allows(filters, 'topic_id', brand.topics.find(({ id }) => id === topic_id)?.parentId)

const checks: Record<string, Check[]> = {
  'list-competitor-rankings': [likeReference('competitors/rankings', { compare_to_previous: true })],
  'list-engine-visibility': [likeReference('visibility/engines', { compare_to_previous: true })],
  'list-segment-trends': ['engine', 'topic', 'market', 'prompt'].map((dimension) =>
    likeReference('visibility/segments/trend', { dimension, interval: 'month' }),
  ),
  'list-visibility-trend': [likeReference('visibility/trend', { interval: 'week' })],
  'list-visibility-intervals': [checkIntervals],
  'list-visibility-changes': [checkChanges],
  'explain-figure': [checkExplained('market_share_pct'), checkExplained('avg_rank')],
  'list-sample-sizes': [checkSampleSizes],
  'list-visibility-alerts': [likeRows('visibility/alerts', isAlert)],
  'list-prompts': [checkPrompts],
  'get-prompt': [checkPrompt],
  'list-executions': [likeRows('executions', isExecution)],
  'get-mention-gaps': [checkGaps],
  'list-citations': [checkCited('citations', 'url', (page) => page)],
  'list-cited-domains': [checkCited('citations/domains', 'domain', domainOf)],
  'list-citation-trends': [
    checkCited('citations/trend', 'domain', domainOf, { dimension: 'domain' }),
    checkCited('citations/trend', 'domain', () => null, { dimension: 'all' }),
  ],
  'get-collection-coverage': [likeRows('collection/coverage', isPlace)],
  'list-collection-runs': [likeRows('collection/runs', isPlace)],
  'list-opportunities': [likeRows('opportunities', isOpportunity)],
}

/** Reads of more than answers, or that estimate. Their own tests cover every filter. */
const checkedElsewhere = {
  'get-experiment-plan': ['treated_prompts', 'control_prompts', 'engine', 'country'],
  'list-earned-mentions': ['topic_id', 'subtopic_id'],
}

it('checks every read with an entity, engine, market, topic, tag or prompt filter', () => {
  const elsewhere = filteredReads.filter(({ name }) => checks[name] === undefined)
  expect(Object.fromEntries(elsewhere.map(({ name, filters }) => [name, filters]))).toEqual(checkedElsewhere)
})

const checked = filteredReads.filter(({ name }) => checks[name] !== undefined)

it.each(checked.map((read, place) => [read.name, read, place] as const))(
  '%s equals its unfiltered rows or the plain implementation with every filter',
  async (name, read, place) => {
    let compared = 0
    for (const built of portion(brands, place, 2))
      for (const filters of filterRequests(read, built, seed, several))
        for (const check of checks[name] ?? []) compared += await check(built, filters)
    expect(compared).toBeGreaterThan(0)
  },
)
