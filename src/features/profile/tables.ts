import type { Generated, JSONColumnType } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    brand_profiles: BrandProfilesTable
    brand_analyses: BrandAnalysesTable
  }
}

export interface BrandProfilesTable {
  brand_id: string
  industry: string | null
  short_description: string | null
  description: string | null
  primary_audience: string | null
  main_market: string | null
  key_features: string[]
  set_by: JSONColumnType<Record<string, string>>
  created_at: Date
  updated_at: Date
}

export interface BrandAnalysesTable {
  brand_id: string
  run: number
  status: string
  error: string | null
  derived_by: string | null
  model: string | null
  model_problem: string | null
  pages: Generated<string[]>
  site_problem: string | null
  documents: Generated<number>
  products_added: Generated<number>
  known_products: Generated<string[]>
  suggested_aliases: Generated<string[]>
  started_at: Date
  ended_at: Date | null
}
