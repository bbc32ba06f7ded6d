import type { Selectable } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { ModelSuggestionsTable } from './tables.ts'

/** What a language model has said of a brand, and why it says no more. */
export type ModelSuggestions = Selectable<ModelSuggestionsTable>

/** Undefined for a brand that no model was asked about. */
export const findModelSuggestions = (
  db: PostgresLike,
  brandId: string,
): Promise<ModelSuggestions | undefined> =>
  db.selectFrom('model_suggestions').selectAll().where('brand_id', '=', brandId).executeTakeFirst()
