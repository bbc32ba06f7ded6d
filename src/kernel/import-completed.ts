import { z } from 'zod'
import type { PostgresLike } from '../stores/postgres.ts'
import type { Brand, Services } from './context.ts'
import { defineEvent, emit } from './events.ts'

const pages = { answers: 'answers', visits: 'ai-visitors', pages: 'sources' } as const

export const importCompleted = defineEvent({
  type: 'import.completed',
  summary: 'An import of answers, AI bot visits or cited pages finished',
  isOfBrand: true,
  data: z.object({
    of: z.enum(['answers', 'visits', 'pages']),
    imported: z.int().describe('New rows.'),
    duplicates: z.int().describe('Rows that already existed.'),
    rejected: z.int().describe('Invalid lines.'),
  }),
  example: { of: 'answers', imported: 1200, duplicates: 34, rejected: 2 },
  page: ({ of }) => pages[of],
  sentence: ({ of, imported, duplicates, rejected }) =>
    `import of ${of} finished: ${imported} new, ${duplicates} duplicates, ${rejected} rejected`,
})

/** Emits the event once all transactions of an import have been committed. */
export const emitImportCompleted =
  (
    { now }: Services,
    { id, workspace_id }: Pick<Brand, 'id' | 'workspace_id'>,
    data: z.input<typeof importCompleted.data>,
  ) =>
  (transaction: PostgresLike): Promise<void> =>
    emit(transaction, importCompleted, { workspaceId: workspace_id, brandId: id, at: now(), data })
