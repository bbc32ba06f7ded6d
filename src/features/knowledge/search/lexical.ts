import type { Services } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { questionTerms, termsOf } from '../passages/terms.ts'
import { proximityScore } from './proximity.ts'
import { type FoundPassage, keyOf } from './read-passages.ts'
import {
  byScore,
  isOfRun,
  type Ranked,
  type SearchedDocument,
  withUncompressedCache,
} from './searched-documents.ts'
import { similarTerms } from './similar-terms.ts'

/** Okapi BM25 parameters k1 and b. */
const saturation = 1.2
const lengthWeight = 0.75

/** Terms of a question that are searched. */
const maxTerms = 64

/** Unknown terms of a question for which similar ones are searched. */
const maxUnknownTerms = 8

export interface ByTerms {
  ranking: Ranked[]
  /** Inverse document frequency (idf) of the question's terms. */
  weights: ReadonlyMap<string, number>
}

/**
 * Ranks passages that contain terms of a question by Okapi BM25 (S. Robertson, H. Zaragoza, "The Probabilistic
 * Relevance Framework: BM25 and Beyond", 2009) with non-negative idf.
 */
export const rankByTerms = (
  services: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  question: string,
  max: number,
): Promise<ByTerms> =>
  rank(services, brandId, documents, question, questionTerms(question).slice(0, maxTerms), max)

/** Ranks by similar terms, for a question whose terms occur in no document. */
export async function rankBySimilarTerms(
  services: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  question: string,
  max: number,
): Promise<ByTerms> {
  if (documents.length === 0) return noResults
  const searchedTerms = questionTerms(question).slice(0, maxUnknownTerms)
  const similar = await Promise.all(
    searchedTerms.map((term) => similarTerms(services, brandId, documents, term)),
  )
  return rank(services, brandId, documents, question, [...new Set(similar.flat())], max)
}

async function rank(
  services: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  question: string,
  terms: readonly string[],
  max: number,
): Promise<ByTerms> {
  const { clickhouse } = services
  if (terms.length === 0 || documents.length === 0) return noResults
  const total = sumOf(documents, 'passages')
  const average = Math.max(1, sumOf(documents, 'terms') / total)
  // Group by the document's index: an 8-byte key with the passage is faster than a 20-byte one.
  const ids = documents.map(({ id }) => id)
  const place = sql`toUInt32(transform(document_id, CAST(${ids} AS Array(UUID)), range(${ids.length}), 0))`
  const [weights, found] = await Promise.all([
    weightsOf(services, brandId, documents, [...new Set([...terms, ...termsOf(question)])]),
    clickhouse.query<{ place: number; passage: number; score: number }>(
      sql`SELECT place, passage,
          sum(idf * tf * ${saturation + 1} / (tf + ${saturation} * (${1 - lengthWeight} + ${lengthWeight} * size / ${average}))) AS score
        FROM (SELECT log(1 + (${total} - holders + 0.5) / (holders + 0.5)) AS idf, place, passages, counts, lengths
          FROM (SELECT sum(length(passages)) OVER (PARTITION BY term) AS holders, ${place} AS place, passages, counts, lengths
            FROM knowledge_terms WHERE ${rowsOf(brandId, documents, terms)}))
        ARRAY JOIN passages AS passage, counts AS tf, lengths AS size
        GROUP BY place, passage ORDER BY score DESC, place, passage LIMIT ${max} ${withUncompressedCache}`,
    ),
  ])
  const ranking = found.map(({ place: at, ...rest }) => ({ document_id: ids[at] as string, ...rest }))
  return { ranking, weights }
}

/** Reranks passages by the proximity of their terms. Omits deleted passages. */
export function rankByProximity(
  question: string,
  { ranking, weights }: ByTerms,
  read: readonly FoundPassage[],
): Ranked[] {
  const scoreProximity = proximityScore(question, weights)
  const texts = new Map(read.map((passage) => [keyOf(passage), passage]))
  const reranked = ranking.flatMap((ranked) => {
    const passage = texts.get(keyOf(ranked))
    return passage === undefined ? [] : [{ ...ranked, score: ranked.score + scoreProximity(passage) }]
  })
  return reranked.sort(byScore)
}

const noResults: ByTerms = { ranking: [], weights: new Map() }

const sumOf = (documents: readonly SearchedDocument[], figure: 'passages' | 'terms') =>
  documents.reduce((sum, document) => sum + document[figure], 0)

const rowsOf = (brandId: string, documents: readonly SearchedDocument[], terms: readonly string[]): Sql =>
  sql`brand_id = ${brandId} AND term IN ${terms} AND ${isOfRun(documents)}`

/** The idf of terms. Omits terms that occur in no passage. */
async function weightsOf(
  { clickhouse }: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  terms: readonly string[],
): Promise<Map<string, number>> {
  const total = sumOf(documents, 'passages')
  const found = await clickhouse.query<{ term: string; holders: string }>(
    sql`SELECT term, sum(length(passages)) AS holders FROM knowledge_terms
      WHERE ${rowsOf(brandId, documents, terms)} GROUP BY term ${withUncompressedCache}`,
  )
  const idf = (holders: number) => Math.log(1 + (total - holders + 0.5) / (holders + 0.5))
  return new Map(found.map(({ term, holders }) => [term, idf(Number(holders))]))
}
