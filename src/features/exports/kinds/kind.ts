import type { BrandContext } from '../../../kernel/context.ts'
import type { BrandRows } from '../../../kernel/observed-tables.ts'
import type { MeasuredRow } from '../../../kernel/row-chunks.ts'
import type { ReadScope } from '../../../kernel/scopes.ts'
import type { Sql } from '../../../stores/clickhouse-sql.ts'
import type { Period } from '../../visibility/index.ts'
import type { ExportColumn, Owner } from '../columns.ts'
import type { ExportFilters } from '../export-filters.ts'

/** What a kind of export is made of, for one state of a brand. */
export interface Source {
  /** The stored rows that it is made of: what follows WHERE. */
  belongs: Sql
  /**
   * The rows `r` of a chunk of them: what follows FROM.
   * @param chunk a condition on the stored rows
   * @param measured those rows; none where the chunk is empty
   */
  rows(chunk: Sql, measured: readonly MeasuredRow[]): Sql
  /** The brand and its active competitors by their numbers. */
  entities: ReadonlyMap<number, Owner>
  owners: ReadonlyMap<string, Owner>
}

/** Something that can be exported. */
export interface ExportKind {
  summary: string
  /** The scope that reads the same as JSON, besides `read:prompts`. */
  scope: ReadScope
  /** The tables that it is made of, and those that these are made of. */
  readsTables: readonly string[]
  /** The table that is walked. */
  table: Pick<BrandRows, 'name' | 'key' | 'rowBytes'>
  /** Whether its rows have a `prompt`. */
  hasPrompts: boolean
  columns: readonly ExportColumn[]
  /** The filters that it takes, beside the period. */
  filters: readonly (keyof ExportFilters)[]
  /** @throws ApiError invalid_request for filters that do not fit */
  open(ctx: BrandContext, filters: ExportFilters & Period): Promise<Source>
}

/** Declares a kind; exists so that its parts are checked where they are declared. */
export const defineKind = (kind: ExportKind): ExportKind => kind
