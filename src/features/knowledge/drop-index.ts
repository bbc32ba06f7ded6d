import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { type DocumentJob, dropIndexQueue } from './index-queues.ts'

/** Old rows stay until every search that started with them must have finished. */
export const keepOldIndexSeconds = 60

const tables = ['knowledge_passages', 'knowledge_terms', 'knowledge_vectors'] as const

/** Removes the rows of earlier runs, or all rows of a deleted document. */
export const dropIndex: Job<DocumentJob> = {
  queue: dropIndexQueue,
  run: (services, job) => dropIndexOf(services, job),
}

export async function dropIndexOf(
  { db, clickhouse, states }: Services,
  { brand_id: brandId, document_id: id }: DocumentJob,
): Promise<void> {
  const row = await db
    .selectFrom('knowledge_documents')
    .select(['index_run', 'embedding_model'])
    .where('id', '=', id)
    .executeTakeFirst()
  const old = row === undefined ? sql`true` : sql`run < ${row.index_run}`
  // Vectors of the configured model may soon replace those in use.
  const models = [row?.embedding_model ?? '', states.knowledge.embedder?.name ?? '']
  const unused = sql`(${old} OR (run = ${row?.index_run ?? 0} AND model NOT IN ${models}))`
  for (const table of tables) {
    const condition = table === 'knowledge_vectors' ? unused : old
    // The server may still be processing the insert of a killed process.
    await clickhouse.settle(table)
    await remove(clickhouse, table, sql`brand_id = ${brandId} AND document_id = ${id} AND ${condition}`)
  }
}

const remove = (clickhouse: Services['clickhouse'], table: string, condition: Sql) =>
  clickhouse.command(sql`DELETE FROM ${sql.raw(table)} WHERE ${condition} SETTINGS max_execution_time = 120`)
