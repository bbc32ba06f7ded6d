import type { Generated } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    competitors: CompetitorsTable
  }
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    last_entity: Generated<number>
  }
}

export interface CompetitorsTable {
  id: string
  brand_id: string
  number: number
  name: string
  primary_url: string | null
  domain: string | null
  relation: string
  aliases: string[]
  is_active: boolean
  is_manual: boolean
  match_case_sensitive: boolean
  match_require_domain: boolean
  match_in_context: Generated<boolean>
  excluded_phrases: Generated<string[]>
  match_mode: string
  color: number
  created_at: Date
  updated_at: Date
}
