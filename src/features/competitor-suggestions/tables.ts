import type { JSONColumnType } from 'kysely'
import type { Quote } from './find-names.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    competitor_searches: CompetitorSearchesTable
    competitor_suggestions: CompetitorSuggestionsTable
  }
}

export interface CompetitorSearchesTable {
  brand_id: string
  state: string
  looked_at: Date
  start_date: string
  end_date: string
  answers: number
  answers_of_period: string
  answers_naming_brand: number
  model: string | null
  model_problem: string | null
}

export interface CompetitorSuggestionsTable {
  id: string
  brand_id: string
  name: string
  place: number | null
  answers: number
  answers_with_brand: number
  engines: string[]
  quotes: JSONColumnType<Quote[]>
  first_seen_at: Date
  last_seen_at: Date
  judgement: string | null
  state: string
  competitor_id: string | null
  created_at: Date
  updated_at: Date
}
