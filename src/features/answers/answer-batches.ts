import type { BatchKind } from '../../kernel/batches.ts'
import { originalRows } from './current-answers.ts'

export const answerBatches: BatchKind<'answers' | 'readings' | 'raw_responses'> = {
  lock: 'writing',
  tables: ['answers', 'readings', 'raw_responses'],
  counted: { table: 'answers', id: 'answer_id', time: 'executed_at', rowFilter: originalRows },
  numbersOf: ({ ingest_seq, pending_seq }) => ({ committed: ingest_seq, pending: pending_seq }),
  columnsOf: ({ committed, pending }) => ({ ingest_seq: committed, pending_seq: pending }),
}
