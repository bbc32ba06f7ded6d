import { withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { dropIndexOf, keepOldIndexSeconds } from './drop-index.ts'
import { type Embedded, notEmbedded, stillEmbedded, storedPassages, tryToEmbed } from './embeddings/embed-passages.ts'
import type { Embedder } from './embeddings/embedder.ts'
import { dropIndexQueue, type EmbedJob, embedDocumentQueue, refreshEmbeddingsQueue } from './index-queues.ts'
import type { IndexPlace } from './write-index.ts'

/** Interval of the search for outdated documents, and maximum retry delay. */
const everySeconds = 3600
/** Initial retry delay after a temporary problem; doubles after each failed attempt. */
const retrySeconds = 15

/** Enqueues documents whose vectors are missing or not from the configured model. */
export const refreshEmbeddings: Job<object> = {
  queue: refreshEmbeddingsQueue,
  everySeconds,
  async run(services) {
    const { embedder } = services.states.knowledge
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

/** Embeds passages without vectors. Searches use the old vectors until all new ones are stored. */
export const embedDocument: Job<EmbedJob> = {
  queue: embedDocumentQueue,
  concurrency: 2,
  perWorkspace: 1,
  // Lock the document, to avoid paying twice.
  run: (services, job, signal) =>
    withLock(services, job.document_id, 'vectors', () => embedOnce(services, job, signal)),
}

async function embedOnce(
  services: Services,
  { brand_id, document_id, attempts = 0 }: EmbedJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, jobs, states } = services
  const job = { brand_id, document_id }
  const findRow = () =>
    db
      .selectFrom('knowledge_documents')
      .select(['index_run', 'passages', 'embedding_model', 'embedding_problem'])
      .where('id', '=', document_id)
      .executeTakeFirst()
  const row = await findRow()
  // The document was deleted during an interrupted attempt.
  if (row === undefined) return dropIndexOf(services, job)
  const { embedder } = states.knowledge
  if (embedder === undefined || row.passages === 0 || row.embedding_model === embedder.name) return
  const place = { ...job, run: row.index_run }
  const cooldownProblem = embedder.rest()
  const { outcome, hasProgressed } =
    cooldownProblem === undefined
      ? await embedRemaining(services, embedder, place, signal)
      : { outcome: notEmbedded(cooldownProblem.message, true), hasProgressed: false }
  if ((await findRow()) === undefined) return dropIndexOf(services, job)
  if (outcome.isUnfinished) {
    const failed = cooldownProblem !== undefined ? attempts : hasProgressed ? 0 : attempts + 1
    const delaySeconds =
      cooldownProblem !== undefined ? retrySeconds : Math.min(retrySeconds * 2 ** failed, everySeconds)
    await jobs.enqueue(embedDocumentQueue, { ...job, attempts: failed }, { key: document_id, delaySeconds })
  }
  const { embedding_model, embedding_problem } = outcome.noted
  if (embedding_model === null && embedding_problem === row.embedding_problem) return
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand_id).execute()
    const inUse = transaction.updateTable('knowledge_documents').where('id', '=', document_id)
    await inUse
      .set({ embedding_problem, ...(embedding_model === null ? {} : { embedding_model }) })
      .where('index_run', '=', row.index_run)
      .execute()
    if (embedding_model === null) return
    const later = { key: document_id, transaction, delaySeconds: keepOldIndexSeconds }
    await jobs.enqueue(dropIndexQueue, job, later)
  })
}

/** Embeds the passages of a run without vectors of the model, and checks whether all have one afterward. */
async function embedRemaining(
  services: Services,
  embedder: Embedder,
  place: IndexPlace,
  signal: AbortSignal,
): Promise<{ outcome: Embedded; hasProgressed: boolean }> {
  const { brand_id, document_id, run } = place
  const passages = await services.clickhouse.query<{ headings: string[]; text: string }>(
    sql`SELECT headings, text FROM knowledge_passages
      WHERE brand_id = ${brand_id} AND document_id = ${document_id} AND run = ${run} ORDER BY passage`,
  )
  const stored = await storedPassages(services, place, embedder.name)
  const outcome = await tryToEmbed(services, place, passages, signal, { stored })
  const { size } = await storedPassages(services, place, embedder.name)
  const hasProgressed = size > stored.size
  // A process with another configuration may have dropped vectors that are not of its model.
  const isWhole = outcome.noted.embedding_model === null || size >= passages.length
  return { outcome: isWhole ? outcome : notEmbedded(stillEmbedded, true), hasProgressed }
}
