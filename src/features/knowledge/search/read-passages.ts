import type { Services } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { type Ranked, type SearchedDocument, withUncompressedCache } from './searched-documents.ts'

export interface FoundPassage extends Ranked {
  /** 0 if the document has no pages. */
  page: number
  headings: string[]
  text: string
}

/**
 * Reads the text of ranked passages, in order.
 * @param read passages that were already read
 */
export async function readPassages(
  { clickhouse }: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  ranked: readonly Ranked[],
  read: readonly FoundPassage[] = [],
): Promise<FoundPassage[]> {
  const found = new Map<string, Omit<FoundPassage, 'score'>>(read.map((row) => [keyOf(row), row]))
  const unread = ranked.filter((passage) => !found.has(keyOf(passage)))
  if (unread.length > 0)
    for (const row of await readStored(clickhouse, brandId, documents, unread)) found.set(keyOf(row), row)
  return ranked.flatMap((passage) => {
    const row = found.get(keyOf(passage))
    return row === undefined ? [] : { ...row, score: passage.score }
  })
}

export const keyOf = ({ document_id, passage }: Pick<Ranked, 'document_id' | 'passage'>) => `${document_id} ${passage}`

function readStored(
  clickhouse: Services['clickhouse'],
  brandId: string,
  documents: readonly SearchedDocument[],
  ranked: readonly Ranked[],
): Promise<Omit<FoundPassage, 'score'>[]> {
  const runs = new Map(documents.map(({ id, index_run }) => [id, index_run]))
  const keys = ranked.map(({ document_id: id, passage }) => `('${id}',${runs.get(id)},${passage})`)
  return clickhouse.query(
    sql`SELECT document_id, passage, page, headings, text FROM knowledge_passages
      WHERE brand_id = ${brandId} AND (document_id, run, passage) IN (${sql.raw(keys.join(','))})
      ${withUncompressedCache}`,
  )
}
