import { raisedDataVersion } from '../../core/brand-change.ts'
import type { Brand, Services } from '../../core/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { ensurePrompts } from '../prompts/index.ts'
import type { AnswerReaders, Settled } from './answer-readers.ts'
import { placeColumns, row } from './answer-rows.ts'
import type { ReadLine } from './answer-worker.ts'
import { withLock } from './brand-lock.ts'

/** A line that was read, with what it takes to read it again for other names. */
export interface LineToStore {
  text: string
  version: number
  read: Settled<ReadLine>
}

/**
 * Stores a batch of answers with their readings: all of it or nothing, and each answer once.
 *
 * The two stores share no transaction, so the batch gets a number that is noted as pending before ClickHouse is
 * written and committed after it. Readers see committed batches only; what a killed writer left of a pending one is
 * removed by whoever writes next.
 * @returns how many were new
 */
export async function storeAnswers(
  services: Services,
  brandId: string,
  lines: readonly LineToStore[],
  readers: AnswerReaders,
): Promise<number> {
  return withLock(services, brandId, 'writing', async (connection) => {
    await removePending(services, brandId)
    const unknown = await withoutKnown(services, brandId, lines)
    if (unknown.length === 0) return 0
    const { version, prompts, seq } = await connection.transaction().execute(async (transaction) => {
      const brands = transaction.selectFrom('brands').selectAll().where('id', '=', brandId)
      const locked = await brands.forUpdate().executeTakeFirstOrThrow()
      const seen = unknown.map(({ read: { prompt, topic, tags, country } }) => ({
        text: prompt,
        topic,
        tags,
        country,
      }))
      const numbers = await ensurePrompts(transaction, brandId, seen, services.now())
      const pending = locked.ingest_seq + 1
      await transaction
        .updateTable('brands')
        .set({ pending_seq: pending, ...raisedDataVersion })
        .where('id', '=', brandId)
        .execute()
      return { version: locked.reading_version, prompts: numbers, seq: pending }
    })
    const fresh = await readWith(version, unknown, readers)
    const place = (line: ReadLine) => ({ brand_id: brandId, seq, prompt: prompts.get(line.prompt) as number })
    const rows = {
      answers: fresh.map((line) => row(placeColumns(place(line)), line.shared, line.answer)),
      readings: fresh.map((line) =>
        row(placeColumns({ ...place(line), version }), line.shared, line.reading),
      ),
    }
    await services.clickhouse.insert('answers', rows.answers.join('\n'))
    await services.clickhouse.insert('readings', rows.readings.join('\n'))
    await connection
      .updateTable('brands')
      .set({ ingest_seq: seq, pending_seq: null, ...raisedDataVersion })
      .where('id', '=', brandId)
      .execute()
    return fresh.length
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

/** Removes what a killed writer left of a batch that was never committed. */
async function removePending({ db, clickhouse }: Services, brandId: string): Promise<void> {
  const brands = db.selectFrom('brands').select(['ingest_seq', 'pending_seq']).where('id', '=', brandId)
  const { ingest_seq, pending_seq } = await brands.executeTakeFirstOrThrow()
  if (pending_seq === null) return
  for (const table of ['answers', 'readings']) {
    await clickhouse.settle(table)
    // Where the disk has no room to rewrite its parts, the engine would wait for some without end.
    await clickhouse.command(
      sql`DELETE FROM ${sql.raw(table)} WHERE brand_id = ${brandId} AND seq > ${ingest_seq} SETTINGS max_execution_time = 120`,
    )
  }
  await db.updateTable('brands').set({ pending_seq: null }).where('id', '=', brandId).execute()
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

/** How many answers a prompt has. */
export async function countAnswersOfPrompt(
  { clickhouse }: Services,
  brand: Brand,
  prompt: number,
): Promise<number> {
  const [row] = await clickhouse.query<{ answers: string }>(
    sql`SELECT count() AS answers FROM readings
      WHERE brand_id = ${brand.id} AND version = ${brand.reading_version} AND seq <= ${brand.ingest_seq} AND prompt = ${prompt}`,
  )
  return Number(row?.answers ?? 0)
}

/** Erases every answer and reading of a brand, from the disk too. The caller holds the brand's locks. */
export async function eraseAnswers({ clickhouse }: Services, brandId: string): Promise<void> {
  for (const table of ['answers', 'readings', 'sentiment_judgements']) {
    // A mutation that is waited for, not a lightweight delete, which only hides the rows.
    await clickhouse.command(
      sql`ALTER TABLE ${sql.raw(table)} DELETE WHERE brand_id = ${brandId} SETTINGS mutations_sync = 2`,
    )
  }
}
