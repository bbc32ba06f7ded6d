import { type BatchKind, withBatch } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { ensurePrompts } from '../prompts/index.ts'
import type { AnswerReaders, Settled } from './answer-readers.ts'
import { placeColumns, row } from './answer-rows.ts'
import type { ReadLine } from './answer-worker.ts'

/** A line that was read, with what it takes to read it again for other names. */
export interface LineToStore {
  text: string
  version: number
  read: Settled<ReadLine>
}

export const answerBatches: BatchKind<'answers' | 'readings'> = {
  lock: 'writing',
  tables: ['answers', 'readings'],
  numbersOf: ({ ingest_seq, pending_seq }) => ({ committed: ingest_seq, pending: pending_seq }),
  columnsOf: ({ committed, pending }) => ({ ingest_seq: committed, pending_seq: pending }),
}

/**
 * Stores a batch of answers with their readings: all of it or nothing, and each answer once.
 * @returns how many were new
 * @throws ApiError not_found where the brand has been deleted
 */
export function storeAnswers(
  services: Services,
  brandId: string,
  lines: readonly LineToStore[],
  readers: AnswerReaders,
): Promise<number> {
  return withBatch(services, answerBatches, brandId, async ({ seq, write }) => {
    const unknown = await withoutKnown(services, brandId, lines)
    if (unknown.length === 0) return 0
    await write({
      async begin(transaction, { reading_version: version }) {
        const seen = unknown.map(({ read: { prompt, topic, tags, country } }) => ({
          text: prompt,
          topic,
          tags,
          country,
        }))
        return { version, prompts: await ensurePrompts(transaction, brandId, seen, services.now()) }
      },
      async rows({ version, prompts }) {
        const fresh = await readWith(version, unknown, readers)
        const place = (line: ReadLine) => ({
          brand_id: brandId,
          seq,
          prompt: prompts.get(line.prompt) as number,
        })
        return {
          answers: fresh.map((line) => row(placeColumns(place(line)), line.shared, line.answer)),
          readings: fresh.map((line) =>
            row(placeColumns({ ...place(line), version }), line.shared, line.reading),
          ),
        }
      },
    })
    return unknown.length
  })
}

/** Lines that were read before the brand's names changed are read once more. */
async function readWith(
  version: number,
  lines: readonly LineToStore[],
  readers: AnswerReaders,
): Promise<Settled<ReadLine>[]> {
  const outdated = lines.filter((line) => line.version !== version)
  if (outdated.length === 0) return lines.map((line) => line.read)
  const again = await readers.readLines(
    version,
    outdated.map((line) => line.text),
  )
  const readAgain = new Map(outdated.map((line, index) => [line, again[index] as Settled<ReadLine>]))
  return lines.map((line) => readAgain.get(line) ?? line.read)
}

/** The lines that are not stored yet, each once. */
async function withoutKnown(
  { clickhouse }: Services,
  brandId: string,
  lines: readonly LineToStore[],
): Promise<LineToStore[]> {
  const byId = new Map<string, LineToStore>()
  for (const line of lines) if (!byId.has(line.read.answerId)) byId.set(line.read.answerId, line)
  const known = await clickhouse.query<{ answer_id: string }>(
    sql`SELECT answer_id FROM answers WHERE brand_id = ${brandId} AND answer_id IN (${sql.raw(quoted([...byId.keys()]))})`,
  )
  for (const { answer_id } of known) byId.delete(answer_id)
  return [...byId.values()]
}

/** Ids of our own making, as a list of literals. */
const quoted = (uuids: readonly string[]) => uuids.map((id) => `'${id}'`).join(',')
