import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { documentSchema, documentVersion, findDocument, serializeDocument } from './document.ts'
import { readParts } from './document-parts.ts'

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
