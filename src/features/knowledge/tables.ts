import type { Generated } from 'kysely'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    knowledge_documents: KnowledgeDocumentsTable
    knowledge_parts: KnowledgePartsTable
  }
}

export interface KnowledgeDocumentsTable {
  id: string
  brand_id: string
  title: string
  format: string
  source: string
  url: string | null
  status: string
  error: Generated<string | null>
  char_count: Generated<number>
  has_text: Generated<boolean>
  pages: Generated<number | null>
  summary: Generated<string | null>
  passages: Generated<number>
  terms: Generated<number>
  term_rows: number | null
  index_run: Generated<number>
  last_run: Generated<number>
  passes_asked: Generated<number>
  passes_done: Generated<number>
  embedding_model: Generated<string | null>
  embedding_problem: Generated<string | null>
  summarised_by: Generated<string | null>
  summary_problem: Generated<string | null>
  created_at: Date
  updated_at: Date
}

export interface KnowledgePartsTable {
  document_id: string
  role: string
  position: number
  content: Buffer
}

/** Rows of unpublished and old runs are invisible, but included in backups. */
export const clickhouseTables: readonly ClickHouseTable[] = [
  {
    name: 'knowledge_passages',
    of: 'brand',
    key: ['document_id', 'run', 'passage'],
    rowBytes: sql`100 + length(text)`,
  },
  {
    name: 'knowledge_terms',
    of: 'brand',
    key: ['term', 'document_id', 'run'],
    rowBytes: sql`byteSize(*)`,
  },
  {
    name: 'knowledge_vectors',
    of: 'brand',
    key: ['model', 'document_id', 'run', 'passage'],
    rowBytes: sql`100 + 12 * length(vector)`,
  },
]
