import type { Services } from '../../../core/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { type IndexPlace, insertLines } from '../write-index.ts'
import { createEmbedder, EmbeddingProblem } from './embedder.ts'

/** What PostgreSQL notes of a document's vectors. */
export interface Embedded {
  embedding_model: string | null
  embedding_problem: string | null
}

const timeoutMs = 30_000

/** A passage as a model reads it: with the headings that it stands below. */
export const embeddedText = ({ headings, text }: { headings: readonly string[]; text: string }) =>
  [...headings, text].join('\n')

/** Writes vectors of passages, where a model is configured; without them the document is searched by its words. */
export async function embedPassages(
  services: Services,
  place: IndexPlace,
  passages: readonly { headings: readonly string[]; text: string }[],
  signal: AbortSignal,
): Promise<Embedded> {
  const embedder = createEmbedder(services.config)
  if (embedder === undefined) return { embedding_model: null, embedding_problem: null }
  const { name: model } = embedder
  try {
    const vectors = await embedder.embed(passages.map(embeddedText), timeoutMs, signal)
    await checkSize(services, place.brand_id, model, vectors[0]?.length ?? 0)
    const rows = vectors.map((vector, passage) => JSON.stringify({ ...place, model, passage, vector }))
    await insertLines(services, 'knowledge_vectors', rows)
    return { embedding_model: model, embedding_problem: null }
  } catch (error) {
    if (!(error instanceof EmbeddingProblem)) throw error
    services.log.warn(
      { document_id: place.document_id, problem: error.message },
      'passages were not embedded',
    )
    return { embedding_model: null, embedding_problem: error.message }
  }
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
