import type { JSONColumnType } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    opportunities: OpportunitiesTable
  }
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    opportunities_of: string | null
  }
}

export interface OpportunitiesTable {
  id: string
  brand_id: string
  category: string
  kind: string
  topic_id: string | null
  title: string
  evidence: JSONColumnType<Record<string, unknown>>
  reach: number
  state: string
  progress: string
  experiment_id: string | null
  cause_gone_at: Date | null
  created_at: Date
  updated_at: Date
}
