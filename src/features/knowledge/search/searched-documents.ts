import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'

/** A document whose passages are searched. */
export interface SearchedDocument {
  id: string
  title: string
  index_run: number
  passages: number
  terms: number
  embedding_model: string | null
}

export const searchedDocuments = (db: PostgresLike, brandId: string): Promise<SearchedDocument[]> =>
  db
    .selectFrom('knowledge_documents')
    .select(['id', 'title', 'index_run', 'passages', 'terms', 'embedding_model'])
    .where('brand_id', '=', brandId)
    .where('passages', '>', 0)
    .orderBy('id')
    .execute()

/** A passage, and how well it fits the question: comparable within one ranking alone. */
export interface Ranked {
  document_id: string
  passage: number
  score: number
}

/** The rows that the runs in use have written. Ids are those of PostgreSQL, never what somebody sent. */
export const ofRuns = (documents: readonly SearchedDocument[]): Sql =>
  sql.raw(
    `(document_id, run) IN (${documents.map(({ id, index_run }) => `('${id}',${index_run})`).join(',')})`,
  )

/**
 * The same, looked at row by row. Among the rows of some terms, `ofRuns` is a range of the key for each document and
 * term, and finding so many takes longer than reading what they leave out.
 */
export const isOfRun = (documents: readonly SearchedDocument[]): Sql => {
  const ids = sql`CAST(${documents.map(({ id }) => id)} AS Array(UUID))`
  const runs = sql`CAST(${documents.map(({ index_run }) => index_run)} AS Array(UInt32))`
  return sql`transform(document_id, ${ids}, ${runs}, toUInt32(0)) = run`
}

/**
 * Ends a query whose rows are read again by most searches: the engine keeps them as they were unpacked, where it has
 * memory for that.
 */
export const withUncompressedCache = sql.raw('SETTINGS use_uncompressed_cache = 1')

/** A total order: the same ranking each time. */
export const byScore = (a: Ranked, b: Ranked) =>
  b.score - a.score || compare(a.document_id, b.document_id) || a.passage - b.passage

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
