import type { Generated, JSONColumnType } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    reading_configs: ReadingConfigsTable
  }
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    ingest_seq: Generated<number>
    pending_seq: number | null
    reading_version: number
    erasures: Generated<number>
  }
}

/** One entity that a reading looks for: the brand (number 1) or a competitor. */
export interface ReadEntity {
  number: number
  names: string[]
  domain: string | null
  case_sensitive: boolean
}

export interface ReadingConfigsTable {
  brand_id: string
  version: number
  entities: JSONColumnType<ReadEntity[]>
  read_seq: Generated<number>
  created_at: Date
}
