import type { Services } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { EmbeddingProblem } from '../embeddings/embedder.ts'
import { ofRuns, type Ranked, type SearchedDocument, withUncompressedCache } from './searched-documents.ts'

/** On timeout, the ranking uses only words, because the caller waits. */
const timeoutMs = 3000
/** Scale of the integers in `knowledge_vectors.code`. */
const codeScale = 32_767

export interface ByMeaning {
  /** One ranking per model whose vectors are in use, keyed by its name. Omits failed models. */
  rankings: ReadonlyMap<string, Ranked[]>
  /** Why some documents were not searched by meaning; null if all were, or no model is configured. */
  problem: string | null
}

/**
 * Ranks passages by vector similarity to the question. While a new model replaces the old one, queries both; one can
 * fail without the other.
 */
export async function rankBySemantics(
  services: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  question: string,
  max: number,
): Promise<ByMeaning> {
  const { knowledge } = services.states
  const names = new Set(documents.flatMap(({ embedding_model: name }) => (name === null ? [] : [name])))
  if (knowledge.embedder === undefined) return { rankings: new Map(), problem: null }
  const rankings = new Map<string, Ranked[]>()
  let problem: string | null = null
  for (const name of names) {
    const embedded = documents.filter(({ embedding_model }) => embedding_model === name)
    const isCoolingDown = knowledge.embedderNamed(name)?.rest() !== undefined
    try {
      rankings.set(name, await rankByModel(services, brandId, embedded, name, question, max))
    } catch (error) {
      if (!(error instanceof EmbeddingProblem)) throw error
      problem = error.message
      if (!isCoolingDown)
        services.log.warn({ model: name, problem }, 'failed to embed a question; searching by words only')
    }
  }
  return { rankings, problem }
}

async function rankByModel(
  { clickhouse, closing, states }: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  name: string,
  question: string,
  max: number,
): Promise<Ranked[]> {
  const embedder = states.knowledge.embedderNamed(name)
  if (embedder === undefined) throw new EmbeddingProblem('the vectors are from another provider')
  const [vector = []] = await embedder.embed([question], timeoutMs, closing)
  const rows = sql`brand_id = ${brandId} AND model = ${name} AND ${ofRuns(documents)}`
  const questionCode = sql`CAST(${vector.map((number) => Math.round(number * codeScale))} AS Array(Int16))`
  // Vectors can be stored twice if a process was killed during an insert. Deduplicate only the nearest ones, because
  // deduplicating all would sort them all.
  const nearest = await clickhouse.query<Ranked>(
    sql`SELECT document_id, passage, dotProduct(code, ${questionCode}) AS score
      FROM knowledge_vectors WHERE ${rows} AND length(code) = ${vector.length}
      ORDER BY score DESC, document_id, passage LIMIT ${max * 2} ${withUncompressedCache}`,
  )
  if (nearest.length === 0) await checkSize(clickhouse, rows, vector.length)
  const once = new Map(nearest.map((ranked) => [`${ranked.document_id} ${ranked.passage}`, ranked]))
  return [...once.values()].slice(0, max)
}

/** @throws EmbeddingProblem if stored vectors have another length */
async function checkSize(clickhouse: Services['clickhouse'], rows: Sql, size: number): Promise<void> {
  const [stored] = await clickhouse.query<{ size: string }>(
    sql`SELECT length(vector) AS size FROM knowledge_vectors WHERE ${rows} LIMIT 1`,
  )
  if (stored !== undefined && Number(stored.size) !== size)
    throw new EmbeddingProblem(
      `the embedding model returned a vector of length ${size}, but the stored ones have length ${stored.size}`,
    )
}
