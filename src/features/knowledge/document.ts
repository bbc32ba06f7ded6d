import type { Selectable } from 'kysely'
import { z } from 'zod'
import { nameText, utcTimestamp } from '../../kernel/fields.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { documentFormats } from './extracted.ts'
import type { KnowledgeDocumentsTable } from './tables.ts'

export const titleField = nameText(200).describe('What it is called in lists and results')

/** What a list shows of a document: everything but its text. */
export const documentSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    format: z.enum(documentFormats),
    source: z.enum(['file', 'text', 'url']).describe('How it was given: text is pasted'),
    url: z.string().nullable().describe('Where it was fetched from'),
    status: z.enum(['processing', 'ready', 'failed']),
    error: z.string().nullable().describe('Why it failed, in words'),
    char_count: z.int().describe('Characters of raw_text; 0 while there is none'),
    pages: z.int().nullable().describe('null where the format has none, and until they have been counted'),
    summary: z.string().nullable(),
    summarised_by: z
      .enum(['extract', 'model'])
      .nullable()
      .describe('extract: sentences of the document itself, chosen without a language model'),
    summary_model: z.string().nullable().describe('The language model that wrote the summary'),
    summary_problem: z.string().nullable().describe('Why the configured language model did not write it'),
    chunks: z.int().describe('Passages that are searched'),
    index: z
      .enum(['lexical', 'hybrid'])
      .nullable()
      .describe('Searched by words alone, or by meaning as well; null where it is not searched'),
    embedding_model: z.string().nullable().describe('Whose vectors are searched'),
    embedding_problem: z.string().nullable().describe('Why there are no vectors of the configured model'),
    created_at: utcTimestamp,
    updated_at: utcTimestamp,
  })
  .meta({ component: 'KnowledgeDocument' })

/** What passes over it find out changes by itself. */
export const documentVersion = defineVersioned('knowledge document', [
  'id',
  'title',
  'format',
  'source',
  'url',
])

export type KnowledgeDocument = Selectable<KnowledgeDocumentsTable>

export const documentsOf = (db: PostgresLike, brandId: string) =>
  db.selectFrom('knowledge_documents').selectAll().where('brand_id', '=', brandId)

/** A document of the brand; undefined where it has none of that id. */
export const findDocument = (db: PostgresLike, brandId: string, id: string) =>
  documentsOf(db, brandId).where('id', '=', id).executeTakeFirst()

export function serializeDocument(row: KnowledgeDocument): z.input<typeof documentSchema> {
  const isIndexed = row.passages > 0
  const isExtracted = row.summarised_by === 'extract'
  return {
    id: row.id,
    title: row.title,
    format: row.format as z.output<typeof documentSchema>['format'],
    source: row.source as z.output<typeof documentSchema>['source'],
    url: row.url,
    status: row.status as z.output<typeof documentSchema>['status'],
    error: row.error,
    char_count: row.char_count,
    pages: row.pages,
    summary: row.summary,
    summarised_by:
      row.summarised_by === null || isExtracted ? (row.summarised_by as 'extract' | null) : 'model',
    summary_model: isExtracted ? null : row.summarised_by,
    summary_problem: row.summary_problem,
    chunks: row.passages,
    index: isIndexed ? (row.embedding_model === null ? 'lexical' : 'hybrid') : null,
    embedding_model: isIndexed ? row.embedding_model : null,
    embedding_problem: row.embedding_problem,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
