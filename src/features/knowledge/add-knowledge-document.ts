import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { runChange } from '../../kernel/change.ts'
import { trimmedText } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { documentSchema, findDocument, type KnowledgeDocument, serializeDocument, titleField } from './document.ts'
import { writeParts } from './document-parts.ts'
import { enqueueIngest } from './enqueue-ingest.ts'
import { maxCharacters } from './extracted.ts'
import { type GivenDocument, readSource } from './read-source.ts'

export const addKnowledgeDocument = defineOperation({
  name: 'add-knowledge-document',
  summary: 'Add a knowledge document: a file, a text or a URL',
  description:
    'PDF, HTML, Markdown, DOCX or UTF-8 text. Sightline reads it in the background; poll get-knowledge-document. It ' +
    'fetches a URL only once.',
  ...forEditors,
  takesFile: 'optional',
  fields: {
    title: titleField,
    text: trimmedText(1, maxCharacters).optional().describe('Text of the document, instead of a file.'),
    url: trimmedText(1, 2048).optional().describe('URL to fetch the document from, instead of a file.'),
  },
  data: documentSchema,
  async run(call) {
    // Read before locking the brand: a pipe or server can be slow.
    const given = await readSource(call.ctx.services, call.input, call.file)
    const input = { title: call.input.title, given }
    const { data } = await runChange(storeDocument, { ...call, input, page: { limit: 0, after: undefined } })
    return { data: data as z.output<typeof documentSchema> }
  },
})

const storeDocument = defineChange({
  name: 'add-knowledge-document',
  summary: 'Store a document for add-knowledge-document',
  ...forEditors,
  fields: { title: titleField, given: z.custom<GivenDocument>() },
  data: documentSchema,
  async change({ ctx: { services, brand }, input: { title, given }, transaction }) {
    const max = services.config.KNOWLEDGE_MAX_DOCUMENTS
    const counted = transaction.selectFrom('knowledge_documents').where('brand_id', '=', brand.id)
    const { count } = await counted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    if (count >= max)
      throw conflict(`the brand already has ${max} documents, the limit (KNOWLEDGE_MAX_DOCUMENTS); delete one first`)
    const at = services.now()
    const { source, format, url, bytes } = given
    const status = 'processing' as const
    const row = { id: randomUUID(), brand_id: brand.id, title, format, source, url, status }
    // A pasted text needs no extraction.
    const text = source === 'text' ? bytes.toString('utf8') : ''
    await transaction
      .insertInto('knowledge_documents')
      .values({ ...row, has_text: text !== '', char_count: [...text].length, created_at: at, updated_at: at })
      .execute()
    await writeParts(transaction, row.id, 'source', bytes)
    if (text !== '') await writeParts(transaction, row.id, 'text', bytes)
    await enqueueIngest(services, transaction, { brand_id: brand.id, document_id: row.id, pass: 1 })
    const stored = (await findDocument(transaction, brand.id, row.id)) as KnowledgeDocument
    const data = serializeDocument(stored)
    return { data, audit: { before: null, after: data } }
  },
})
