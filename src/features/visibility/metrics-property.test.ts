import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inForm } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, pathOf, queryOf } from '../../testing/visibility/ask.ts'
import { type BuiltFixture, buildFixture } from '../../testing/visibility/build-fixture.ts'
import { fixture } from '../../testing/visibility/random-fixture.ts'
import { type FixtureRequest, fitted, fixtureRequest } from '../../testing/visibility/random-request.ts'
import { reference } from '../../testing/visibility/reference-endpoints.ts'

// Set the time zone before anything reads it: figures use UTC wherever Sightline runs.
const { zone, seed } = vi.hoisted(() => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Australia/Eucla', 'America/St_Johns', 'Europe/Berlin']
  const chosen = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  process.env.TZ = process.env.TEST_TZ ?? (zones[chosen % zones.length] as string)
  return { zone: process.env.TZ, seed: chosen }
})

const requests = Number(process.env.TEST_RUNS ?? inForm(40, 1000))
let test: TestApp
let fixtures: BuiltFixture[]

beforeAll(async () => {
  console.log(`metrics-property: TEST_SEED=${seed} TEST_TZ=${zone}`)
  test = await startTestApp()
  const sizes = [{ min: 0, max: 0 }, { min: 1, max: 6 }, ...Array(4).fill({ min: 8, max: 40 }), { min: 150, max: 300 }]
  const samples = sizes.flatMap((size, index) => fc.sample(fixture(size), { seed: seed + index, numRuns: 1 }))
  fixtures = await Promise.all(samples.map((sample) => buildFixture(test, sample)))
})

afterAll(() => test.close())

const parameters = [
  'compare_to_previous',
  'competitor_id',
  'country',
  'dimension',
  'end_date',
  'engine',
  'interval',
  'limit',
  'start_date',
  'tag_id',
  'tag_match_mode',
  'top_competitors',
  'topic_id',
  'window_days',
]

it('the tests run in the chosen time zone', () => {
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
})

it('returns the same figures as the reference implementation', async () => {
  const used = new Map<string, number>()
  const matches = async (place: number, request: FixtureRequest) => {
    const { key, brand, tagIds } = fixtures[place] as BuiltFixture
    const fields = fitted(request, brand, tagIds)
    test.setNow(request.now)
    const path = pathOf(brand.id, request.endpoint, queryOf(fields))
    const shown = await askAll(test, key, path, request.limit)
    const today = request.now.slice(0, 10)
    expect(shown, path).toEqual(reference[request.endpoint](brand, fields, today, request.now))
    if (!/"visibility_pct":[1-9]/.test(JSON.stringify(shown))) return
    for (const [field, value] of Object.entries({ ...fields, limit: request.limit }))
      if (value !== undefined) used.set(field, (used.get(field) ?? 0) + 1)
  }
  const places = fc.nat(fixtures.length - 1)
  const ask = (from: number, numRuns: number) =>
    fc.assert(fc.asyncProperty(places, fixtureRequest, matches), { seed: from, numRuns })
  await ask(seed, requests)
  // Each parameter must occur in requests with results, which can take many random requests.
  const isCovered = (field: string) => (used.get(field) ?? 0) >= inForm(2, 5)
  for (let more = 1; more <= 20 && !parameters.every(isCovered); more++) await ask(seed + more, 50)
  expect([...used.keys()].filter(isCovered).sort()).toEqual(parameters)
})
