import type { Services } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { type IndexPlace, insertLines } from '../write-index.ts'
import { createEmbedder, type Embedder, EmbeddingProblem, embeddingBatchSize } from './embedder.ts'

const timeoutMs = 30_000
/** So many vectors are inserted at once; those of an attempt that fails are inserted as well, and not asked for again. */
const insertedAtOnce = 512

/** A passage as a model reads it: with the headings that it stands below. */
const embeddedText = ({ headings, text }: { headings: readonly string[]; text: string }) =>
  [...headings, text].join('\n')

/** How embedding the passages of a run has ended. */
export interface Embedded {
  /** What PostgreSQL notes: the model, where each passage has a vector of it. */
  noted: { embedding_model: string | null; embedding_problem: string | null }
  /** Whether it may go on later, with what is left. */
  isUnfinished: boolean
}

export const stillEmbedded = 'its passages are still being embedded'

/** Passages without vectors, for a while or for good. */
export const notEmbedded = (problem: string | null, isUnfinished: boolean): Embedded => ({
  noted: { embedding_model: null, embedding_problem: problem },
  isUnfinished,
})

export interface EmbedOptions {
  /** Passages that have a vector of the model already. */
  stored?: ReadonlySet<number>
  /** After that it is unfinished. */
  withinMs?: number
}

/** Embeds the passages of a run, where a model is configured; without their vectors they are searched by their words. */
export async function tryToEmbed(
  services: Services,
  place: IndexPlace,
  passages: readonly { headings: readonly string[]; text: string }[],
  signal: AbortSignal,
  { stored, withinMs }: EmbedOptions = {},
): Promise<Embedded> {
  const embedder = createEmbedder(services.config)
  if (embedder === undefined) return notEmbedded(null, false)
  const left = passages
    .map((passage, number) => ({ number, text: embeddedText(passage) }))
    .filter(({ number }) => !stored?.has(number))
  const late = withinMs === undefined ? [] : [AbortSignal.timeout(withinMs)]
  try {
    await embedPassages(services, embedder, place, left, AbortSignal.any([signal, ...late]))
    return { noted: { embedding_model: embedder.name, embedding_problem: null }, isUnfinished: false }
  } catch (error) {
    signal.throwIfAborted()
    if (late.some(({ aborted }) => aborted)) return notEmbedded(stillEmbedded, true)
    if (!(error instanceof EmbeddingProblem)) throw error
    const { message, isPassing } = error
    services.log.warn({ document_id: place.document_id, problem: message }, 'passages were not embedded')
    return notEmbedded(message, isPassing)
  }
}

/** @throws EmbeddingProblem, or the signal's reason */
async function embedPassages(
  services: Services,
  embedder: Embedder,
  place: IndexPlace,
  passages: readonly { number: number; text: string }[],
  signal: AbortSignal,
): Promise<void> {
  const { name: model } = embedder
  let rows: string[] = []
  async function insert(): Promise<void> {
    const some = rows
    rows = []
    await insertLines(services, 'knowledge_vectors', some)
  }
  try {
    for (let from = 0; from < passages.length; from += embeddingBatchSize) {
      const some = passages.slice(from, from + embeddingBatchSize)
      const texts = some.map(({ text }) => text)
      const vectors = await embedder.embed(texts, timeoutMs, signal)
      await checkSize(services, place.brand_id, model, vectors[0]?.length ?? 0)
      some.forEach(({ number }, index) => {
        rows.push(JSON.stringify({ ...place, model, passage: number, vector: vectors[index] }))
      })
      if (rows.length >= insertedAtOnce) await insert()
    }
  } finally {
    await insert()
  }
}

/** The passages of a run that have vectors of a model. */
export async function storedPassages(
  { clickhouse }: Services,
  { brand_id, document_id, run }: IndexPlace,
  model: string,
): Promise<Set<number>> {
  // A server goes on with the insert of a sender that was killed.
  await clickhouse.settle('knowledge_vectors')
  const rows = await clickhouse.query<{ passage: number }>(
    sql`SELECT passage FROM knowledge_vectors
      WHERE brand_id = ${brand_id} AND model = ${model} AND document_id = ${document_id} AND run = ${run}`,
  )
  return new Set(rows.map(({ passage }) => passage))
}

/** @throws EmbeddingProblem where other documents have vectors of that model with more or fewer numbers */
async function checkSize(
  { clickhouse }: Services,
  brandId: string,
  model: string,
  size: number,
): Promise<void> {
  const [stored] = await clickhouse.query<{ size: string }>(
    sql`SELECT length(vector) AS size FROM knowledge_vectors WHERE brand_id = ${brandId} AND model = ${model} LIMIT 1`,
  )
  if (stored !== undefined && Number(stored.size) !== size)
    throw new EmbeddingProblem(
      `the embedding model gave vectors of ${size} numbers, where those stored have ${stored.size}`,
    )
}
