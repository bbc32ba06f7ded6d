import type { PostgresLike, Row } from '../../stores/postgres.ts'
import type { ModelSuggestion } from './ask-model.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'model_suggestions.suggestions': ModelSuggestion[]
  }
}

export type ModelSuggestions = Row<'model_suggestions'>

/** Undefined if no model was called for the brand. */
export const findModelSuggestions = (db: PostgresLike, brandId: string): Promise<ModelSuggestions | undefined> =>
  db.selectFrom('model_suggestions').selectAll().where('brand_id', '=', brandId).executeTakeFirst()
