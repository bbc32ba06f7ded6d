import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { documentVersion, findDocument, serializeDocument } from './document.ts'
import { dropIndexQueue } from './index-queues.ts'

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
