import type { Services } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { createEmbedder, EmbeddingProblem, embedderNamed } from '../embeddings/embedder.ts'
import { ofRuns, type Ranked, type SearchedDocument, withUncompressedCache } from './searched-documents.ts'

/** Who asks waits for the ranking: without an answer by then it is by words alone. */
const timeoutMs = 3000
/** What the numbers of a vector are multiplied by in `knowledge_vectors.code`. */
const codeScale = 32_767

export interface ByMeaning {
  /** One ranking for each model whose vectors are in use and that was asked, by its name. */
  rankings: ReadonlyMap<string, Ranked[]>
  /** Why some or all documents were not searched so; null where nothing is configured, or all were. */
  problem: string | null
}

/**
 * The passages whose vectors are closest to that of the question. While documents are embedded by another model than
 * before, both are asked: what the one fails in does not hold up the other.
 */
export async function rankBySemantics(
  services: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  question: string,
  max: number,
): Promise<ByMeaning> {
  const { config } = services
  const names = new Set(documents.flatMap(({ embedding_model: name }) => (name === null ? [] : [name])))
  if (createEmbedder(config) === undefined) return { rankings: new Map(), problem: null }
  const rankings = new Map<string, Ranked[]>()
  let problem: string | null = null
  for (const name of names) {
    const embedded = documents.filter(({ embedding_model }) => embedding_model === name)
    const isResting = embedderNamed(config, name)?.rest() !== undefined
    try {
      rankings.set(name, await rankByModel(services, brandId, embedded, name, question, max))
    } catch (error) {
      if (!(error instanceof EmbeddingProblem)) throw error
      problem = error.message
      if (!isResting)
        services.log.warn(
          { model: name, problem },
          'a question was not embedded: it is searched by its words',
        )
    }
  }
  return { rankings, problem }
}

async function rankByModel(
  { clickhouse, config, closing }: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  name: string,
  question: string,
  max: number,
): Promise<Ranked[]> {
  const embedder = embedderNamed(config, name)
  if (embedder === undefined) throw new EmbeddingProblem('the vectors are those of another provider')
  const [vector = []] = await embedder.embed([question], timeoutMs, closing)
  const rows = sql`brand_id = ${brandId} AND model = ${name} AND ${ofRuns(documents)}`
  const asked = sql`CAST(${vector.map((number) => Math.round(number * codeScale))} AS Array(Int16))`
  // A server that goes on with the insert of a killed sender may have written vectors twice. To look for these in all of them
  // would mean to sort them all.
  const nearest = await clickhouse.query<Ranked>(
    sql`SELECT document_id, passage, dotProduct(code, ${asked}) AS score
      FROM knowledge_vectors WHERE ${rows} AND length(code) = ${vector.length}
      ORDER BY score DESC, document_id, passage LIMIT ${max * 2} ${withUncompressedCache}`,
  )
  if (nearest.length === 0) await checkSize(clickhouse, rows, vector.length)
  const once = new Map(nearest.map((ranked) => [`${ranked.document_id} ${ranked.passage}`, ranked]))
  return [...once.values()].slice(0, max)
}

/** @throws EmbeddingProblem where vectors of another length are stored */
async function checkSize(clickhouse: Services['clickhouse'], rows: Sql, size: number): Promise<void> {
  const [stored] = await clickhouse.query<{ size: string }>(
    sql`SELECT length(vector) AS size FROM knowledge_vectors WHERE ${rows} LIMIT 1`,
  )
  if (stored !== undefined && Number(stored.size) !== size)
    throw new EmbeddingProblem(
      `the embedding model gave a vector of ${size} numbers, where those stored have ${stored.size}`,
    )
}
