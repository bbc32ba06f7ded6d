import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { emit } from '../../kernel/events.ts'
import type { Job } from '../../kernel/jobs.ts'
import { requiredText } from '../../kernel/lenient-fields.ts'
import { ModelProblem } from '../../lib/models/model-problem.ts'
import type { Transaction } from '../../stores/postgres.ts'
import type { KnowledgeDocument } from './document.ts'
import { readParts, writeParts } from './document-parts.ts'
import { documentReady } from './document-ready.ts'
import { dropIndexOf, keepOldIndexSeconds } from './drop-index.ts'
import { type Embedded, notEmbedded, tryToEmbed } from './embeddings/embed-passages.ts'
import { textOf, UnreadableDocument } from './extracted.ts'
import { assertNotGibberish } from './extraction/gibberish.ts'
import { extractMarkdown } from './extraction/markdown.ts'
import { prepareDocument, type ReadDocument } from './extraction/prepare-document.ts'
import { readInSubprocess } from './extraction/read-in-subprocess.ts'
import { dropIndexQueue, embedDocumentQueue, type IngestJob, ingestDocumentQueue } from './index-queues.ts'
import { writeIndex } from './write-index.ts'

type Summary = Pick<KnowledgeDocument, 'summary' | 'summarised_by' | 'summary_problem'>

/** Characters of a long document for the model, in addition to the extracted summary. */
const readCharacters = 20_000

const answer = z.object({ summary: requiredText(1000) })

const task = `You summarize a document about a company for people who decide whether to open it: two to five sentences in the
language of the document, at most 700 characters, that say what it is about and its most telling facts.`

/** Summarizes a document by the language model if configured, or else by extracted sentences. */
async function summarizeByModel(
  services: Services,
  { id, title }: { id: string; title: string },
  { text, summary }: ReadDocument,
  signal: AbortSignal,
): Promise<Summary> {
  const extracted = { summary, summarised_by: 'extract', summary_problem: null }
  const model = services.states.knowledge.model
  if (model === undefined) return extracted
  const isLong = text.length > readCharacters
  const beginning = text.slice(0, readCharacters).toWellFormed()
  const material = `${title}\n\n${isLong ? `${beginning} …\n\nFrom all of it: ${summary}` : text}`
  try {
    const written = await model.ask({ task, material, schema: answer }, signal)
    return { summary: written.summary, summarised_by: model.name, summary_problem: null }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn({ document_id: id, problem: error.message }, 'the model failed to summarize a document')
    return { ...extracted, summary_problem: error.message }
  }
}

/** Smaller texts are read in this process: they are safe, and starting a subprocess takes longer. */
const smallBytes = 50_000

/** Time limit for embedding within a pass. A separate job does the rest, so that other documents do not wait. */
const embeddingMs = 10_000

/**
 * Processes a document: extracts, summarizes, chunks and embeds it, then publishes the result.
 *
 * ClickHouse rows have a run number, and PostgreSQL selects the run to search. Interrupted passes therefore stay
 * invisible, and repeated passes create no duplicates.
 */
export const ingestDocument: Job<IngestJob> = {
  queue: ingestDocumentQueue,
  concurrency: 2,
  perWorkspace: 1,
  async run(services, job, signal) {
    const row = await beginRun(services, job)
    if (row === undefined) return dropIndexOf(services, job)
    if (row.passes_done >= job.pass) {
      // Remove the rows of an interrupted run.
      const later = { key: row.id, delaySeconds: keepOldIndexSeconds }
      const { brand_id, document_id } = job
      return services.jobs.enqueue(dropIndexQueue, { brand_id, document_id }, later)
    }
    const read = await readOrProblem(services, row, signal)
    const found = 'problem' in read ? emptyResult : await index(services, row, read, signal)
    const exists = await publish(services, row, job.pass, read, found)
    // The document was deleted during the pass.
    if (!exists) await dropIndexOf(services, job)
  },
}

/** Assigns a run number; undefined if the document was deleted. */
const beginRun = ({ db }: Services, { document_id }: IngestJob): Promise<KnowledgeDocument | undefined> =>
  db
    .updateTable('knowledge_documents')
    .set({ last_run: sql<number>`last_run + 1` })
    .where('id', '=', document_id)
    .returningAll()
    .executeTakeFirst()

async function readOrProblem(
  { db, config }: Services,
  { id, format, title }: KnowledgeDocument,
  signal: AbortSignal,
): Promise<ReadDocument | { problem: string }> {
  const bytes = await readParts(db, id, 'source')
  const limits = {
    seconds: config.KNOWLEDGE_READ_SECONDS,
    megabytes: config.KNOWLEDGE_READ_MEGABYTES,
    pages: config.KNOWLEDGE_MAX_PAGES,
  }
  try {
    if (['text', 'markdown'].includes(format) && bytes.length <= smallBytes) return readSmall(title, bytes)
    return await readInSubprocess({ format, title, bytes, limits }, signal)
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problem: error.message }
    throw error
  }
}

function readSmall(title: string, bytes: Buffer): ReadDocument {
  const blocks = extractMarkdown(bytes.toString('utf8'))
  if (blocks.length === 0) throw new UnreadableDocument('the document contains no text')
  assertNotGibberish(textOf(blocks))
  return prepareDocument(title, { blocks, pages: null })
}

async function index(
  services: Services,
  row: KnowledgeDocument,
  read: ReadDocument,
  signal: AbortSignal,
): Promise<Found> {
  const place = { brand_id: row.brand_id, document_id: row.id, run: row.last_run }
  await writeIndex(services, place, read)
  const { passages, termCount: terms, pages } = read
  return {
    ...{ passages: passages.length, terms, term_rows: read.terms.length, pages },
    ...(await summarizeByModel(services, row, read, signal)),
    embedded: await tryToEmbed(services, place, passages, signal, { withinMs: embeddingMs }),
  }
}

type Found = Partial<Pick<KnowledgeDocument, 'passages' | 'terms' | 'term_rows' | 'pages'>> &
  Summary & { embedded: Embedded }

/** Result columns of an unreadable document. */
const emptyResult: Found = {
  ...{ passages: 0, terms: 0, term_rows: 0, summary: null, summarised_by: null, summary_problem: null },
  embedded: notEmbedded(null, false),
}

/**
 * Publishes the result of a run unless a later one is already published. Only the newest requested pass sets the
 * status.
 * @returns false if the document was deleted
 */
function publish(
  services: Services,
  row: KnowledgeDocument,
  pass: number,
  read: ReadDocument | { problem: string },
  { embedded, ...found }: Found,
): Promise<boolean> {
  return services.db.transaction().execute(async (transaction) => {
    // Lock the brand's row first, as changes of the brand do.
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', row.brand_id).execute()
    const documents = transaction.updateTable('knowledge_documents').where('id', '=', row.id)
    const { passes_asked, index_run } =
      (await documents
        .set({ passes_done: sql<number>`greatest(passes_done, ${pass})` })
        .returning(['passes_asked', 'index_run'])
        .executeTakeFirst()) ?? {}
    if (passes_asked === undefined || index_run === undefined) return false
    if (index_run < row.last_run)
      await documents.set({ index_run: row.last_run, ...found, ...embedded.noted }).execute()
    if (passes_asked === pass) await settle(services, transaction, row, read)
    const job = { brand_id: row.brand_id, document_id: row.id }
    if (embedded.isUnfinished) await services.jobs.enqueue(embedDocumentQueue, job, { key: row.id, transaction })
    const hasOlderRuns = row.last_run > 1
    if (hasOlderRuns) {
      const later = { key: row.id, transaction, delaySeconds: keepOldIndexSeconds }
      await services.jobs.enqueue(dropIndexQueue, job, later)
    }
    return true
  })
}

async function settle(
  services: Services,
  transaction: Transaction,
  { id, brand_id: brandId, source, title }: KnowledgeDocument,
  read: ReadDocument | { problem: string },
): Promise<void> {
  const documents = transaction.updateTable('knowledge_documents').where('id', '=', id)
  const updated_at = services.now()
  if ('problem' in read)
    return void (await documents.set({ status: 'failed', error: read.problem, updated_at }).execute())
  // A pasted text is already stored.
  const isPasted = source === 'text'
  if (!isPasted) await writeParts(transaction, id, 'text', Buffer.from(read.text))
  const text = isPasted ? {} : { has_text: true, char_count: read.characters }
  const { passages } = await documents
    .set({ status: 'ready', error: null, updated_at, ...text })
    .returning('passages')
    .executeTakeFirstOrThrow()
  const brands = transaction.selectFrom('brands').select('workspace_id').where('id', '=', brandId)
  const { workspace_id: workspaceId } = await brands.executeTakeFirstOrThrow()
  const data = { document_id: id, title, passages }
  await emit(transaction, documentReady, { workspaceId, brandId, at: updated_at, data })
}
