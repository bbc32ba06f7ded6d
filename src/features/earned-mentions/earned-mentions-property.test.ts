import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildEarned } from '../../testing/earned-mentions/build-earned.ts'
import { earnedFixture, lastDay } from '../../testing/earned-mentions/earned-fixture.ts'
import {
  type BuiltFixture,
  type EarnedRequest,
  referenceEarned,
} from '../../testing/earned-mentions/reference-earned.ts'
import { inForm } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, queryOf } from '../../testing/visibility/ask.ts'
import { addDays } from '../../testing/visibility/reference-ranking.ts'
import { readChangedBrands } from './read-pages.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? inForm(6, 100))

async function build(test: TestApp): Promise<BuiltFixture[]> {
  test.setNow(`${lastDay}T12:00:00Z`)
  const sizes = [
    [0, 3],
    [20, 40],
    [60, 90],
    [150, 200],
  ] as const
  const fixtures: BuiltFixture[] = []
  for (const [index, [min, max]] of sizes.entries()) {
    const [fixture] = fc.sample(earnedFixture(min, max), { seed: seed + index, numRuns: 1 })
    fixtures.push(await buildEarned(test, fixture as never))
  }
  // Searches the stored texts again for the current names.
  await readChangedBrands(test.app.services, new AbortController().signal)
  return fixtures
}

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 })
const some = <T>(values: readonly T[]) => sometimes(fc.subarray([...values], { minLength: 1 }))
const day = fc.constantFrom(0, 1, 7, 29, 30, 99, 600).map((days) => addDays(lastDay, -days))

const asked = ({ topics }: BuiltFixture) =>
  fc.record({
    dates: fc.oneof(
      fc.constant<[string?, string?]>([]),
      fc.tuple(day),
      fc.tuple(fc.constant(undefined), day),
      fc.tuple(day, day).map(([a, b]): [string, string] => (a < b ? [a, b] : [b, a])),
    ),
    fields: fc.record({
      min_competitors: sometimes(fc.integer({ min: 1, max: 5 })),
      topic_id: some([...topics.values()]),
      subtopic_id: some([...topics].filter(([path]) => path.includes(' / ')).map(([, id]) => id)),
      priority_bucket: some(['high', 'medium', 'low']),
      include_competitor_owned_domains: sometimes(fc.boolean()),
    }),
    limit: sometimes(fc.integer({ min: 1, max: 7 })),
  })

type Asked = ReturnType<typeof asked> extends fc.Arbitrary<infer T> ? T : never

let test: TestApp
let fixtures: BuiltFixture[]

beforeAll(async () => {
  console.log(`earned-mentions-property: TEST_SEED=${seed}`)
  test = await startTestApp()
  fixtures = await build(test)
})
afterAll(() => test.close())

it('lists the same pages as the reference implementation, with one id per page', async () => {
  let rows = 0
  for (const built of fixtures) {
    const idOf = new Map<string, string>()
    const matches = async ({ dates: [start_date, end_date], fields, limit }: Asked) => {
      const request: EarnedRequest = { start_date, end_date, ...fields }
      const path = `/v1/brands/${built.brandId}/citations/earned-mentions?${queryOf(request as never)}`
      const { data, meta } = await askAll(test, built.key, path, limit)
      const listed = data as { citation_id: string; url: string }[]
      const shown = listed.map(({ citation_id: _, ...row }) => row)
      expect({ data: shown, meta }).toEqual(referenceEarned(built, request))
      for (const { citation_id, url } of listed) {
        expect(idOf.get(url) ?? citation_id).toBe(citation_id)
        idOf.set(url, citation_id)
      }
      rows += listed.length
    }
    await fc.assert(fc.asyncProperty(asked(built), matches), { seed, numRuns: requests })
    expect(new Set(idOf.values()).size).toBe(idOf.size)
  }
  // Short lists would prove little.
  expect(rows).toBeGreaterThan(5 * requests)
})
