import { z } from 'zod'
import { deprecatedFor, trimmedText, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { country } from '../../lib/countries.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'

export const suggestionState = z.enum(['proposed', 'accepted', 'rejected', 'promoted'])

export const suggestionSchema = z
  .object({
    id: z.uuid(),
    suggested_prompt: z.string(),
    country_codes: z.array(z.string()),
    category: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta(deprecatedFor('category_id and category_name')),
    state: suggestionState.meta(deprecatedFor('status')),
    product_id: z.uuid().nullable().describe('Product that the prompt is about.'),
    prompt_id: z.uuid().nullable().describe('Prompt created by promoting the suggestion.'),
    created_at: utcTimestamp,
    updated_at: utcTimestamp,
    category_id: z.uuid().nullable(),
    category_name: z.string().nullable(),
    status: suggestionState.describe('All statuses except proposed are final.'),
  })
  .meta({ component: 'AlignmentSuggestion' })

export const suggestionVersion = defineVersioned('suggestion', fieldsExcept(suggestionSchema, 'updated_at'))

export const suggestionFields = {
  suggested_prompt: trimmedText(1, 500),
  country_codes: z
    .array(country)
    .min(1)
    .max(20)
    .transform((codes) => [...new Set(codes)])
    .describe('Markets of the prompt.'),
}

export type Suggestion = Row<'alignment_suggestions'> & { category_name: string | null }

export const suggestionsOf = (db: PostgresLike, brandId: string) =>
  db
    .selectFrom('alignment_suggestions')
    .leftJoin('alignment_categories', 'alignment_categories.id', 'alignment_suggestions.category_id')
    .selectAll('alignment_suggestions')
    .select('alignment_categories.name as category_name')
    .where('alignment_suggestions.brand_id', '=', brandId)

export function serializeSuggestion(row: Suggestion): z.input<typeof suggestionSchema> {
  const { category_id: id, category_name: name } = row
  const category = id === null || name === null ? null : { id, name }
  return showRow(suggestionSchema, { ...row, category, status: row.state })
}
