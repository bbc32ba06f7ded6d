import { sql as postgres, type Transaction } from 'kysely'
import type { Services } from '../../core/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { requestPass } from './request-pass.ts'

/**
 * Queues passes over documents that a backup brought back without their jobs, or without all of their passages: those
 * of a run may have been dropped while the backup was made.
 */
export async function requeueDocuments(services: Services, transaction: Transaction<Tables>): Promise<void> {
  const documents = transaction.selectFrom('knowledge_documents')
  const rows = await documents
    .select(['id', 'brand_id', 'status', 'passages', 'index_run', 'passes_asked'])
    .execute()
  const counted = await services.clickhouse.query<{ key: string; passages: string }>(
    sql`SELECT concat(toString(document_id), ' ', toString(run)) AS key, count() AS passages
      FROM knowledge_passages GROUP BY key`,
  )
  const stored = new Map(counted.map(({ key, passages }) => [key, Number(passages)]))
  for (const { id, brand_id, status, passages, index_run, passes_asked } of rows) {
    const isWhole = (stored.get(`${id} ${index_run}`) ?? 0) === passages
    if (status !== 'processing' && isWhole) continue
    const pass = passes_asked + 1
    await transaction
      .updateTable('knowledge_documents')
      .set({ status: 'processing', passes_asked: postgres<number>`passes_asked + 1` })
      .where('id', '=', id)
      .execute()
    await requestPass(services, transaction, { brand_id, document_id: id, pass })
  }
}
