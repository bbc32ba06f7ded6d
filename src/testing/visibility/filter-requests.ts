import fc from 'fast-check'
import { z } from 'zod'
import { operations } from '../../features.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { BuiltFixture } from './build-fixture.ts'
import { fixtureCountries, fixtureEngines } from './random-fixture.ts'

/** A request's parameters by their names. */
export type Filters = Record<string, string | string[]>

const namesFilter = /engine|country|market|topic|tag|prompt|entity|competitor/
/** Parameters with such a name that filter neither answers nor rows. */
const otherParameters = ['tag_match_mode', 'top_competitors', 'min_competitors', 'include_competitor_owned_domains']

const filtersOf = ({ fields }: Operation) =>
  Object.keys(fields).filter((name) => namesFilter.test(name) && !otherParameters.includes(name))

/** A read of the API that takes filters. */
export interface FilteredRead {
  name: string
  filters: string[]
  operation: Operation
}

/** Every read of the API with an entity, engine, market, topic, tag or prompt filter, by its declared fields. */
export const filteredReads: FilteredRead[] = operations.flatMap((operation) => {
  const filters = filtersOf(operation)
  const isRead = operation.http?.method === 'GET' && operation.on === 'brand'
  return isRead && filters.length > 0 ? [{ name: operation.name, filters, operation }] : []
})

/** Possible values of a filter. @throws Error for a filter without values here */
function valuesOf(filter: string, { brand, tagIds }: BuiltFixture): string[] {
  const competitors = brand.entities.filter(({ isOurBrand }) => !isOurBrand)
  switch (filter) {
    case 'entity_id':
      return brand.entities.map(({ id }) => id)
    case 'competitor_id':
      return competitors.map(({ id }) => id)
    case 'engine':
      return [...fixtureEngines, 'copilot']
    case 'country':
      return [...fixtureCountries, 'JP']
    case 'topic_id':
      return brand.topics.map(({ id }) => id)
    case 'tag_id':
      return tagIds
    case 'prompt_id':
      return [...new Set(brand.answers.flatMap(({ prompt }) => prompt?.id ?? []))]
    default:
      throw new Error(`no values are known for the filter ${filter}`)
  }
}

const takesMany = ({ fields }: Operation, name: string) =>
  z.toJSONSchema(fields[name] as z.ZodType, { io: 'input' }).type === 'array'

/** Requests of a read: one with each filter, then some with several random ones. */
export function filterRequests(read: FilteredRead, built: BuiltFixture, seed: number, several: number) {
  const oneOf = (name: string): fc.Arbitrary<Filters> => {
    const values = valuesOf(name, built)
    if (values.length === 0) return fc.constant({})
    if (!takesMany(read.operation, name)) return fc.constantFrom(...values).map((value) => ({ [name]: value }))
    const most = Math.min(3, values.length)
    return fc.subarray(values, { minLength: 1, maxLength: most }).map((some) => ({ [name]: some }))
  }
  const withMode = (filters: Filters): fc.Arbitrary<Filters> =>
    filters.tag_id === undefined
      ? fc.constant(filters)
      : fc
          .constantFrom('any', 'all', 'exclude_any', 'exclude_all')
          .map((tag_match_mode) => ({ ...filters, tag_match_mode }))
  const joined = (names: string[]) =>
    fc
      .tuple(...names.map(oneOf))
      .map((parts): Filters => Object.assign({}, ...parts))
      .chain(withMode)
  const random = fc.subarray(read.filters, { minLength: Math.min(2, read.filters.length) }).chain(joined)
  return [
    ...read.filters.flatMap((name, index) => fc.sample(joined([name]), { seed: seed + index, numRuns: 1 })),
    ...fc.sample(random, { seed, numRuns: several }),
  ]
}
