import fc from 'fast-check'
import type { Endpoint } from './ask.ts'
import { addDays, type PlainRequest } from './plain-metrics.ts'
import { lastDay, worldCountries, worldEngines } from './random-world.ts'

/** A request that fits any world: topics and tags are told by their place in its lists. */
export interface WorldRequest {
  endpoint: Endpoint
  /** The time of the request. */
  now: string
  fields: PlainRequest
  topics: number[]
  tags: number[]
  limit: number | undefined
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), arbitrary)
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** Moments at which other time zones have another date than UTC. */
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

/** Bounds in any combination that the API accepts. */
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
  engine: maybe(fc.subarray([...worldEngines, 'copilot'], { minLength: 1 })),
  country: some([...worldCountries, 'JP']),
  tag_match_mode: maybe(fc.constantFrom('any', 'all', 'exclude_any', 'exclude_all')),
  top_competitors: maybe(fc.nat(20)),
})

export const worldRequest: fc.Arbitrary<WorldRequest> = fc
  .record({
    endpoint: fc.constantFrom<Endpoint>('competitors/rankings', 'visibility/engines'),
    now,
    dates,
    fields,
    topics: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(5), { maxLength: 3 })),
    tags: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(2), { minLength: 1, maxLength: 3 })),
    limit: sometimes(fc.integer({ min: 1, max: 5 })),
  })
  .map(({ dates, fields, ...request }) => ({
    ...request,
    fields: {
      ...dates,
      ...(request.endpoint === 'competitors/rankings' ? withoutTop(fields) : withoutEngine(fields)),
    },
  }))

const withoutTop = ({ top_competitors: _, ...rest }: PlainRequest): PlainRequest => rest
const withoutEngine = ({ engine: _, ...rest }: PlainRequest): PlainRequest => rest

/** The request with the ids of a world's topics and tags; a list that comes out empty is left out. */
export function fitted(
  request: WorldRequest,
  topicIds: readonly string[],
  tagIds: readonly string[],
): PlainRequest {
  const chosen = (places: readonly number[], ids: readonly string[]) => {
    const found = places.flatMap((place) => ids[place % ids.length] ?? [])
    return found.length === 0 ? undefined : found
  }
  return {
    ...request.fields,
    topic_id: chosen(request.topics, topicIds),
    tag_id: chosen(request.tags, tagIds),
  }
}
