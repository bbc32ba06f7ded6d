import type { Generated, JSONColumnType } from 'kysely'
import type { Prices } from '../../lib/providers/prices.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    sources: SourcesTable
  }
}

export interface SourcesTable {
  id: string
  workspace_id: string
  kind: string
  name: string
  base_url: string
  model: string
  concurrency: number
  requests_per_minute: number
  price: JSONColumnType<Prices>
  terms_confirmed: boolean
  /** Encrypted, bound to the source. */
  api_key: Buffer
  paused_reason: string | null
  tokens: Generated<number>
  tokens_at: Date | null
  failures: Generated<number>
  closed_until: Date | null
  created_at: Date
  updated_at: Date
}
