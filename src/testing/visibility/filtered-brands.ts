import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { withLock } from '../../kernel/brand-lock.ts'
import type { TestApp } from '../test-app.ts'
import { type BuiltFixture, buildFixture } from './build-fixture.ts'
import { type Fixture, fixture, fixtureCountries, fixtureEngines, lastDay } from './random-fixture.ts'

/** The greatest last numbers that leave just enough for the entities and prompts of a fixture. */
const nearBounds = { last_entity: 65_534 - 8, last_prompt: 2 ** 32 - 1 - 12 }

export interface FilteredBrands {
  brands: BuiltFixture[]
  /** Allows rereading the history of the brand whose readings name inactive competitors. */
  release(): Promise<void>
}

/**
 * Builds random brands whose answers name several entities: one with changing competitors, one with all active and few
 * answers, and one with the greatest numbers of entities and prompts and readings that name deactivated ones.
 */
export async function buildFilteredBrands(test: TestApp, seed: number): Promise<FilteredBrands> {
  const [sizes, bounded] = [[80, 120, 10, 120], 3]
  const brands = await Promise.all(
    sizes.map((max, index) => {
      const [sample] = fc.sample(fixture({ min: max / 2, max }), { seed: seed + index, numRuns: 1 }) as [Fixture]
      return buildFixture(
        test,
        index === 0 ? sample : withAllActive(sample),
        index === bounded ? nearBounds : undefined,
      )
    }),
  )
  for (const brand of brands) {
    await raiseAlerts(test, brand)
    await storeOpportunities(test, brand)
  }
  return { brands, release: await switchOff(test, brands[bounded] as BuiltFixture) }
}

const withAllActive = (sample: Fixture): Fixture => ({
  ...sample,
  competitors: sample.competitors.map((competitor) => ({ ...competitor, later: 'stays' })),
})

/** Deactivates every other competitor while the history cannot be reread without them. */
async function switchOff({ app: { services }, operate }: TestApp, { brand }: BuiltFixture) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = withLock(services, brand.id, 'history', () => {
    held.resolve()
    return released.promise
  })
  await held.promise
  const off = brand.entities.filter((_, index) => index % 2 === 1)
  for (const { id } of off)
    await operate('update-competitor', { brand_id: brand.id, competitor_id: id, is_active: false })
  brand.entities = brand.entities.filter((entity) => !off.includes(entity))
  return () => {
    released.resolve()
    return lock
  }
}

/** Stores alerts directly: random answers contain no change that would raise one. */
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

/** One opportunity per topic and one without, all done, so that no search for causes changes them. */
async function storeOpportunities({ app: { services } }: TestApp, { brand }: BuiltFixture): Promise<void> {
  const at = new Date(lastDay)
  const evidence = { start_date: lastDay, end_date: lastDay, issue_id: randomUUID(), check_id: 'title' }
  const rows = [null, ...brand.topics.map(({ id }) => id)].map((topic_id, index) => ({
    id: randomUUID(),
    brand_id: brand.id,
    category: 'technical' as const,
    kind: 'open_issue',
    topic_id,
    title: `Opportunity ${index}`,
    evidence: JSON.stringify({ ...evidence, affected_pages: 1, urls: [] }),
    reach: index,
    state: 'done' as const,
    progress: 'done',
    cause_gone_at: at,
    created_at: at,
    updated_at: at,
  }))
  await services.db.insertInto('opportunities').values(rows).execute()
}
