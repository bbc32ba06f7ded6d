import type { Services } from '../../../core/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import type { Ranked, SearchedDocument } from './searched-documents.ts'

/** A ranked passage with what it says. */
export interface FoundPassage extends Ranked {
  /** 0 where the document has no pages. */
  page: number
  headings: string[]
  text: string
}

/** What ranked passages say, in their order. */
export async function readPassages(
  { clickhouse }: Services,
  brandId: string,
  documents: readonly SearchedDocument[],
  ranked: readonly Ranked[],
): Promise<FoundPassage[]> {
  if (ranked.length === 0) return []
  const runs = new Map(documents.map(({ id, index_run }) => [id, index_run]))
  const keys = ranked.map(({ document_id: id, passage }) => `('${id}',${runs.get(id)},${passage})`)
  const rows = await clickhouse.query<Omit<FoundPassage, 'score'>>(
    sql`SELECT toString(document_id) AS document_id, passage, page, headings, text FROM knowledge_passages
      WHERE brand_id = ${brandId} AND (document_id, run, passage) IN (${sql.raw(keys.join(','))})`,
  )
  const found = new Map(rows.map((row) => [`${row.document_id} ${row.passage}`, row]))
  return ranked.flatMap(({ document_id, passage, score }) => {
    const row = found.get(`${document_id} ${passage}`)
    return row === undefined ? [] : { ...row, score }
  })
}
