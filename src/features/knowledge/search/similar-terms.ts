import type { Services } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { isOfRun, type SearchedDocument } from './searched-documents.ts'

/** Shorter terms resemble too many others. */
const minLength = 4
/** Similar terms per unknown term. */
const max = 8

/**
 * Finds document terms similar to an unknown term, nearest first: those that start with it, those that are at least its
 * first half, and those with an edit distance of 1 (2 from eight letters). The first letter must match, because typos
 * rarely affect it.
 */
export async function similarTerms(
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
