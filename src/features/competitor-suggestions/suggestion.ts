import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../../kernel/context.ts'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { metricCatalog, shareField, shareOf } from '../visibility/index.ts'
import type { CompetitorSearchesTable, CompetitorSuggestionsTable } from './tables.ts'

export type Suggestion = Selectable<CompetitorSuggestionsTable>
export type Search = Selectable<CompetitorSearchesTable>

export const suggestionState = z.enum(['open', 'accepted', 'dismissed'])

export const suggestionSchema = z
  .object({
    id: z.uuid().describe('The same as long as the name is'),
    name: z.string().describe('As answers write it most often: text of third parties'),
    state: suggestionState.meta(deprecatedFor('status')),
    answers: z
      .int()
      .describe(
        'Answers that name it, of those that were looked at; visibility_pct is null where none is found any more',
      ),
    visibility_pct: shareField.nullable().describe(metricCatalog.visibility_pct),
    with_brand_pct: shareField
      .nullable()
      .describe('Of the answers that name it, those that name the brand too'),
    engines: z.array(z.string()),
    quotes: z
      .array(
        z.object({
          execution_id: z.uuid(),
          engine: z.string(),
          executed_at: utcTimestamp,
          text: z
            .string()
            .describe('The sentence or line that names it, cut around the name where it is long'),
        }),
      )
      .describe('At most three, of different prompts where there are any, the newest first'),
    first_seen_at: utcTimestamp,
    last_seen_at: utcTimestamp,
    judgement: z
      .enum(['brand', 'other'])
      .nullable()
      .describe(
        'What the configured language model holds it for: brand, one that may compete; other, anything else. Null where it was not asked',
      ),
    competitor_id: z.uuid().nullable().describe('Of the competitor that it has become'),
    status: suggestionState.describe('Open until somebody has decided'),
  })
  .meta({ component: 'CompetitorSuggestion' })

/** What answers say of it changes by itself. */
export const suggestionVersion = defineVersioned('competitor suggestion', ['id', 'state'])

export const suggestionsOf = (db: PostgresLike, brandId: string) =>
  db.selectFrom('competitor_suggestions').selectAll().where('brand_id', '=', brandId)

export const findSearch = (db: PostgresLike, brandId: string): Promise<Search | undefined> =>
  db.selectFrom('competitor_searches').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

/** @param search what its figures are shares of */
export function serializeSuggestion(
  row: Suggestion,
  search: Search | undefined,
): z.input<typeof suggestionSchema> {
  type Shown = z.input<typeof suggestionSchema>
  return {
    id: row.id,
    name: row.name,
    state: row.state as Shown['state'],
    answers: row.answers,
    // What is no longer found was counted in other answers than the last search's.
    visibility_pct: row.place === null ? null : shareOf('visibility_pct', row.answers, search?.answers ?? 0),
    with_brand_pct: shareOf('with_brand_pct', row.answers_with_brand, row.answers),
    engines: row.engines,
    quotes: row.quotes,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    judgement: row.judgement as Shown['judgement'],
    competitor_id: row.competitor_id,
    status: row.state as Shown['status'],
  }
}

/** Names that are nobody's suggestion: of the brand, its competitors, switched-off ones included, and its products. */
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
