import { sql } from 'kysely'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { findDocument } from './document.ts'
import { clearParts } from './document-parts.ts'
import { enqueueIngest } from './enqueue-ingest.ts'

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
