import type { JSONColumnType, Selectable } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { ModelSuggestion } from './ask-model.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    model_suggestions: ModelSuggestionsTable
  }
}

export interface ModelSuggestionsTable {
  brand_id: string
  data_version: number
  material_hash: string | null
  looked_at: Date
  /** The model that made the suggestions. */
  model: string | null
  /** Why there are no newer suggestions. */
  problem: string | null
  suggestions: JSONColumnType<ModelSuggestion[]>
}

/** The suggestions of a language model for a brand, and its last problem. */
export type ModelSuggestions = Selectable<ModelSuggestionsTable>

/** Undefined if no model was called for the brand. */
export const findModelSuggestions = (
  db: PostgresLike,
  brandId: string,
): Promise<ModelSuggestions | undefined> =>
  db.selectFrom('model_suggestions').selectAll().where('brand_id', '=', brandId).executeTakeFirst()
