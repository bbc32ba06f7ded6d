import type { Services } from '../../kernel/context.ts'
import type { ReadDocument } from './extraction/prepare-document.ts'

/** Where the rows of a run belong. */
export interface IndexPlace {
  brand_id: string
  document_id: string
  run: number
}

/** What is sent to ClickHouse at once, about. */
const chunkCharacters = 8_000_000

/** Writes what a document is found by, under the number of the run. */
export async function writeIndex(
  services: Services,
  place: IndexPlace,
  { passages, terms }: ReadDocument,
): Promise<void> {
  const head = JSON.stringify(place).slice(0, -1)
  const rows = passages.map((passage, number) => JSON.stringify({ ...place, passage: number, ...passage }))
  await insertLines(services, 'knowledge_passages', rows)
  await insertLines(
    services,
    'knowledge_terms',
    terms.map((columns) => `${head},${columns}}`),
  )
}

/** Inserts rows in JSONEachRow form, in pieces. */
export async function insertLines(
  { clickhouse }: Services,
  table: string,
  lines: readonly string[],
): Promise<void> {
  let piece: string[] = []
  let characters = 0
  const flush = async () => {
    if (piece.length > 0) await clickhouse.insert(table, piece.join('\n'))
    piece = []
    characters = 0
  }
  for (const line of lines) {
    piece.push(line)
    characters += line.length
    if (characters > chunkCharacters) await flush()
  }
  await flush()
}
