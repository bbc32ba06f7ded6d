import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ExportFilters } from './export-filters.ts'
import type { ExportFormat } from './formats.ts'
import type { ExportKindName } from './kinds/index.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    exports: ExportsTable
    export_parts: { export_id: string; run: string; first_byte: ColumnType<string, number>; bytes: Buffer }
  }
}

/** Can exceed 32 bits but not the range of a number; read as text. */
type Count = ColumnType<string, number | undefined, number>

export interface ExportsTable {
  id: string
  brand_id: string
  person_id: string | null
  kind: ExportKindName
  format: ExportFormat
  filters: JSONColumnType<ExportFilters>
  /** Days in UTC, as text. */
  start_date: string
  end_date: string
  state: 'waiting' | 'working' | 'completed' | 'failed'
  run: string | null
  rows: Count
  bytes: Count
  done: Count
  total: ColumnType<string | null, number | null, number | null>
  /** Attempts that failed for temporary reasons. */
  failures: Generated<number>
  problem: string | null
  created_at: Date
  finished_at: Date | null
  expires_at: Date | null
}
