declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    alignment_categories: AlignmentCategoriesTable
    alignment_suggestions: AlignmentSuggestionsTable
  }
}

export interface AlignmentCategoriesTable {
  id: string
  brand_id: string
  name: string
  created_at: Date
}

export interface AlignmentSuggestionsTable {
  id: string
  brand_id: string
  suggested_prompt: string
  country_codes: string[]
  category_id: string | null
  product_id: string | null
  state: string
  prompt_id: string | null
  created_at: Date
  updated_at: Date
}
