import { sql as postgres, type Transaction } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import type { brandTables, postgresTables } from './tables.ts'

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
  table: (typeof postgresTables)[number],
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

export interface BackedUpBrand {
  id: string
  ingest_seq: number
  reading_version: number
  visits_seq: number
  pages_seq: number
  pages_version: number
}

type ClickHouseTable = (typeof brandTables)[number]

/** What a table is walked by: the rest of its order, behind what `belongs` fixes. */
const keys: Record<ClickHouseTable, readonly string[]> = {
  answers: ['seq', 'answer_id'],
  readings: ['executed_at', 'answer_id'],
  sentiment_judgements: ['answer_id', 'asked_at', 'question_key'],
  crawler_visits: ['ts', 'visit_id'],
  knowledge_passages: ['document_id', 'run', 'passage'],
  knowledge_terms: ['term', 'document_id', 'run'],
  knowledge_vectors: ['model', 'document_id', 'run', 'passage'],
  page_scans: ['page', 'seq'],
  page_readings: ['page', 'seq'],
}

/** About what a row takes. Of texts, `length` reads the sizes and not the texts. */
const rowBytes: Record<ClickHouseTable, Sql> = {
  answers: sql`100 + length(answer) + byteSize(given_citations.url, given_citations.title, search_queries)`,
  readings: sql`byteSize(*)`,
  sentiment_judgements: sql`100 + length(question) + length(reply) + length(error)`,
  crawler_visits: sql`byteSize(*)`,
  knowledge_passages: sql`100 + length(text)`,
  knowledge_terms: sql`byteSize(*)`,
  knowledge_vectors: sql`100 + 12 * length(vector)`,
  page_scans: sql`200 + length(content) + byteSize(url, title, authors, links)`,
  page_readings: sql`byteSize(*)`,
}

const belongs = (table: ClickHouseTable, brand: BackedUpBrand): Sql =>
  ({
    answers: sql`brand_id = ${brand.id} AND seq <= ${brand.ingest_seq}`,
    readings: sql`brand_id = ${brand.id} AND version = ${brand.reading_version} AND seq <= ${brand.ingest_seq}`,
    sentiment_judgements: sql`brand_id = ${brand.id}`,
    crawler_visits: sql`brand_id = ${brand.id} AND seq <= ${brand.visits_seq}`,
    // Those of other runs than PostgreSQL names are seen by nobody.
    knowledge_passages: sql`brand_id = ${brand.id}`,
    knowledge_terms: sql`brand_id = ${brand.id}`,
    knowledge_vectors: sql`brand_id = ${brand.id}`,
    page_scans: sql`brand_id = ${brand.id} AND seq <= ${brand.pages_seq}`,
    page_readings: sql`brand_id = ${brand.id} AND version = ${brand.pages_version} AND seq <= ${brand.pages_seq}`,
  })[table]

/** Where a row stands in the order of its table. */
type Position = readonly (string | number)[]

/**
 * The rows of a brand in a ClickHouse table, in chunks. They are walked in the order in which they are stored, from one
 * position to the next, so that each is read twice at most however many there are: sizes first, then rows.
 */
export async function* clickhouseRows(
  { clickhouse }: Services,
  table: ClickHouseTable,
  brand: BackedUpBrand,
): AsyncGenerator<string[]> {
  const key = keys[table]
  const columns = sql.raw(key.join(', '))
  const select = (what: Sql, conditions: Sql[], limit: Sql) =>
    sql`SELECT ${what} FROM ${sql.raw(table)} WHERE ${sql.and([belongs(table, brand), ...conditions])} ORDER BY ${columns} ${limit}`
  let from: Position | undefined
  for (;;) {
    const start: Sql[] = from === undefined ? [] : [compared(key, '>', from)]
    const limit = sql`LIMIT ${measuredRows}`
    const measuring = select(sql`${columns}, toUInt32(${rowBytes[table]}) AS row_bytes`, start, limit)
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
