import { z } from 'zod'
import type { PostgresLike } from '../stores/postgres.ts'
import type { Brand, Services } from './context.ts'
import { defineEvent, emit } from './events.ts'

const pages = { answers: 'answers', visits: 'ai-visitors', pages: 'sources' } as const

export const importCompleted = defineEvent({
  type: 'import.completed',
  summary: 'A file of answers, visits of AI bots or cited pages was read to its end',
  isOfBrand: true,
  data: z.object({
    of: z.enum(['answers', 'visits', 'pages']),
    imported: z.int().describe('New rows'),
    duplicates: z.int().describe('Rows that were there already'),
    rejected: z.int().describe('Lines that did not fit'),
  }),
  example: { of: 'answers', imported: 1200, duplicates: 34, rejected: 2 },
  page: ({ of }) => pages[of],
  sentence: ({ of, imported, duplicates, rejected }) =>
    `a file of ${of} was imported: ${imported} new, ${duplicates} known, ${rejected} refused`,
})

/** Tells that a file was read to its end. It is stored in many transactions; what is told is that all of them are over. */
export const emitImportCompleted =
  (
    { now }: Services,
    { id, workspace_id }: Pick<Brand, 'id' | 'workspace_id'>,
    data: z.input<typeof importCompleted.data>,
  ) =>
  (transaction: PostgresLike): Promise<void> =>
    emit(transaction, importCompleted, { workspaceId: workspace_id, brandId: id, at: now(), data })
