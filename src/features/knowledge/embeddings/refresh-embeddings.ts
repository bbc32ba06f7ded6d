import type { Services } from '../../../core/context.ts'
import { raisedDataVersion } from '../../../core/data-version.ts'
import type { JobKind } from '../../../core/jobs.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { keepOldIndexSeconds } from '../drop-index.ts'
import {
  type DocumentJob,
  dropIndexQueue,
  embedDocumentQueue,
  refreshEmbeddingsQueue,
} from '../index-queues.ts'
import { tryToEmbed } from './embed-passages.ts'
import { createEmbedder } from './embedder.ts'

/** How often documents are looked for whose embedding has failed for good. */
const everySeconds = 3600
/** When a document is embedded again after a problem that passes. */
const againSeconds = 15

/** Has documents embedded whose vectors are missing, or of another model than the configured one. */
export function refreshEmbeddings(services: Services): JobKind<object> {
  return {
    queue: refreshEmbeddingsQueue,
    everySeconds,
    async run() {
      const embedder = createEmbedder(services.config)
      if (embedder === undefined) return
      const outdated = await services.db
        .selectFrom('knowledge_documents')
        .select(['id', 'brand_id'])
        .where('passages', '>', 0)
        .where('embedding_model', 'is distinct from', embedder.name)
        .execute()
      for (const { id, brand_id } of outdated)
        await services.jobs.enqueue(embedDocumentQueue, { brand_id, document_id: id }, { key: id })
    },
  }
}

/** Embeds the passages of a document that have no vectors yet. Until all are there, the old ones are searched. */
export function embedDocument(services: Services): JobKind<DocumentJob> {
  return {
    queue: embedDocumentQueue,
    async run({ brand_id, document_id }, signal) {
      const { db, clickhouse, jobs } = services
      const embedder = createEmbedder(services.config)
      const documents = db.selectFrom('knowledge_documents').where('id', '=', document_id)
      const row = await documents
        .select(['index_run', 'passages', 'embedding_model', 'embedding_problem'])
        .executeTakeFirst()
      if (row === undefined || embedder === undefined) return
      if (row.passages === 0 || row.embedding_model === embedder.name) return
      const embedAgain = () =>
        jobs.enqueue(
          embedDocumentQueue,
          { brand_id, document_id },
          { key: document_id, delaySeconds: againSeconds },
        )
      if (embedder.rest() !== undefined) return embedAgain()
      const place = { brand_id, document_id, run: row.index_run }
      const passages = await clickhouse.query<{ headings: string[]; text: string }>(
        sql`SELECT headings, text FROM knowledge_passages
          WHERE brand_id = ${brand_id} AND document_id = ${document_id} AND run = ${row.index_run} ORDER BY passage`,
      )
      const { noted, isUnfinished } = await tryToEmbed(services, place, passages, signal)
      if (isUnfinished) await embedAgain()
      const { embedding_model, embedding_problem } = noted
      if (embedding_model === null && embedding_problem === row.embedding_problem) return
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable('brands').set(raisedDataVersion).where('id', '=', brand_id).execute()
        const inUse = transaction.updateTable('knowledge_documents').where('id', '=', document_id)
        await inUse
          .set({ embedding_problem, ...(embedding_model === null ? {} : { embedding_model }) })
          .where('index_run', '=', row.index_run)
          .execute()
        const later = { key: document_id, transaction, delaySeconds: keepOldIndexSeconds }
        await jobs.enqueue(dropIndexQueue, { brand_id, document_id }, later)
      })
    },
  }
}
