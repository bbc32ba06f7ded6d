import fc from 'fast-check'
import { type Endpoint, endpoints } from './ask.ts'
import { fixtureCountries, fixtureEngines, lastDay } from './random-fixture.ts'
import type { ReferenceBrand, ReferenceRequest } from './reference-brand.ts'
import { addDays } from './reference-ranking.ts'

/** A request that fits any fixture: topics, tags and competitors are indexes into its lists. */
export interface FixtureRequest {
  endpoint: Endpoint
  /** The time of the request. */
  now: string
  fields: ReferenceRequest
  topics: number[]
  tags: number[]
  competitors: number[]
  limit: number | undefined
  /** The dimension of a trend, if the endpoint has one. */
  axis: ReferenceRequest['dimension']
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), arbitrary)
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** Times at which other time zones have another date than UTC. */
const now = fc.constantFrom(
  `${lastDay}T00:00:00.000Z`,
  `${lastDay}T12:00:00.000Z`,
  `${lastDay}T23:59:59.999Z`,
  `${addDays(lastDay, 1)}T00:00:00.000Z`,
)

const daysBack = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 60 }) },
  { weight: 1, arbitrary: fc.nat(399) },
)

/** Any combination of bounds that the API accepts. */
const dates = fc.oneof(
  fc.constant({}),
  fc.record({ end_date: daysBack.map((days) => addDays(lastDay, -days)) }),
  fc.record({ start_date: fc.nat(70).map((days) => addDays(lastDay, -days)) }),
  fc.tuple(daysBack, fc.oneof(fc.nat(4), fc.nat(70), fc.nat(399))).map(([end, length]) => ({
    start_date: addDays(lastDay, -end - length),
    end_date: addDays(lastDay, -end),
  })),
)

const some = <T>(values: readonly T[]) => sometimes(fc.subarray([...values], { minLength: 1 }))

const fields = fc.record({
  compare_to_previous: maybe(fc.boolean()),
  engine: maybe(fc.subarray([...fixtureEngines, 'copilot'], { minLength: 1 })),
  country: some([...fixtureCountries, 'JP']),
  tag_match_mode: maybe(fc.constantFrom('any', 'all', 'exclude_any', 'exclude_all')),
  top_competitors: maybe(fc.nat(20)),
  dimension: fc.constantFrom('topic', 'market'),
  interval: maybe(fc.constantFrom('day', 'week', 'month')),
  window_days: maybe(fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 365 }))),
})

const dateNames = ['start_date', 'end_date'] as const
const answerFilters = [...dateNames, 'topic_id', 'country', 'tag_id', 'tag_match_mode'] as const

/** The parameters of each endpoint. */
const taken: Record<Endpoint, readonly (keyof ReferenceRequest)[]> = {
  'competitors/rankings': [...answerFilters, 'engine', 'compare_to_previous'],
  'visibility/engines': [...answerFilters, 'compare_to_previous', 'top_competitors'],
  'visibility/segments': [...dateNames, 'dimension', 'compare_to_previous'],
  'visibility/segments/trend': [...answerFilters, 'engine', 'interval', 'dimension'],
  'visibility/trend': [...answerFilters, 'engine', 'interval', 'competitor_id'],
  'topics/scoreboard': ['window_days'],
}

export const fixtureRequest: fc.Arbitrary<FixtureRequest> = fc
  .record({
    endpoint: fc.constantFrom<Endpoint>(...endpoints),
    now,
    dates,
    fields,
    topics: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(5), { maxLength: 3 })),
    tags: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(2), { minLength: 1, maxLength: 3 })),
    competitors: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(7), { minLength: 1, maxLength: 8 })),
    axis: fc.constantFrom('engine', 'topic', 'market', 'prompt'),
    limit: sometimes(fc.integer({ min: 1, max: 5 })),
  })
  .map(({ dates, fields, ...request }) => ({ ...request, fields: { ...dates, ...fields } }))

/** The request with ids of a brand's topics, tags and competitors; empty lists are omitted. */
export function fitted(
  request: FixtureRequest,
  { topics, entities }: ReferenceBrand,
  tagIds: readonly string[],
): ReferenceRequest {
  const chosen = (places: readonly number[], ids: readonly string[]) => {
    const found = places.flatMap((place) => ids[place % ids.length] ?? [])
    return found.length === 0 ? undefined : found
  }
  const competitors = entities.filter((entity) => !entity.isOurBrand)
  const all: ReferenceRequest = {
    ...request.fields,
    ...(request.endpoint === 'visibility/segments/trend' ? { dimension: request.axis } : {}),
    topic_id: chosen(
      request.topics,
      topics.map((topic) => topic.id),
    ),
    tag_id: chosen(request.tags, tagIds),
    competitor_id: chosen(
      request.competitors,
      competitors.map((entity) => entity.id),
    ),
  }
  return Object.fromEntries(taken[request.endpoint].map((name) => [name, all[name]]))
}
