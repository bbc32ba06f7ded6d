import type { Services } from '../../kernel/context.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { type IngestJob, ingestDocumentQueue } from './index-queues.ts'

/** Enqueues a processing pass for a document. Each pass is a separate job. */
export async function enqueueIngest(
  { jobs }: Services,
  transaction: Transaction,
  { brand_id, document_id, pass }: IngestJob,
): Promise<void> {
  const job: IngestJob = { brand_id, document_id, pass }
  await jobs.enqueue(ingestDocumentQueue, job, { key: `${document_id} ${pass}`, transaction })
}
