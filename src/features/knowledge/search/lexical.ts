import type { Services } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { questionTerms, termsOf } from '../passages/terms.ts'
import { type FoundPassage, keyOf } from './read-passages.ts'
import { byScore, isOfRun, type Ranked, type SearchedDocument, withUncompressedCache } from './searched-documents.ts'

/** Maximum distance of related terms. */
const windowTerms = 8
/** Bonus per pair, as a share of the smaller weight. */
const share = 0.5

/**
 * Returns a function that computes a passage's bonus for nearby terms of the question: for each pair of consecutive
 * terms, and for each pair of significant terms within a few words (after D. Metzler, W. B. Croft, "A Markov Random
 * Field Model for Term Dependencies", SIGIR 2005).
 * @param weights idf of the terms
 */
function proximityScore(
  question: string,
  weights: ReadonlyMap<string, number>,
): (passage: { headings: readonly string[]; text: string }) => number {
  const following = pairsOf(termsOf(question))
  const significant = pairsOf(questionTerms(question))
  const weightOf = (a: string, b: string) => share * Math.min(weights.get(a) ?? 0, weights.get(b) ?? 0)
  return ({ headings, text }) => {
    const texts = [text, ...headings].map(termsOf)
    let sum = 0
    for (const [a, b] of following) if (texts.some((terms) => occursNear(terms, a, b, 0, 1))) sum += weightOf(a, b)
    for (const [a, b] of significant)
      if (texts.some((terms) => occursNear(terms, a, b, windowTerms, windowTerms))) sum += weightOf(a, b)
    return sum
  }
}

const pairsOf = (terms: readonly string[]) =>
  terms.slice(1).map((term, index) => [terms[index] as string, term] as const)

/** Whether `b` occurs at most `before` terms before or `after` terms after `a`. */
function occursNear(terms: readonly string[], a: string, b: string, before: number, after: number): boolean {
  for (let at = terms.indexOf(a); at !== -1; at = terms.indexOf(a, at + 1))
    for (let near = Math.max(0, at - before); near <= at + after; near += 1)
      if (near !== at && terms[near] === b) return true
  return false
}

/** Shorter terms resemble too many others. */
const minLength = 4
/** Similar terms per unknown term. */
const max = 8

/**
 * Finds document terms similar to an unknown term, nearest first: those that start with it, those that are at least its
 * first half, and those with an edit distance of 1 (2 from eight letters). The first letter must match, because typos
 * rarely affect it.
 */
async function similarTerms(
  { clickhouse }: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  term: string,
): Promise<string[]> {
  const [first = ''] = term
  const length = [...term].length
  if (length < minLength) return []
  const mistakes = length < 8 ? 1 : 2
  const rows = await clickhouse.query<{ term: string }>(
    sql`SELECT term FROM knowledge_terms
      WHERE brand_id = ${brandId} AND startsWith(term, ${first}) AND ${isOfRun(documents)}
        AND (startsWith(term, ${term})
          OR (startsWith(${term}, term) AND lengthUTF8(term) >= ${Math.max(minLength, Math.ceil(length / 2))})
          OR (lengthUTF8(term) BETWEEN ${length - mistakes} AND ${length + mistakes}
            AND editDistanceUTF8(term, ${term}) <= ${mistakes}))
      GROUP BY term ORDER BY editDistanceUTF8(term, ${term}), sum(length(passages)) DESC, term LIMIT ${max}`,
  )
  return rows.map((row) => row.term)
}

/** Okapi BM25 parameters k1 and b. */
const saturation = 1.2
const lengthWeight = 0.75

/** Terms of a question that are searched. */
const maxTerms = 64

/** Unknown terms of a question for which similar ones are searched. */
const maxUnknownTerms = 8

interface ByTerms {
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
): Promise<ByTerms> => rank(services, brandId, documents, question, questionTerms(question).slice(0, maxTerms), max)

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
  const similar = await Promise.all(searchedTerms.map((term) => similarTerms(services, brandId, documents, term)))
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
