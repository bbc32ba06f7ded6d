import { sql as postgres, type Transaction } from 'kysely'
import type { Brand, Services } from '../../kernel/context.ts'
import type { BrandRows } from '../../kernel/observed-tables.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Tables } from '../../stores/postgres-schema.ts'

/** Rows are held in memory in chunks of about so many bytes, or of one row. */
export const chunkBytes = 8_000_000
/** Rows whose sizes are looked at together. */
const measuredRows = 1000
/** Rows of PostgreSQL are small: names, texts of prompts. */
const fetchedRows = 500

/** A backup waits for a query longer than a request does. */
const timeoutSeconds = 300

/** The rows of a PostgreSQL table as JSON texts, in chunks. */
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

/** Where a row stands in the order of its table. */
type Position = readonly (string | number)[]

/**
 * The rows of a brand in a ClickHouse table, in chunks. They are walked in the order in which they are stored, from one
 * position to the next, so that each is read twice at most however many there are: sizes first, then rows.
 */
export async function* clickhouseRows(
  { clickhouse }: Services,
  { name, key, rowBytes, committed }: BrandRows,
  brand: Brand,
): AsyncGenerator<string[]> {
  const columns = sql.raw(key.join(', '))
  const belongs = sql`brand_id = ${brand.id} AND ${committed?.(brand) ?? sql`true`}`
  const select = (what: Sql, conditions: Sql[], limit: Sql) =>
    sql`SELECT ${what} FROM ${sql.raw(name)} WHERE ${sql.and([belongs, ...conditions])} ORDER BY ${columns} ${limit}`
  let from: Position | undefined
  for (;;) {
    const start: Sql[] = from === undefined ? [] : [compared(key, '>', from)]
    const limit = sql`LIMIT ${measuredRows}`
    const measuring = select(sql`${columns}, toUInt32(${rowBytes}) AS row_bytes`, start, limit)
    const measured = await clickhouse.query<Measured>(measuring, timeoutSeconds)
    for (const until of chunkEnds(measured, key)) {
      const after: Sql[] = from === undefined ? [] : [compared(key, '>', from)]
      const rows = select(sql`*`, [...after, compared(key, '<', until, true)], sql``)
      yield await clickhouse.lines(rows, timeoutSeconds)
      from = until
    }
    if (measured.length < measuredRows) return
  }
}

type Measured = { row_bytes: number } & Record<string, string | number>

/** The positions of the last rows of chunks. */
function chunkEnds(rows: readonly Measured[], key: readonly string[]): Position[] {
  const ends: Position[] = []
  let bytes = 0
  rows.forEach((row, index) => {
    bytes += row.row_bytes
    const next = rows[index + 1]
    if (next !== undefined && bytes + next.row_bytes <= chunkBytes) return
    ends.push(key.map((column) => row[column] as string | number))
    bytes = 0
  })
  return ends
}

/** Compares rows with a position. The first column stands apart as well, which the primary key is searched by. */
function compared(key: readonly string[], sign: '>' | '<', position: Position, orSame = false): Sql {
  const beyond = key.reduceRight<Sql>((rest, column, index) => {
    const name = sql.raw(column)
    const value = position[index] as string | number
    return sql`(${name} ${sql.raw(sign)} ${value} OR (${name} = ${value} AND ${rest}))`
  }, sql`${orSame}`)
  return sql`${sql.raw(key[0] as string)} ${sql.raw(sign)}= ${position[0] as string | number} AND ${beyond}`
}
