import { z } from 'zod'
import { nameText, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { documentFormats } from './extracted.ts'

export const titleField = nameText(200).describe('Name shown in lists and search results.')

/** A document without its text. */
export const documentSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    format: z.enum(documentFormats),
    source: z.enum(['file', 'text', 'url']).describe('`file`: uploaded, `text`: pasted, `url`: fetched.'),
    url: z.string().nullable().describe('URL that it was fetched from.'),
    status: z.enum(['processing', 'ready', 'failed']),
    error: z.string().nullable().describe('Why it failed.'),
    char_count: z.int().describe('Characters of raw_text. 0 if it is null.'),
    pages: z.int().nullable().describe('Number of pages. Null if the format has no pages, or until they are counted.'),
    summary: z.string().nullable(),
    summarised_by: z
      .enum(['extract', 'model'])
      .nullable()
      .describe('`extract`: sentences extracted from the document, `model`: written by a language model.'),
    summary_model: z.string().nullable().describe('The language model that wrote the summary.'),
    summary_problem: z.string().nullable().describe('Why the configured language model did not write the summary.'),
    chunks: z.int().describe('Number of searchable passages.'),
    index: z
      .enum(['lexical', 'hybrid'])
      .nullable()
      .describe('`lexical`: search by words, `hybrid`: also by meaning. Null if not searchable.'),
    embedding_model: z.string().nullable().describe('The model of the vectors in use.'),
    embedding_problem: z.string().nullable().describe('Why vectors of the configured model are missing.'),
    created_at: utcTimestamp,
    updated_at: utcTimestamp,
  })
  .meta({ component: 'KnowledgeDocument' })

/** Excludes fields that processing changes automatically. */
export const documentVersion = defineVersioned('knowledge document', ['id', 'title', 'format', 'source', 'url'])

export type KnowledgeDocument = Row<'knowledge_documents'>

export function findDocument(db: PostgresLike, brandId: string, id: string) {
  const own = db.selectFrom('knowledge_documents').selectAll().where('brand_id', '=', brandId)
  return own.where('id', '=', id).executeTakeFirst()
}

export function serializeDocument(row: KnowledgeDocument): z.input<typeof documentSchema> {
  const isIndexed = row.passages > 0
  const isExtracted = row.summarised_by === 'extract'
  return showRow(documentSchema, {
    ...row,
    summarised_by: row.summarised_by === null || isExtracted ? (row.summarised_by as 'extract' | null) : 'model',
    summary_model: isExtracted ? null : row.summarised_by,
    chunks: row.passages,
    index: isIndexed ? (row.embedding_model === null ? 'lexical' : 'hybrid') : null,
    embedding_model: isIndexed ? row.embedding_model : null,
  })
}
