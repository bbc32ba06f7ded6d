import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../stores/postgres.ts'
import type { Brand, Services } from './context.ts'

/** A table of ClickHouse whose first column is `brand_id` or `workspace_id`. */
export type ClickHouseTable = BrandRows | WorkspaceRows

export interface BrandRows {
  name: string
  /** Nothing says how many rows it should hold: a part that the engine cannot read is all that tells of a loss. */
  isUncounted?: true
  of: 'brand'
  /** What a backup walks it by: its order, behind the columns that `committed` fixes. */
  key: readonly string[]
  /** About what a row takes. Of texts, `length` reads the sizes and not the texts. */
  rowBytes: Sql
  /** The rows of a brand that can be seen, which never change; all of them where not given. */
  committed?(brand: Brand): Sql
}

export interface WorkspaceRows {
  name: string
  /** As of rows of a brand. */
  isUncounted?: true
  of: 'workspace'
  /** Its rows as lines of JSON, in chunks, as they were when the snapshot of PostgreSQL was made. */
  rows(services: Services, snapshot: PostgresLike): AsyncIterable<string[]>
}

export const clickhouseTables = ({ features }: Pick<Services, 'features'>): ClickHouseTable[] =>
  features.flatMap(({ tables }) => tables?.clickhouse ?? [])

/** Erases all that ClickHouse holds of a brand or workspace, from the disk too. */
export async function eraseClickHouseRows(
  services: Services,
  of: ClickHouseTable['of'],
  id: string,
): Promise<void> {
  const { clickhouse } = services
  const column = sql.raw(`${of}_id`)
  for (const { name } of clickhouseTables(services).filter((table) => table.of === of)) {
    await clickhouse.settle(name)
    // A mutation that is waited for, not a lightweight delete, which only hides the rows.
    await clickhouse.command(
      sql`ALTER TABLE ${sql.raw(name)} DELETE WHERE ${column} = ${id} SETTINGS mutations_sync = 2`,
    )
  }
}
