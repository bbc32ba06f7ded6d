import { sql as postgres } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { enqueueIngest } from './enqueue-ingest.ts'

/**
 * Enqueues passes for restored documents whose jobs or passages are missing from the backup: passages of a run may
 * have been dropped during the backup.
 */
export async function requeueDocuments(services: Services, transaction: Transaction): Promise<void> {
  const documents = transaction.selectFrom('knowledge_documents')
  const rows = await documents
    .select(['id', 'brand_id', 'status', 'passages', 'index_run', 'last_run', 'passes_asked'])
    .execute()
  const counted = await services.clickhouse.query<{ id: string; run: number; passages: string }>(
    sql`SELECT document_id AS id, run, count() AS passages FROM knowledge_passages GROUP BY document_id, run`,
  )
  const stored = Map.groupBy(counted, ({ id }) => id)
  for (const { id, brand_id, status, passages, index_run, last_run, passes_asked } of rows) {
    const runs = stored.get(id) ?? []
    // Do not reuse the number of a run that started during the backup.
    const latest = Math.max(last_run, ...runs.map(({ run }) => run))
    const document = transaction.updateTable('knowledge_documents').where('id', '=', id)
    if (latest > last_run) await document.set({ last_run: latest }).execute()
    const isWhole = Number(runs.find(({ run }) => run === index_run)?.passages ?? 0) === passages
    if (status !== 'processing' && isWhole) continue
    const pass = passes_asked + 1
    await document.set({ status: 'processing', passes_asked: postgres<number>`passes_asked + 1` }).execute()
    await enqueueIngest(services, transaction, { brand_id, document_id: id, pass })
  }
}
