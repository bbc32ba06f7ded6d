import type { Generated } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    ingest_tokens: IngestTokensTable
  }
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    visits_seq: Generated<number>
    visits_pending: Generated<boolean>
  }
}

export interface IngestTokensTable {
  id: string
  brand_id: string
  name: string
  salt: Buffer
  hash: Buffer
  last_four: string
  created_at: Date
  revoked_at: Date | null
}
