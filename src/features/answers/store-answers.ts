import { withBatch } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound, unavailable } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { ensurePrompts } from '../prompts/index.ts'
import { answerBatches } from './answer-batches.ts'
import type { AnswerReaders, WithReading } from './answer-readers.ts'
import { placeColumns, row } from './answer-rows.ts'
import type { ReadLine } from './answer-worker.ts'
import { readerVersion } from './read-answer.ts'

/** A line with its reading, and its text in case it must be reread. */
export interface LineToStore {
  text: string
  version: number
  read: WithReading<ReadLine>
}

/**
 * Stores a batch of answers with their readings: all or none, and each answer once.
 * @returns the number of new answers
 * @throws ApiError not_found if the brand was deleted
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
        const prompts = await ensurePrompts(transaction, brandId, seen, services.now())
        return { version, prompts, isCurrent: await isOfThisReader(transaction, brandId, version) }
      },
      counted: () => unknown.map(({ read: { answerId, day } }) => ({ id: answerId, day })),
      async rows({ version, prompts, isCurrent }) {
        const fresh = await readWith(version, unknown, readers)
        const place = (line: ReadLine) => ({
          brand_id: brandId,
          seq,
          prompt: prompts.get(line.prompt) as number,
        })
        return {
          answers: fresh.map((line) => row(placeColumns(place(line)), line.shared, line.answer)),
          readings: fresh.flatMap((line) =>
            isCurrent && line.reading !== undefined
              ? [row(placeColumns({ ...place(line), version }), line.shared, line.model, line.reading)]
              : [],
          ),
          raw_responses: fresh.flatMap(({ raw }) =>
            raw === undefined ? [] : [row(placeColumns({ brand_id: brandId, seq }), raw)],
          ),
        }
      },
    })
    return unknown.length
  })
}

/**
 * The current version of readings, for reading lines before storing them.
 * @throws ApiError not_found if the brand was deleted
 */
export async function readingVersion({ db }: Services, brandId: string): Promise<number> {
  const brand = db.selectFrom('brands').select('reading_version').where('id', '=', brandId)
  return (await brand.executeTakeFirstOrThrow(() => notFound('brand'))).reading_version
}

/**
 * Whether this reader version made the current readings. If an older one did, new answers get their readings
 * with the pending reread, so that figures use one reader.
 * @throws ApiError service_unavailable if a newer release made them and shares the databases
 */
async function isOfThisReader(transaction: Transaction, brandId: string, version: number): Promise<boolean> {
  const configs = transaction.selectFrom('reading_configs').select('reader').where('brand_id', '=', brandId)
  const { reader } = await configs.where('version', '=', version).executeTakeFirstOrThrow()
  if (reader > readerVersion)
    throw unavailable('a newer release of Sightline already uses this data; import with that release', 60)
  return reader === readerVersion
}

/** Rereads lines whose reading predates a change of the brand's names. */
async function readWith(
  version: number,
  lines: readonly LineToStore[],
  readers: AnswerReaders,
): Promise<WithReading<ReadLine>[]> {
  const outdated = lines.filter((line) => line.version !== version)
  if (outdated.length === 0) return lines.map((line) => line.read)
  const again = await readers.readLines(
    version,
    outdated.map((line) => line.text),
  )
  const readAgain = new Map(outdated.map((line, index) => [line, again[index] as WithReading<ReadLine>]))
  return lines.map((line) => readAgain.get(line) ?? line.read)
}

/** The lines that are not stored yet, without repeats. */
async function withoutKnown(
  { clickhouse }: Services,
  brandId: string,
  lines: readonly LineToStore[],
): Promise<LineToStore[]> {
  const byId = new Map<string, LineToStore>()
  for (const line of lines) if (!byId.has(line.read.answerId)) byId.set(line.read.answerId, line)
  const known = await clickhouse.query<{ answer_id: string }>(
    sql`SELECT answer_id FROM answers WHERE brand_id = ${brandId} AND answer_id IN ${[...byId.keys()]}`,
  )
  for (const { answer_id } of known) byId.delete(answer_id)
  return [...byId.values()]
}
