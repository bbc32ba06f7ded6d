import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'

export const documentReady = defineEvent({
  type: 'document.ready',
  summary: 'A knowledge document is ready for search',
  isOfBrand: true,
  data: z.object({ document_id: z.uuid(), title: z.string(), passages: z.int() }),
  example: {
    document_id: '2b7e6c9d-0a1f-4d58-8c3e-5f4a9b8d7c60',
    title: 'Product manual 2026',
    passages: 96,
  },
  page: () => 'knowledge',
  sentence: ({ title }) => `the document ${title} is ready for search`,
})
