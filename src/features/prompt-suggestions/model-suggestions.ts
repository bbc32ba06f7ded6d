import type { Selectable } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { ModelSuggestionsTable } from './tables.ts'

/** The suggestions of a language model for a brand, and its last problem. */
export type ModelSuggestions = Selectable<ModelSuggestionsTable>

/** Undefined if no model was called for the brand. */
export const findModelSuggestions = (
  db: PostgresLike,
  brandId: string,
): Promise<ModelSuggestions | undefined> =>
  db.selectFrom('model_suggestions').selectAll().where('brand_id', '=', brandId).executeTakeFirst()
