import { sql } from 'kysely'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { brandRows } from '../../kernel/pagination.ts'
import { notFound } from '../../lib/errors.ts'
import { documentSchema, documentVersion, findDocument, serializeDocument } from './document.ts'
import { clearParts, readParts } from './document-parts.ts'
import { enqueueIngest } from './enqueue-ingest.ts'
import { dropIndexQueue } from './index-queues.ts'

export const listKnowledgeDocuments = defineOperation({
  name: 'list-knowledge-documents',
  summary: 'List the brand’s knowledge documents with status and summary, newest first',
  ...brandRead('read:content', '/knowledge-documents'),
  shows: documentVersion,
  ...brandRows('knowledge_documents', documentSchema, serializeDocument),
})

export const getKnowledgeDocument = defineOperation({
  name: 'get-knowledge-document',
  summary: 'Show a knowledge document with its text',
  description: 'Poll it while its status is processing.',
  ...brandRead('read:content', '/knowledge-documents/{document_id}'),
  shows: documentVersion,
  fields: { document_id: uuid },
  data: documentSchema.extend({
    raw_text: z
      .string()
      .nullable()
      .describe('The full text. Null until it is extracted, and while a PDF is being resynced.'),
  }),
  async run({ ctx: { services, brand }, input }) {
    // Read row and text from one snapshot: a pass may be replacing both.
    const found = await services.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const row = await findDocument(snapshot, brand.id, input.document_id)
        if (row === undefined) throw notFound('knowledge document')
        const text = row.has_text ? (await readParts(snapshot, row.id, 'text')).toString('utf8') : null
        return { row, text }
      })
    return { data: { ...serializeDocument(found.row), raw_text: found.text } }
  },
})

export const resyncKnowledgeDocument = defineChange({
  name: 'resync-knowledge-document',
  summary: 'Reprocess a knowledge document: extract, summarize, chunk and embed',
  description:
    'Returns immediately; poll get-knowledge-document. Each call queues a separate pass, whatever the status. Clears the ' +
    'text of a PDF until it is extracted again; keeps any other text. Searches use the old passages until the pass ends.',
  ...brandWrite('write:knowledge_base', 'POST', '/knowledge-documents/{document_id}/resync'),
  fields: { document_id: uuid },
  data: z.object({ document_id: z.uuid(), status: z.literal('processing') }),
  async change({ ctx: { services, brand }, input: { document_id: id }, transaction }) {
    const row = await findDocument(transaction, brand.id, id)
    if (row === undefined) throw notFound('knowledge document')
    const isPdf = row.format === 'pdf'
    if (isPdf) await clearParts(transaction, id, 'text')
    const { passes_asked: pass } = await transaction
      .updateTable('knowledge_documents')
      .set({
        status: 'processing',
        error: null,
        passes_asked: sql<number>`passes_asked + 1`,
        updated_at: services.now(),
        ...(isPdf ? { has_text: false, char_count: 0 } : {}),
      })
      .where('id', '=', id)
      .returning('passes_asked')
      .executeTakeFirstOrThrow()
    await enqueueIngest(services, transaction, { brand_id: brand.id, document_id: id, pass })
    const data = { document_id: id, status: 'processing' as const }
    return { data, audit: { before: { document_id: id, status: row.status }, after: data } }
  },
})

export const deleteKnowledgeDocument = defineChange({
  name: 'delete-knowledge-document',
  summary: 'Delete a knowledge document with its text and passages',
  ...forEditors,
  changes: documentVersion,
  fields: { document_id: uuid },
  data: z.object({ deleted_document_id: z.uuid() }),
  async change({ ctx: { services, brand }, input: { document_id: id }, transaction }) {
    const row = await findDocument(transaction, brand.id, id)
    if (row === undefined) throw notFound('knowledge document')
    await transaction.deleteFrom('knowledge_documents').where('id', '=', id).execute()
    const job = { brand_id: brand.id, document_id: id }
    // A separate key from jobs that wait for old searches to finish.
    await services.jobs.enqueue(dropIndexQueue, job, { key: `${id} deleted`, transaction })
    return { data: { deleted_document_id: id }, audit: { before: serializeDocument(row), after: null } }
  },
})
