import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { TestApp } from '../test-app.ts'
import { type BuiltFixture, buildFixture } from './build-fixture.ts'
import { type Fixture, fixture, fixtureCountries, fixtureEngines, lastDay } from './random-fixture.ts'

/** The last numbers of entities and prompts that fit their types are just enough for a fixture. */
const nearBounds = { last_entity: 65_534 - 8, last_prompt: 2 ** 32 - 1 - 12 }

/**
 * Random brands whose answers name several entities: with all competitors active, with some, with few answers, and with the
 * greatest numbers of entities and prompts.
 */
export async function buildFilteredBrands(test: TestApp, seed: number): Promise<BuiltFixture[]> {
  const fates = [undefined, 'stays', 'off', 'stays'] as const
  const sizes = [80, 120, 120, 10].map((max) => ({ min: max / 2, max }))
  const samples = sizes.map((size, index) => {
    const [sample] = fc.sample(fixture(size), { seed: seed + index, numRuns: 1 }) as [Fixture]
    return withFate(sample, fates[index])
  })
  const brands = await Promise.all(
    samples.map((sample, index) => buildFixture(test, sample, index === 2 ? nearBounds : undefined)),
  )
  for (const brand of brands) await raiseAlerts(test, brand)
  return brands
}

/** All competitors stay active, or every other one is switched off; as chance has it if undefined. */
const withFate = (sample: Fixture, fate: 'stays' | 'off' | undefined): Fixture => ({
  ...sample,
  competitors: sample.competitors.map((competitor, index) =>
    fate === undefined ? competitor : { ...competitor, later: index % 2 === 0 ? 'stays' : fate },
  ),
})

/** Alerts as they are stored: random answers hold no change that would raise one. */
async function raiseAlerts({ app: { services } }: TestApp, { brand }: BuiltFixture): Promise<void> {
  const { db } = services
  const prompts = await db.selectFrom('prompts').select('number').where('brand_id', '=', brand.id).execute()
  const evidence = prompts.map(({ number }, index) => ({
    prompt: number,
    n: [7, 3],
    y: [index % 7, 1],
    moved: -1,
  }))
  const places = fixtureEngines.flatMap((engine) => fixtureCountries.map((country) => ({ engine, country })))
  const rows = places.map((place, index) => ({
    id: randomUUID(),
    brand_id: brand.id,
    ...place,
    direction: 'down' as const,
    since: lastDay,
    raised_on: lastDay,
    raised_at: new Date(Date.parse(lastDay) + index),
    share_before: 0.5,
    share_after: 1 / (index + 2),
    model_before: null,
    model_after: null,
    evidence: JSON.stringify(evidence.filter((_, at) => (at + index) % 3 === 0)) as never,
    state: 'open' as const,
    updated_at: new Date(lastDay),
  }))
  await db.insertInto('visibility_alerts').values(rows).execute()
}
