import type { JSONColumnType } from 'kysely'
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
