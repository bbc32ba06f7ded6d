import { z } from 'zod'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Brand } from '../../kernel/tables.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { metricCatalog, shareField, shareOf } from '../visibility/index.ts'
import type { Quote } from './find-names.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'competitor_suggestions.quotes': Quote[]
  }
}

export type Suggestion = Row<'competitor_suggestions'>
export type Search = Row<'competitor_searches'>

export const suggestionState = z.enum(['open', 'accepted', 'dismissed'])

export const suggestionSchema = z
  .object({
    id: z.uuid().describe('Stable for the same name.'),
    name: z.string().describe('Most frequent spelling in answers; third-party text.'),
    state: suggestionState.meta(deprecatedFor('status')),
    answers: z
      .int()
      .describe('Searched answers that mention it. visibility_pct is null if the latest search did not find it.'),
    visibility_pct: shareField.nullable().describe(metricCatalog.visibility_pct),
    with_brand_pct: shareField.nullable().describe('Share of these answers that also mention the brand.'),
    engines: z.array(z.string()),
    quotes: z
      .array(
        z.object({
          execution_id: z.uuid(),
          engine: z.string(),
          executed_at: utcTimestamp,
          text: z.string().describe('The sentence or line that mentions it, truncated around the name.'),
        }),
      )
      .describe('At most 3 quotes, of different prompts if possible, newest first.'),
    first_seen_at: utcTimestamp,
    last_seen_at: utcTimestamp,
    judgement: z
      .enum(['brand', 'other'])
      .nullable()
      .describe(
        'Judgment of the configured language model. `brand`: a possible competitor; `other`: anything else. Null if not judged.',
      ),
    competitor_id: z.uuid().nullable().describe('Id of the competitor, if accepted.'),
    status: suggestionState.describe('Open until a member accepts or dismisses it.'),
  })
  .meta({ component: 'CompetitorSuggestion' })

/** Excludes figures, which change automatically. */
export const suggestionVersion = defineVersioned('competitor suggestion', ['id', 'state'])

export const suggestionsOf = (db: PostgresLike, brandId: string) =>
  db.selectFrom('competitor_suggestions').selectAll().where('brand_id', '=', brandId)

export const findSearch = (db: PostgresLike, brandId: string): Promise<Search | undefined> =>
  db.selectFrom('competitor_searches').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

/** @param search the latest search, for shares */
export function serializeSuggestion(row: Suggestion, search: Search | undefined) {
  return showRow(suggestionSchema, {
    ...row,
    status: row.state,
    // A name missing from the latest search was counted in other answers.
    visibility_pct: row.place === null ? null : shareOf('visibility_pct', row.answers, search?.answers ?? 0),
    with_brand_pct: shareOf('with_brand_pct', row.answers_with_brand, row.answers),
  })
}

/** Names to exclude: of the brand, its competitors, including inactive ones, and its products. */
export async function excludedNames(
  db: PostgresLike,
  brand: Brand,
): Promise<{ own: string[]; competitors: string[]; others: string[] }> {
  const [competitors, products] = await Promise.all([
    db
      .selectFrom('competitors')
      .select(['name', 'aliases'])
      .where('brand_id', '=', brand.id)
      .orderBy('number')
      .execute(),
    db.selectFrom('products').select('name').where('brand_id', '=', brand.id).execute(),
  ])
  const others = competitors.flatMap(({ name, aliases }) => [name, ...aliases])
  return {
    own: [brand.name, ...brand.aliases],
    competitors: competitors.map(({ name }) => name),
    others: [...others, ...products.map(({ name }) => name)],
  }
}
