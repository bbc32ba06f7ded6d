import type { Services } from '../../../core/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { type IndexPlace, insertLines } from '../write-index.ts'
import { createEmbedder, type Embedder, EmbeddingProblem } from './embedder.ts'

const timeoutMs = 30_000
/** So many are embedded before their vectors are stored: an attempt that fails later has not been in vain. */
const storedAtOnce = 512

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

/**
 * Embeds the passages of a run, where a model is configured; without their vectors they are searched by their words.
 * @param withinMs after that it is unfinished
 */
export async function tryToEmbed(
  services: Services,
  place: IndexPlace,
  passages: readonly { headings: readonly string[]; text: string }[],
  signal: AbortSignal,
  withinMs?: number,
): Promise<Embedded> {
  const embedder = createEmbedder(services.config)
  const none = (problem: string | null, isUnfinished: boolean): Embedded => ({
    noted: { embedding_model: null, embedding_problem: problem },
    isUnfinished,
  })
  if (embedder === undefined) return none(null, false)
  const late = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs)
  try {
    await embedPassages(
      services,
      embedder,
      place,
      passages,
      AbortSignal.any([signal, ...(late ? [late] : [])]),
    )
    return { noted: { embedding_model: embedder.name, embedding_problem: null }, isUnfinished: false }
  } catch (error) {
    signal.throwIfAborted()
    if (late?.aborted) return none('its passages are still being embedded', true)
    if (!(error instanceof EmbeddingProblem)) throw error
    const { message, isPassing } = error
    services.log.warn({ document_id: place.document_id, problem: message }, 'passages were not embedded')
    return none(message, isPassing)
  }
}

/**
 * Writes vectors of the configured model for those passages of a run that have none of it yet.
 * @throws EmbeddingProblem, or the signal's reason
 */
async function embedPassages(
  services: Services,
  embedder: Embedder,
  place: IndexPlace,
  passages: readonly { headings: readonly string[]; text: string }[],
  signal: AbortSignal,
): Promise<void> {
  const { name: model } = embedder
  const stored = await storedPassages(services, place, model)
  const left = passages
    .map((passage, number) => ({ number, text: embeddedText(passage) }))
    .filter(({ number }) => !stored.has(number))
  for (let from = 0; from < left.length; from += storedAtOnce) {
    const some = left.slice(from, from + storedAtOnce)
    const texts = some.map(({ text }) => text)
    const vectors = await embedder.embed(texts, timeoutMs, signal)
    await checkSize(services, place.brand_id, model, vectors[0]?.length ?? 0)
    const rows = some.map(({ number }, index) =>
      JSON.stringify({ ...place, model, passage: number, vector: vectors[index] }),
    )
    await insertLines(services, 'knowledge_vectors', rows)
  }
}

/** What an earlier attempt has come to. */
async function storedPassages(
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
