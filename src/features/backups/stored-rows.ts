import { sql as postgres, type Transaction } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { BrandRows } from '../../kernel/observed-tables.ts'
import { rowChunks } from '../../kernel/row-chunks.ts'
import type { Brand } from '../../kernel/tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Tables } from '../../stores/postgres-schema.ts'

/** Approximate size of a chunk in memory, unless a row is larger. */
export const chunkBytes = 8_000_000
/** Rows whose sizes are measured together. */
const measuredRows = 1000
/** PostgreSQL rows are small, such as names and prompt texts. */
const fetchedRows = 500

/** Query timeout, longer than that of requests. */
const timeoutSeconds = 300

/** Reads a PostgreSQL table as JSON in chunks. */
export async function* postgresRows(
  snapshot: Transaction<Tables>,
  table: keyof Tables,
): AsyncGenerator<string[]> {
  const cursor = postgres.ref(`backup_${table}`)
  const rows = postgres`select row_to_json(t)::text as row from ${postgres.table(table)} t`
  await postgres`declare ${cursor} cursor for ${rows}`.execute(snapshot)
  const fetch = postgres<{ row: string }>`fetch ${postgres.lit(fetchedRows)} from ${cursor}`
  for (;;) {
    const { rows } = await fetch.execute(snapshot)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await postgres`close ${cursor}`.execute(snapshot)
}

/** Reads the rows of a brand from a ClickHouse table, in chunks and storage order. */
export async function* clickhouseRows(
  services: Services,
  table: BrandRows,
  brand: Brand,
): AsyncGenerator<string[]> {
  const belongs = sql`brand_id = ${brand.id} AND ${table.committed?.(brand) ?? sql`true`}`
  const size = { rows: measuredRows, bytes: chunkBytes }
  const order = sql.raw(table.key.join(', '))
  for await (const { condition } of rowChunks(services, table, belongs, size, timeoutSeconds))
    yield await services.clickhouse.lines(
      sql`SELECT * FROM ${sql.raw(table.name)} WHERE ${sql.and([belongs, condition])} ORDER BY ${order}`,
      timeoutSeconds,
    )
}
