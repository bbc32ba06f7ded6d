import type { Generated } from 'kysely'
import { committedUntil } from '../../kernel/batches.ts'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    ingest_tokens: IngestTokensTable
    bot_ranges: BotRangesTable
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

/** `networks` has the networks of a list or the keys (JWK) of a directory; null until the first successful fetch. */
export interface BotRangesTable {
  name: string
  url: string
  fetched_at: Date | null
  etag: string | null
  last_modified: string | null
  networks: string[] | null
  tried_at: Date
  problem: string | null
}

export const clickhouseTables: readonly ClickHouseTable[] = [
  {
    name: 'crawler_visits',
    of: 'brand',
    key: ['ts', 'visit_id'],
    rowBytes: sql`byteSize(*)`,
    committed: ({ visits_seq }) => committedUntil(visits_seq),
  },
]
