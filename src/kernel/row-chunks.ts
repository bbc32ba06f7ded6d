import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { Services } from './context.ts'
import type { BrandRows } from './observed-tables.ts'

/** Limits of one chunk of a table. */
export interface ChunkSize {
  /** Maximum number of rows, whose sizes are read together. */
  rows: number
  /** Approximate maximum size; a chunk has at least one row. */
  bytes: number
}

/** A row's position in the table's order. */
type Position = readonly (string | number)[]

/** A row's key, its size, and additional columns. */
export type MeasuredRow = { row_bytes: number } & Record<string, string | number>

export interface RowChunk {
  rows: readonly MeasuredRow[]
  /** The condition that selects exactly its rows among those walked. */
  condition: Sql
}

/**
 * Walks rows of a ClickHouse table in storage order, from one position to the next. Reads each row at most
 * twice: its size here, then whatever the caller reads of a chunk.
 * @param belongs the WHERE condition
 * @param more additional columns to measure, each with a leading comma
 */
export async function* rowChunks(
  { clickhouse }: Services,
  { name, key, rowBytes }: Pick<BrandRows, 'name' | 'key' | 'rowBytes'>,
  belongs: Sql,
  size: ChunkSize,
  timeoutSeconds: number,
  more: Sql = sql``,
): AsyncGenerator<RowChunk> {
  const columns = sql.raw(key.join(', '))
  let from: Position | undefined
  for (;;) {
    const start = from === undefined ? [] : [comparePosition(key, '>', from)]
    const measured = await clickhouse.query<MeasuredRow>(
      sql`SELECT ${columns}, toUInt32(${rowBytes}) AS row_bytes ${more} FROM ${sql.raw(name)}
        WHERE ${sql.and([belongs, ...start])} ORDER BY ${columns} LIMIT ${size.rows}`,
      timeoutSeconds,
    )
    for (const rows of chunksOf(measured, size.bytes)) {
      const after = from === undefined ? [] : [comparePosition(key, '>', from)]
      const last = rows.at(-1) as MeasuredRow
      const until = key.map((column) => last[column] as string | number)
      yield { rows, condition: sql.and([...after, comparePosition(key, '<', until, true)]) }
      from = until
    }
    if (measured.length < size.rows) return
  }
}

function chunksOf(rows: readonly MeasuredRow[], maxBytes: number): MeasuredRow[][] {
  const chunks: MeasuredRow[][] = []
  let chunk: MeasuredRow[] = []
  let bytes = 0
  rows.forEach((row, index) => {
    chunk.push(row)
    bytes += row.row_bytes
    const next = rows[index + 1]
    if (next !== undefined && bytes + next.row_bytes <= maxBytes) return
    chunks.push(chunk)
    chunk = []
    bytes = 0
  })
  return chunks
}

/** Compares rows with a position. Repeats the first column alone for the primary key index. */
function comparePosition(key: readonly string[], sign: '>' | '<', position: Position, orSame = false): Sql {
  const beyond = key.reduceRight<Sql>((rest, column, index) => {
    const name = sql.raw(column)
    const value = position[index] as string | number
    return sql`(${name} ${sql.raw(sign)} ${value} OR (${name} = ${value} AND ${rest}))`
  }, sql`${orSame}`)
  return sql`${sql.raw(key[0] as string)} ${sql.raw(sign)}= ${position[0] as string | number} AND ${beyond}`
}
