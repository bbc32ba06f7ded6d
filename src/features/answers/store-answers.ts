import { type HeldLock, withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import { raisedDataVersion } from '../../kernel/data-version.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Postgres } from '../../stores/postgres.ts'
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

/**
 * Stores a batch of answers with their readings: all of it or nothing, and each answer once.
 *
 * The two stores share no transaction, so the batch gets a number that is noted as pending before ClickHouse is
 * written and committed after it. Readers see committed batches only; what a killed writer left of a pending one is
 * removed by whoever writes next.
 * @returns how many were new
 * @throws ApiError not_found where the brand has been deleted
 */
export async function storeAnswers(
  services: Services,
  brandId: string,
  lines: readonly LineToStore[],
  readers: AnswerReaders,
): Promise<number> {
  return withLock(services, brandId, 'writing', async (held) => {
    const { connection } = held
    await removePending(services, connection, brandId)
    const unknown = await withoutKnown(services, brandId, lines)
    if (unknown.length === 0) return 0
    const { version, prompts, seq } = await connection.transaction().execute(async (transaction) => {
      const brands = transaction.selectFrom('brands').selectAll().where('id', '=', brandId)
      const locked = await brands.forUpdate().executeTakeFirstOrThrow(() => notFound('brand'))
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
    await writeBatch(services, held, brandId, seq, rows)
    return fresh.length
  })
}

/** Writes a batch while the lock is held, and commits it. */
async function writeBatch(
  services: Services,
  { connection, check }: HeldLock,
  brandId: string,
  seq: number,
  rows: { answers: string[]; readings: string[] },
): Promise<void> {
  try {
    for (const table of ['answers', 'readings'] as const) {
      await check()
      await services.clickhouse.insert(table, rows[table].join('\n'))
    }
    await connection
      .updateTable('brands')
      .set({ ingest_seq: seq, pending_seq: null, ...raisedDataVersion })
      .where('id', '=', brandId)
      .execute()
  } catch (error) {
    const isHeld = await check().then(
      () => true,
      () => false,
    )
    if (!isHeld) await takeBack(services, brandId, seq)
    throw error
  }
}

/**
 * Removes what a batch whose lock was lost has written. Somebody else may have removed it as well, and then written
 * and committed other batches, before the last of it arrived: those have other numbers.
 */
async function takeBack(services: Services, brandId: string, seq: number): Promise<void> {
  const { db, clickhouse, log } = services
  try {
    for (const table of ['answers', 'readings']) await deleteBatch(clickhouse, table, brandId, seq)
    await db.updateTable('brands').set(raisedDataVersion).where('id', '=', brandId).execute()
  } catch (error) {
    log.warn({ err: error, brand_id: brandId, batch: seq }, 'a batch that lost its lock was not removed')
  }
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

/**
 * Removes what a killed writer left of a batch that was never committed. Its number stays used: should the writer be
 * alive and only have lost its lock, what it still writes and takes back is not mistaken for anything else.
 */
async function removePending({ clickhouse }: Services, connection: Postgres, brandId: string): Promise<void> {
  const brands = connection.selectFrom('brands').select('pending_seq').where('id', '=', brandId)
  const { pending_seq } = await brands.executeTakeFirstOrThrow(() => notFound('brand'))
  if (pending_seq === null) return
  for (const table of ['answers', 'readings']) {
    await clickhouse.settle(table)
    await deleteBatch(clickhouse, table, brandId, pending_seq)
  }
  const changes = { ingest_seq: pending_seq, pending_seq: null }
  await connection.updateTable('brands').set(changes).where('id', '=', brandId).execute()
}

async function deleteBatch(
  clickhouse: Services['clickhouse'],
  table: string,
  brandId: string,
  seq: number,
): Promise<void> {
  // Where the disk has no room to rewrite its parts, the engine would wait for some without end.
  await clickhouse.command(
    sql`DELETE FROM ${sql.raw(table)} WHERE brand_id = ${brandId} AND seq = ${seq} SETTINGS max_execution_time = 120`,
  )
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

/** Erases every answer and reading of a brand, from the disk too. The caller holds the brand's locks. */
export async function eraseAnswers({ clickhouse }: Services, brandId: string): Promise<void> {
  for (const table of ['answers', 'readings', 'sentiment_judgements']) {
    // A mutation that is waited for, not a lightweight delete, which only hides the rows.
    await clickhouse.command(
      sql`ALTER TABLE ${sql.raw(table)} DELETE WHERE brand_id = ${brandId} SETTINGS mutations_sync = 2`,
    )
  }
}
