import type { Services } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { isOfRun, type SearchedDocument } from './searched-documents.ts'

/** Shorter terms are like too many others. */
const shortest = 4
/** So many are taken for one. */
const max = 8

/**
 * Terms of documents that may be meant by one that stands in none: those that begin with it, those that are at least its
 * first half, and those that differ by a letter put in, left out or changed (by two from eight letters on); the nearest
 * first. Somebody who mistypes a word seldom mistypes its first letter, and by that they are looked up.
 */
export async function similarTerms(
  { clickhouse }: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  term: string,
): Promise<string[]> {
  const [first = ''] = term
  const length = [...term].length
  if (length < shortest) return []
  const mistakes = length < 8 ? 1 : 2
  const rows = await clickhouse.query<{ term: string }>(
    sql`SELECT term FROM knowledge_terms
      WHERE brand_id = ${brandId} AND startsWith(term, ${first}) AND ${isOfRun(documents)}
        AND (startsWith(term, ${term})
          OR (startsWith(${term}, term) AND lengthUTF8(term) >= ${Math.max(shortest, Math.ceil(length / 2))})
          OR (lengthUTF8(term) BETWEEN ${length - mistakes} AND ${length + mistakes}
            AND editDistanceUTF8(term, ${term}) <= ${mistakes}))
      GROUP BY term ORDER BY editDistanceUTF8(term, ${term}), sum(length(passages)) DESC, term LIMIT ${max}`,
  )
  return rows.map((row) => row.term)
}
