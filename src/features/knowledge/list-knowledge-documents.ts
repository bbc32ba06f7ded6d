import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { documentSchema, documentsOf, documentVersion, serializeDocument } from './document.ts'

export const listKnowledgeDocuments = defineOperation({
  name: 'list-knowledge-documents',
  summary: 'List the brand’s knowledge documents with status and summary, newest first',
  ...brandRead('read:content', '/knowledge-documents'),
  shows: documentVersion,
  fields: {},
  list: storedRows(20),
  data: z.array(documentSchema),
  async run({ ctx: { services, brand }, page }) {
    const { rows, next } = await newestFirst(documentsOf(services.db, brand.id), 'knowledge_documents', page)
    return { data: rows.map(serializeDocument), next }
  },
})
