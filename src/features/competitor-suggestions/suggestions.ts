import { sql } from 'kysely'
import { z } from 'zod'
import { filterBy, utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation, forEditors } from '../../kernel/operation.ts'
import { executions, periodSchema, shareField, shareOf } from '../visibility/index.ts'
import { createNameMatcher } from './name-matcher.ts'
import { searchBrand } from './search-brand.ts'
import {
  excludedNames,
  findSearch,
  serializeSuggestion,
  suggestionSchema,
  suggestionState,
  suggestionsOf,
  suggestionVersion,
} from './suggestion.ts'

/** Sorts after all found names. */
const noPlace = 2 ** 31 - 1

export const listCompetitorSuggestions = defineOperation({
  name: 'list-competitor-suggestions',
  summary: 'List untracked brands in answers, most likely competitors first',
  description:
    'From names that answers list, emphasize or link, in the newest 5,000 answers of the last 90 days. Updated minutes after ' +
    'new answers, or daily for brands with many. Excludes the brand, its competitors and its products. A configured ' +
    'language model judges the first 100 names; names that are not brands come last.',
  ...brandRead('read:visibility', '/competitors/suggestions'),
  shows: suggestionVersion,
  fields: {
    state: filterBy(suggestionState).describe('Filter by status. Defaults to open.'),
  },
  list: { position: z.tuple([z.int(), z.guid()]), defaultLimit: 20 },
  data: z.array(suggestionSchema),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema.nullable().describe('Null before the first search.'),
    executions,
    executions_of_period: z
      .int()
      .describe('All answers in the period. If there are more than executions, only the newest were searched.'),
    brand_visibility_pct: shareField.nullable().describe('Share of the searched answers that mention the brand.'),
    looked_at: utcTimestamp.nullable(),
    model: z.string().nullable().describe('The language model that judged names.'),
    model_problem: z.string().nullable().describe('Why the configured language model failed. Null if it did not.'),
  }),
  async run({ ctx: { services, brand }, input, page }) {
    const { db } = services
    const place = sql<number>`coalesce(place, ${noPlace})`
    let rows = suggestionsOf(db, brand.id).where('state', 'in', input.state ?? ['open'])
    if (page.after !== undefined) {
      const [after, id] = page.after
      rows = rows.where(sql<boolean>`(${place}, id) > (${after}::integer, ${id}::uuid)`)
    }
    const [found, search, names] = await Promise.all([
      rows.orderBy(place).orderBy('id').execute(),
      findSearch(db, brand.id),
      excludedNames(db, brand),
    ])
    const isTaken = createNameMatcher([...names.own, ...names.others])
    // Competitors may have been added since the search.
    const free = found.filter(({ state, name }) => state !== 'open' || !isTaken(name))
    const shown = free.slice(0, page.limit)
    const last = shown.at(-1)
    const next: [number, string] | undefined =
      free.length > shown.length && last !== undefined ? [last.place ?? noPlace, last.id] : undefined
    return {
      data: shown.map((row) => serializeSuggestion(row, search)),
      next,
      meta: {
        brand_id: brand.id,
        period: search === undefined ? null : { start_date: search.start_date, end_date: search.end_date },
        executions: search?.answers ?? 0,
        executions_of_period: search?.answers_of_period ?? 0,
        brand_visibility_pct: shareOf('brand_visibility_pct', search?.answers_naming_brand ?? 0, search?.answers ?? 0),
        looked_at: search?.looked_at.toISOString() ?? null,
        model: search?.model ?? null,
        model_problem: search?.model_problem ?? null,
      },
    }
  },
})

export const refreshCompetitorSuggestions = defineOperation({
  ...forEditors,
  name: 'refresh-competitor-suggestions',
  summary: 'Search answers for untracked brands now, instead of automatically after new answers',
  readsTables: ['answers', 'readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    answers: z.int().describe('Searched answers.'),
    open: z.int().describe('Open suggestions.'),
  }),
  run: async ({ ctx: { services, brand } }) => ({
    data: await searchBrand(services, brand, services.closing),
  }),
})
