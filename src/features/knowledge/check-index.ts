import { sql as postgres } from 'kysely'
import { brandsNotBeingErased } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { enqueueIngest } from './enqueue-ingest.ts'
import { embedDocumentQueue } from './index-queues.ts'

/** Counting all passages takes longer than a request allows. */
const timeoutSeconds = 300

type Document = Pick<
  Row<'knowledge_documents'>,
  'id' | 'brand_id' | 'index_run' | 'passages' | 'term_rows' | 'embedding_model'
>

/** Reprocesses documents with missing passages or terms, and re-embeds those with missing vectors. */
export async function checkIndex(services: Services, signal: AbortSignal): Promise<void> {
  // Read before counting in ClickHouse: rows of an old run stay for a while after a new run is in use.
  const documents = await indexedDocuments(services)
  if (documents.length === 0) return
  const passages = await rowsOfRuns(services, 'knowledge_passages', sql`''`)
  const terms = await rowsOfRuns(services, 'knowledge_terms', sql`''`)
  const vectors = await rowsOfRuns(services, 'knowledge_vectors', sql`model`)
  for (const document of documents) {
    signal.throwIfAborted()
    const found = (counts: Map<string, number>, model = '') =>
      counts.get(`${document.id} ${document.index_run} ${model}`) ?? 0
    const { term_rows, embedding_model } = document
    const isWhole = found(passages) >= document.passages && found(terms) >= (term_rows ?? 0)
    if (!isWhole) await reprocess(services, document)
    else if (embedding_model !== null && found(vectors, embedding_model) < document.passages)
      await reembed(services, document)
  }
}

async function indexedDocuments(services: Services): Promise<Document[]> {
  const brands = new Set((await brandsNotBeingErased(services)).map(({ id }) => id))
  const documents = await services.db
    .selectFrom('knowledge_documents')
    .select(['id', 'brand_id', 'index_run', 'passages', 'term_rows', 'embedding_model'])
    .where('passages', '>', 0)
    .where('status', '!=', 'processing')
    .execute()
  return documents.filter(({ brand_id }) => brands.has(brand_id))
}

async function rowsOfRuns({ clickhouse }: Services, table: string, model: Sql): Promise<Map<string, number>> {
  const rows = await clickhouse.query<{ id: string; run: number; of: string; found: string }>(
    sql`SELECT toString(document_id) AS id, run, ${model} AS of, count() AS found FROM ${sql.raw(table)}
      GROUP BY id, run, of`,
    timeoutSeconds,
  )
  return new Map(rows.map(({ id, run, of, found }) => [`${id} ${run} ${of}`, Number(found)]))
}

/** Skips a document that has been reprocessed since, or is queued. */
async function reprocess(services: Services, { id, brand_id, index_run }: Document): Promise<void> {
  const isQueued = await services.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand_id).execute()
    const requested = await transaction
      .updateTable('knowledge_documents')
      .set({ status: 'processing', passes_asked: postgres<number>`passes_asked + 1` })
      .where('id', '=', id)
      .where('index_run', '=', index_run)
      .where('status', '!=', 'processing')
      .returning('passes_asked')
      .executeTakeFirst()
    if (requested === undefined) return false
    await enqueueIngest(services, transaction, { brand_id, document_id: id, pass: requested.passes_asked })
    return true
  })
  if (isQueued)
    services.log.error({ brand_id, document_id: id }, 'passages of a knowledge document are missing; reprocessing it')
}

/** Until then, only lexical search finds the document. */
async function reembed(services: Services, document: Document): Promise<void> {
  const { id, brand_id, index_run, embedding_model } = document
  await services.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand_id).execute()
    const documents = transaction.updateTable('knowledge_documents').set({ embedding_model: null })
    const unset = documents.where('id', '=', id).where('index_run', '=', index_run)
    await unset.where('embedding_model', '=', embedding_model).execute()
    await services.jobs.enqueue(embedDocumentQueue, { brand_id, document_id: id }, { key: id, transaction })
  })
  services.log.error({ brand_id, document_id: id }, 'vectors of a knowledge document are missing; embedding it again')
}
