import type { BatchKind } from '../../kernel/batches.ts'

/** Answers with their readings. */
export const answerBatches: BatchKind<'answers' | 'readings'> = {
  lock: 'writing',
  tables: ['answers', 'readings'],
  counted: { table: 'answers', id: 'answer_id', time: 'executed_at' },
  numbersOf: ({ ingest_seq, pending_seq }) => ({ committed: ingest_seq, pending: pending_seq }),
  columnsOf: ({ committed, pending }) => ({ ingest_seq: committed, pending_seq: pending }),
}
