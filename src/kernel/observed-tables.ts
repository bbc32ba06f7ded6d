import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../stores/postgres.ts'
import type { Brand, Services } from './context.ts'

/** A ClickHouse table whose first column is `brand_id` or `workspace_id`. */
export type ClickHouseTable = BrandRows | WorkspaceRows

export interface BrandRows {
  name: string
  /** Its rows are not counted: only an unreadable part reveals a loss. */
  isUncounted?: true
  of: 'brand'
  /** Sort order for backups, after the columns fixed by `committed`. */
  key: readonly string[]
  /** Approximate size of a row. Use `length` for texts, which reads only their sizes. */
  rowBytes: Sql
  /** The brand's visible rows, which never change. Defaults to all rows. */
  committed?(brand: Brand): Sql
}

export interface WorkspaceRows {
  name: string
  /** As in `BrandRows`. */
  isUncounted?: true
  of: 'workspace'
  /** Its rows as JSON lines in chunks, as of the snapshot of PostgreSQL. */
  rows(services: Services, snapshot: PostgresLike): AsyncIterable<string[]>
}

export const clickhouseTables = ({ features }: Pick<Services, 'features'>): ClickHouseTable[] =>
  features.flatMap(({ tables }) => tables?.clickhouse ?? [])

/** Erases all rows of a brand or workspace in ClickHouse, including from disk. */
export async function eraseClickHouseRows(services: Services, of: ClickHouseTable['of'], id: string): Promise<void> {
  const { clickhouse } = services
  const column = sql.raw(`${of}_id`)
  for (const { name } of clickhouseTables(services).filter((table) => table.of === of)) {
    await clickhouse.settle(name)
    // Use a synchronous mutation: a lightweight delete only hides the rows.
    await clickhouse.command(
      sql`ALTER TABLE ${sql.raw(name)} DELETE WHERE ${column} = ${id} SETTINGS mutations_sync = 2`,
    )
  }
}
