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

/** Of Okapi BM25: how soon more of a term stops counting, and how much long passages lose. */
const saturation = 1.2
const lengthWeight = 0.75

/** Longer questions are searched by their first terms. */
const maxTerms = 64

/** For so many unknown terms of a question similar ones are looked for. */
const maxUnknownTerms = 8

export interface ByTerms {
  ranking: Ranked[]
  /** idf of the terms of the question. */
  weights: ReadonlyMap<string, number>
}

/**
 * The passages that hold the terms of a question, best first, by Okapi BM25 (S. Robertson, H. Zaragoza, "The
 * Probabilistic Relevance Framework: BM25 and Beyond", 2009) with the idf that is never negative.
 */
export const rankByTerms = (
  services: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  question: string,
  max: number,
): Promise<ByTerms> =>
  rank(services, brandId, documents, question, questionTerms(question).slice(0, maxTerms), max)

/** The same by terms that are like those of a question, for one whose terms stand nowhere. */
export async function rankBySimilarTerms(
  services: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  question: string,
  max: number,
): Promise<ByTerms> {
  if (documents.length === 0) return nothing
  const asked = questionTerms(question).slice(0, maxUnknownTerms)
  const similar = await Promise.all(asked.map((term) => similarTerms(services, brandId, documents, term)))
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
  if (terms.length === 0 || documents.length === 0) return nothing
  const total = sumOf(documents, 'passages')
  const average = Math.max(1, sumOf(documents, 'terms') / total)
  // Sums are kept by the place of the document among them: with a passage 8 bytes, which are found sooner than 20.
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

/** Ranks passages once more, with how near to each other the terms stand in them; those that are gone are left out. */
export function rankByProximity(
  question: string,
  { ranking, weights }: ByTerms,
  read: readonly FoundPassage[],
): Ranked[] {
  const nearness = proximityScore(question, weights)
  const texts = new Map(read.map((passage) => [keyOf(passage), passage]))
  const closer = ranking.flatMap((ranked) => {
    const passage = texts.get(keyOf(ranked))
    return passage === undefined ? [] : [{ ...ranked, score: ranked.score + nearness(passage) }]
  })
  return closer.sort(byScore)
}

const nothing: ByTerms = { ranking: [], weights: new Map() }

const sumOf = (documents: readonly SearchedDocument[], figure: 'passages' | 'terms') =>
  documents.reduce((sum, document) => sum + document[figure], 0)

const rowsOf = (brandId: string, documents: readonly SearchedDocument[], terms: readonly string[]): Sql =>
  sql`brand_id = ${brandId} AND term IN ${terms} AND ${isOfRun(documents)}`

/** How much terms say: the fewer passages hold one, the more. Terms that stand nowhere are not among them. */
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
