import type { Generated, JSONColumnType } from 'kysely'
import type { ListPrice, Prices } from '../../lib/providers/prices.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    sources: SourcesTable
    list_prices: { kind: string; model: string; price: JSONColumnType<ListPrice>; updated_at: Date }
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
  /** A copy of the provider’s `list_prices`. */
  listed_prices: JSONColumnType<ListPrice[], string | undefined, string>
  terms_confirmed: boolean
  /** Encrypted, bound to the source. */
  api_key: Buffer
  paused_reason: string | null
  tokens: Generated<number>
  tokens_at: Date | null
  failures: Generated<number>
  /** Consecutive requests without a response that may be charged. */
  losses: Generated<number>
  closed_until: Date | null
  created_at: Date
  updated_at: Date
}
