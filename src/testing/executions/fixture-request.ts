import fc from 'fast-check'
import { addDays } from '../visibility/reference-ranking.ts'
import { fixtureCountries, fixtureEngines, fixturePages, lastDay, unansweredOutcomes } from './answer-fixture.ts'
import type { FixtureRequest, ReferenceFixture } from './reference-executions.ts'

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
/** Some of the values; a fixture may have none. */
const some = <T>(values: readonly T[]) =>
  values.length === 0 ? fc.constant(undefined) : sometimes(fc.subarray([...values], { minLength: 1 }))
const dayBefore = fc.constantFrom(0, 1, 2, 28, 29, 30, 31, 45, 60).map((days) => addDays(lastDay, -days))

/** The input of a random request. */
export interface Asked {
  fields: FixtureRequest
  limit: number | undefined
  /** The time of the request. */
  now: string
}

/** A request with the shared filters and `more`, using ids of the fixture. */
export function fixtureRequest(
  fixture: ReferenceFixture,
  more: readonly ('prompt_id' | 'domain' | 'is_active' | 'outcome' | 'line')[] = [],
): fc.Arbitrary<Asked> {
  const domains = [...new Set(Object.values(fixturePages).map(({ domain }) => domain)), 'nobody.example']
  const fields: Record<string, fc.Arbitrary<unknown>> = {
    topic_id: some(fixture.topics.map(({ id }) => id)),
    engine: some(fixtureEngines),
    country: some(fixtureCountries),
    tag_id: some(fixture.tagIds),
    tag_match_mode: sometimes(fc.constantFrom('any', 'all', 'exclude_any', 'exclude_all')),
  }
  if (more.includes('prompt_id')) fields.prompt_id = some(fixture.prompts.map(({ id }) => id))
  if (more.includes('domain')) fields.domain = some(domains)
  if (more.includes('is_active')) fields.is_active = sometimes(fc.boolean())
  if (more.includes('outcome')) fields.outcome = some(['answered', ...unansweredOutcomes])
  if (more.includes('line')) {
    fields.dimension = fc.constantFrom('all', 'domain', 'owner')
    fields.interval = sometimes(fc.constantFrom('day', 'week', 'month'))
  }
  const dates = fc.oneof(
    fc.constant({}),
    fc.record({ start_date: dayBefore }),
    fc.record({ end_date: dayBefore }),
    fc
      .tuple(dayBefore, dayBefore)
      .map(([a, b]) => (a < b ? { start_date: a, end_date: b } : { start_date: b, end_date: a })),
  )
  return fc
    .record({
      dates,
      fields: fc.record(fields),
      limit: sometimes(fc.integer({ min: 1, max: 7 })),
      now: fc.constantFrom(`${lastDay}T00:00:00.000Z`, `${lastDay}T23:59:59.999Z`),
    })
    .map(({ dates: days, fields: chosen, limit, now }) => ({
      fields: { ...days, ...chosen } as FixtureRequest,
      limit,
      now,
    }))
}
