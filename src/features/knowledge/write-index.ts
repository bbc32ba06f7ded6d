import type { Services } from '../../kernel/context.ts'
import type { ReadDocument } from './extraction/prepare-document.ts'

/** Key columns of a run's rows. */
export interface IndexPlace {
  brand_id: string
  document_id: string
  run: number
}

/** Approximate characters per insert. */
const chunkCharacters = 8_000_000

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

/** Inserts JSONEachRow rows in chunks. */
export async function insertLines({ clickhouse }: Services, table: string, lines: readonly string[]): Promise<void> {
  let chunk: string[] = []
  let characters = 0
  const flush = async () => {
    if (chunk.length > 0) await clickhouse.insert(table, chunk.join('\n'))
    chunk = []
    characters = 0
  }
  for (const line of lines) {
    chunk.push(line)
    characters += line.length
    if (characters > chunkCharacters) await flush()
  }
  await flush()
}
