import { hash } from 'node:crypto'
import type { Services } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { EmbeddingProblem } from '../embeddings/embedder.ts'
import { rankByProximity, rankBySimilarTerms, rankByTerms } from './lexical.ts'
import { type FoundPassage, readPassages } from './read-passages.ts'
import {
  byScore,
  ofRuns,
  type Ranked,
  type SearchedDocument,
  searchedDocuments,
  withUncompressedCache,
} from './searched-documents.ts'

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

/** Ranked passages per question; lower ones are irrelevant. */
export const maxPassages = 100

/** Best lexical passages that are reranked by proximity. */
const rerankedPassages = 30
/** Best semantic passages that are read in the same query: those of a first page. */
const readAhead = 20

/** k of reciprocal rank fusion (G. Cormack and others, SIGIR 2009). */
const fusionConstant = 60

export interface RankedPassages {
  documents: SearchedDocument[]
  ranked: Ranked[]
  /** Some of them, with their text. */
  read: FoundPassage[]
  ranking: 'lexical' | 'hybrid'
  /** Whether similar words were searched because those of the question occur nowhere. */
  isSimilar: boolean
  /** Why search by meaning failed. */
  problem: string | null
  /** A hash of the searched documents and models: equal values mean an equal ranking of a question. */
  state: string
}

/** Ranks passages by the words of a question and, for embedded passages, by its meaning. */
export async function rankPassages(services: Services, brandId: string, question: string): Promise<RankedPassages> {
  const documents = await searchedDocuments(services.db, brandId)
  const [exact, { rankings, problem }] = await Promise.all([
    rankByTerms(services, brandId, documents, question, maxPassages),
    rankBySemantics(services, brandId, documents, question, maxPassages),
  ])
  const models = [...rankings.keys()]
  const isAllEmbedded = documents.every(({ embedding_model: model }) => models.includes(model ?? ''))
  const isUnknown = exact.ranking.length === 0 && !isAllEmbedded
  const byTerms = isUnknown ? await rankBySimilarTerms(services, brandId, documents, question, maxPassages) : exact
  const [best, others] = [byTerms.ranking.slice(0, rerankedPassages), byTerms.ranking.slice(rerankedPassages)]
  const first = [best, ...[...rankings.values()].map((ranking) => ranking.slice(0, readAhead))]
  const read = await readPassages(services, brandId, documents, first.flat())
  const byWords = [...rankByProximity(question, { ...byTerms, ranking: best }, read), ...others]
  const searched = documents.map(({ id, index_run, embedding_model }) => [id, index_run, embedding_model])
  return {
    documents,
    read,
    ranked: models.length > 0 ? fuseRankings([byWords, ...rankings.values()]) : byWords,
    ranking: models.length > 0 ? 'hybrid' : 'lexical',
    isSimilar: isUnknown && byWords.length > 0,
    problem,
    state: hash('sha256', JSON.stringify([searched, models]), 'base64url').slice(0, 22),
  }
}

/** Combines rankings by rank, because their scores are not comparable. */
function fuseRankings(rankings: readonly (readonly Ranked[])[]): Ranked[] {
  const sums = new Map<string, Ranked>()
  for (const ranking of rankings)
    ranking.forEach(({ document_id, passage }, index) => {
      const sum = sums.getOrInsertComputed(`${document_id} ${passage}`, () => ({
        document_id,
        passage,
        score: 0,
      }))
      sum.score += 1 / (fusionConstant + index + 1)
    })
  return [...sums.values()].sort(byScore).slice(0, maxPassages)
}
