import type { Services } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { type IndexPlace, insertLines } from '../write-index.ts'
import { type Embedder, EmbeddingProblem, embeddingBatchSize } from './embedder.ts'

const timeoutMs = 30_000
/** Vectors per insert. Vectors of a failed attempt are also inserted, and reused by the next one. */
const vectorsPerInsert = 512

/** The text to embed: a passage with its headings. */
const embeddedText = ({ headings, text }: { headings: readonly string[]; text: string }) =>
  [...headings, text].join('\n')

export interface Embedded {
  /** Columns to store: the model, if every passage has a vector. */
  noted: { embedding_model: string | null; embedding_problem: string | null }
  /** Whether a later job should continue with the remaining passages. */
  isUnfinished: boolean
}

export const stillEmbedded = 'embedding of its passages is still in progress'

/** The result for passages without vectors, temporarily or permanently. */
export const notEmbedded = (problem: string | null, isUnfinished: boolean): Embedded => ({
  noted: { embedding_model: null, embedding_problem: problem },
  isUnfinished,
})

export interface EmbedOptions {
  /** Passages that already have a vector of the model. */
  stored?: ReadonlySet<number>
  /** Time limit after which the result is unfinished. */
  withinMs?: number
}

/** Embeds the passages of a run if a model is configured. Without vectors, only lexical search finds them. */
export async function tryToEmbed(
  services: Services,
  place: IndexPlace,
  passages: readonly { headings: readonly string[]; text: string }[],
  signal: AbortSignal,
  { stored, withinMs }: EmbedOptions = {},
): Promise<Embedded> {
  const { embedder } = services.states.knowledge
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
    services.log.warn({ document_id: place.document_id, problem: message }, 'failed to embed passages')
    return notEmbedded(message, isPassing)
  }
}

/** @throws EmbeddingProblem or the signal's reason */
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
    const batch = rows
    rows = []
    await insertLines(services, 'knowledge_vectors', batch)
  }
  try {
    for (let from = 0; from < passages.length; from += embeddingBatchSize) {
      const batch = passages.slice(from, from + embeddingBatchSize)
      const texts = batch.map(({ text }) => text)
      const vectors = await embedder.embed(texts, timeoutMs, signal)
      await checkSize(services, place.brand_id, model, vectors[0]?.length ?? 0)
      batch.forEach(({ number }, index) => {
        rows.push(JSON.stringify({ ...place, model, passage: number, vector: vectors[index] }))
      })
      if (rows.length >= vectorsPerInsert) await insert()
    }
  } finally {
    await insert()
  }
}

/** Returns the passages of a run that have vectors of a model. */
export async function storedPassages(
  { clickhouse }: Services,
  { brand_id, document_id, run }: IndexPlace,
  model: string,
): Promise<Set<number>> {
  // The server may still be processing the insert of a killed process.
  await clickhouse.settle('knowledge_vectors')
  const rows = await clickhouse.query<{ passage: number }>(
    sql`SELECT passage FROM knowledge_vectors
      WHERE brand_id = ${brand_id} AND model = ${model} AND document_id = ${document_id} AND run = ${run}`,
  )
  return new Set(rows.map(({ passage }) => passage))
}

/** @throws EmbeddingProblem if stored vectors of the model have another length */
async function checkSize({ clickhouse }: Services, brandId: string, model: string, size: number): Promise<void> {
  const [stored] = await clickhouse.query<{ size: string }>(
    sql`SELECT length(vector) AS size FROM knowledge_vectors WHERE brand_id = ${brandId} AND model = ${model} LIMIT 1`,
  )
  if (stored !== undefined && Number(stored.size) !== size)
    throw new EmbeddingProblem(
      `the embedding model returned vectors of length ${size}, but the stored ones have length ${stored.size}`,
    )
}
