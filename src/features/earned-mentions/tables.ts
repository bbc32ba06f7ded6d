import type { Generated } from 'kysely'
import { committedUntil } from '../../kernel/batches.ts'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    earned_mention_states: EarnedMentionStatesTable
  }
}

export interface EarnedMentionStatesTable {
  brand_id: string
  citation_id: string
  /** A UInt64. */
  page_number: string
  state: string
  updated_at: Date
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    pages_seq: Generated<number>
    pages_pending: Generated<boolean>
    pages_version: Generated<number>
    pages_switched_at: Date | null
    pages_tidied_seq: Generated<number>
  }
}

export const clickhouseTables: readonly ClickHouseTable[] = [
  {
    name: 'page_scans',
    of: 'brand',
    key: ['page', 'seq'],
    rowBytes: sql`200 + length(content) + byteSize(url, title, authors, links)`,
    committed: ({ pages_seq }) => committedUntil(pages_seq),
  },
  {
    name: 'page_readings',
    of: 'brand',
    key: ['page', 'seq'],
    rowBytes: sql`byteSize(*)`,
    committed: ({ pages_version, pages_seq }) =>
      sql`version = ${pages_version} AND ${committedUntil(pages_seq)}`,
  },
]
