import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inForm } from '../../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { queryOf } from '../../../testing/visibility/ask.ts'
import { type BuiltFixture, buildFixture } from '../../../testing/visibility/build-fixture.ts'
import { type Fixture, type FixtureCompetitor, fixture, lastDay } from '../../../testing/visibility/random-fixture.ts'
import type { ReferenceRequest } from '../../../testing/visibility/reference-brand.ts'
import {
  type KnownOfEntities,
  referenceExplained,
  referenceLeftOut,
} from '../../../testing/visibility/reference-explained.ts'
import { isWithin, matches, periodOf } from '../../../testing/visibility/reference-ranking.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const brands = Number(process.env.TEST_RUNS ?? inForm(3, 300))
const sizes = [
  { min: 0, max: 2 },
  { min: 3, max: 12 },
  { min: 30, max: 80 },
  { min: 100, max: 200 },
]
const figures = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const
let test: TestApp

beforeAll(async () => {
  console.log(`explain-property: TEST_SEED=${seed}`)
  test = await startTestApp()
  test.setNow(`${lastDay}T12:00:00Z`)
})
afterAll(() => test.close())

const rival: FixtureCompetitor = {
  name: 'Unikato',
  aliases: ['prompt 1'],
  relation: 'direct_competitor',
  later: 'stays',
  laterName: '',
}

/** Two prompts name an entity, and some answers cite a page of a competitor. */
function withNames(sample: Fixture): Fixture {
  const page: [string, string] = ['https://competitor.example/page', '']
  return {
    ...sample,
    brandAliases: [...sample.brandAliases, 'prompt 0'],
    competitors: [rival, ...sample.competitors],
    answers: sample.answers.map((answer, index) => ({
      ...answer,
      words: index % 5 === 0 ? ['Unikato', ...answer.words] : answer.words,
      citations: index % 3 === 0 ? [...answer.citations, page] : answer.citations,
    })),
  }
}

function knownOf({ brand }: BuiltFixture): KnownOfEntities {
  const named = brand.entities.find(({ name }) => name === rival.name)?.id ?? ''
  return {
    branded: new Map([
      [brand.id, ['prompt 0']],
      [named, ['prompt 1']],
    ]),
    // All competitors have this domain, and the first one owns it.
    domainOf: (id) => (id === named ? 'https://competitor.example/' : undefined),
  }
}

const requestsOf = ({ brand, tagIds }: BuiltFixture): ReferenceRequest[] => [
  {},
  { engine: ['chatgpt'], country: ['US', 'DE'] },
  { start_date: '2026-01-05', topic_id: brand.topics.slice(0, 2).map(({ id }) => id) },
  { engine: ['claude', 'google-ai-mode'], tag_id: tagIds.slice(0, 1), tag_match_mode: 'any' },
  { tag_id: tagIds.slice(0, 2), tag_match_mode: 'exclude_any', start_date: '2026-02-20' },
]

const ask = async ({ brand, key }: BuiltFixture, path: string, query: object) => {
  const { status, text, body } = await test.get(
    `/v1/brands/${brand.id}/${path}?${queryOf({ limit: 100, ...query })}`,
    key,
  )
  if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`)
  return body as unknown as { data: Record<string, unknown>[]; meta: Record<string, unknown> }
}

it('explains figures as the plain implementation does, and as rankings show them, on random brands', async () => {
  const seen = new Map<string, number>()
  const note = (what: string, applies: boolean) => applies && seen.set(what, (seen.get(what) ?? 0) + 1)
  const cases = ['branded', 'unbranded', 'deleted', 'cited', 'left out as deleted', 'none shown', 'no value']
  const isMissing = () => cases.some((what) => !seen.has(what))
  for (let number = 0; number < brands || (number < 20 * brands && isMissing()); number++) {
    const size = sizes[number % sizes.length] as { min: number; max: number }
    const [sample] = fc.sample(fixture(size), { seed: seed + number, numRuns: 1 })
    const built = await buildFixture(test, withNames(sample as Fixture))
    const { brand } = built
    for (const request of requestsOf(built)) {
      if (request.topic_id?.length === 0 || request.tag_id?.length === 0) continue
      const period = periodOf(request, lastDay)
      const answers = brand.answers.filter((answer) => isWithin(answer.day, period) && matches(brand, answer, request))
      const rankings = await ask(built, 'competitors/rankings', request)
      for (const figure of figures) {
        const label = `brand ${number}, ${JSON.stringify(request)}, ${figure}`
        const { data, meta } = await ask(built, 'visibility/explain', { figure, ...request })
        const values = (rows: typeof data, name: string) => rows.map((row) => [row.id, row[name]])
        expect(values(data, 'value'), label).toEqual(values(rankings.data, figure))
        for (const row of data) {
          const expected = referenceExplained(brand, answers, figure, String(row.id), knownOf(built))
          expect(row, `${label}, ${row.name}`).toMatchObject(expected)
          const { branded, unbranded, deleted } = expected.by_prompts
          note('branded', branded.numerator > 0)
          note('unbranded', unbranded.numerator > 0)
          note('deleted', deleted.numerator > 0)
          note('cited', (expected.by_definition.cited.numerator ?? 0) > 0)
          note('no value', expected.value === null && answers.length > 0)
        }
        const { counted, left_out } = referenceLeftOut(brand, request, lastDay)
        expect(meta, label).toMatchObject({ counted, left_out })
        note('left out as deleted', left_out.deleted.answers > 0)
        note('none shown', left_out.none_shown.answers > 0)
      }
    }
  }
  expect([...seen.keys()]).toEqual(expect.arrayContaining(cases))
})
