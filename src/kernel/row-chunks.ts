import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { Services } from './context.ts'
import type { BrandRows } from './observed-tables.ts'

/** How much of a table is taken at once. */
export interface ChunkSize {
  /** Rows whose sizes are looked at together: no chunk has more. */
  rows: number
  /** About so many bytes, or one row. */
  bytes: number
}

/** Where a row stands in the order of its table. */
type Position = readonly (string | number)[]

/** The key of a row, its size, and what else was asked for. */
export type MeasuredRow = { row_bytes: number } & Record<string, string | number>

export interface RowChunk {
  rows: readonly MeasuredRow[]
  /** What its rows have in common, and no others of those that are walked. */
  condition: Sql
}

/**
 * Walks rows of a ClickHouse table in the order in which they are stored, from one position to the next, so that each is
 * read twice at most however many there are: sizes here, then whatever the caller reads of a chunk.
 * @param belongs which rows: what follows WHERE
 * @param more columns to be measured as well, each with a comma before it
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
    const start = from === undefined ? [] : [compared(key, '>', from)]
    const measured = await clickhouse.query<MeasuredRow>(
      sql`SELECT ${columns}, toUInt32(${rowBytes}) AS row_bytes ${more} FROM ${sql.raw(name)}
        WHERE ${sql.and([belongs, ...start])} ORDER BY ${columns} LIMIT ${size.rows}`,
      timeoutSeconds,
    )
    for (const rows of chunksOf(measured, size.bytes)) {
      const after = from === undefined ? [] : [compared(key, '>', from)]
      const last = rows.at(-1) as MeasuredRow
      const until = key.map((column) => last[column] as string | number)
      yield { rows, condition: sql.and([...after, compared(key, '<', until, true)]) }
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

/** Compares rows with a position. The first column stands apart as well, which the primary key is searched by. */
function compared(key: readonly string[], sign: '>' | '<', position: Position, orSame = false): Sql {
  const beyond = key.reduceRight<Sql>((rest, column, index) => {
    const name = sql.raw(column)
    const value = position[index] as string | number
    return sql`(${name} ${sql.raw(sign)} ${value} OR (${name} = ${value} AND ${rest}))`
  }, sql`${orSame}`)
  return sql`${sql.raw(key[0] as string)} ${sql.raw(sign)}= ${position[0] as string | number} AND ${beyond}`
}
