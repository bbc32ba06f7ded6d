import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'

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

/** A passage and its relevance. Scores are comparable only within one ranking. */
export interface Ranked {
  document_id: string
  passage: number
  score: number
}

/** Condition for rows of the current runs. Safe as raw SQL: ids come from PostgreSQL, not from requests. */
export const ofRuns = (documents: readonly SearchedDocument[]): Sql =>
  sql.raw(`(document_id, run) IN (${documents.map(({ id, index_run }) => `('${id}',${index_run})`).join(',')})`)

/**
 * The same condition, evaluated per row. With a term condition, `ofRuns` becomes a key range per document and term,
 * which is slower than reading the excess rows.
 */
export const isOfRun = (documents: readonly SearchedDocument[]): Sql => {
  const ids = sql`CAST(${documents.map(({ id }) => id)} AS Array(UUID))`
  const runs = sql`CAST(${documents.map(({ index_run }) => index_run)} AS Array(UInt32))`
  return sql`transform(document_id, ${ids}, ${runs}, toUInt32(0)) = run`
}

/**
 * Settings for queries that read the same rows in most searches: caches them uncompressed, as far as memory allows.
 */
export const withUncompressedCache = sql.raw('SETTINGS use_uncompressed_cache = 1')

/** A total order, for stable rankings. */
export const byScore = (a: Ranked, b: Ranked) =>
  b.score - a.score || compare(a.document_id, b.document_id) || a.passage - b.passage

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
