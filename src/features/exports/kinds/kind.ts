import type { BrandContext } from '../../../kernel/context.ts'
import type { BrandRows } from '../../../kernel/observed-tables.ts'
import type { MeasuredRow } from '../../../kernel/row-chunks.ts'
import type { ReadScope } from '../../../kernel/scopes.ts'
import type { Sql } from '../../../stores/clickhouse-sql.ts'
import type { Period } from '../../visibility/index.ts'
import type { ExportColumn, Owner } from '../columns.ts'
import type { ExportFilters } from '../export-filters.ts'

export interface Source {
  /** Condition on the stored rows, after WHERE. */
  belongs: Sql
  /**
   * The rows `r` of a chunk, after FROM.
   * @param chunk a condition on the stored rows
   * @param measured the stored rows of the chunk, possibly none
   */
  rows(chunk: Sql, measured: readonly MeasuredRow[]): Sql
  /** The brand and its active competitors, by number. */
  entities: ReadonlyMap<number, Owner>
  owners: ReadonlyMap<string, Owner>
}

export interface ExportKind {
  summary: string
  /** The scope required in addition to `read:prompts`, as for the same data in JSON. */
  scope: ReadScope
  /** All tables that it depends on. */
  readsTables: readonly string[]
  /** The table that is read in chunks. Without one, `rows` returns all rows for a condition that is true. */
  table?: Pick<BrandRows, 'name' | 'key' | 'rowBytes'>
  /** Whether the rows have a `prompt`. */
  hasPrompts: boolean
  columns: readonly ExportColumn[]
  /** Supported filters, in addition to the period. */
  filters: readonly (keyof ExportFilters)[]
  /** @throws ApiError invalid_request for invalid filters */
  open(ctx: BrandContext, filters: ExportFilters & Period): Promise<Source>
}

/** Declares a kind, for type inference. */
export const defineKind = (kind: ExportKind): ExportKind => kind
