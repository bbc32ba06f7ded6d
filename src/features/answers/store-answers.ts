import type { Brand, Services } from '../../core/context.ts'
import { sql, storedTime } from '../../stores/clickhouse-sql.ts'
import { ensurePrompts } from '../prompts/index.ts'
import type { AnswerLine } from './answer-line.ts'
import { withLock } from './brand-lock.ts'
import type { BrandReaders } from './brand-reader.ts'

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
  lines: readonly AnswerLine[],
  readerOf: BrandReaders,
): Promise<number> {
  return withLock(services, brandId, 'writing', async (connection) => {
    await removePending(services, brandId)
    const fresh = await withoutKnown(services, brandId, lines)
    if (fresh.length === 0) return 0
    const { brand, prompts, seq } = await connection.transaction().execute(async (transaction) => {
      const brands = transaction.selectFrom('brands').selectAll().where('id', '=', brandId)
      const locked = await brands.forUpdate().executeTakeFirstOrThrow()
      const seen = fresh.map((line) => ({
        text: line.prompt,
        topic: line.topic,
        tags: line.tags,
        country: line.country,
      }))
      const numbers = await ensurePrompts(transaction, brandId, seen, services.now())
      const pending = locked.ingest_seq + 1
      await transaction
        .updateTable('brands')
        .set({ pending_seq: pending })
        .where('id', '=', brandId)
        .execute()
      return { brand: locked, prompts: numbers, seq: pending }
    })
    const read = await readerOf(brandId, brand.reading_version)
    const stored = fresh.map((line) => ({ ...line, promptNumber: prompts.get(line.prompt) as number, seq }))
    await services.clickhouse.insert('answers', stored.map((line) => answerRow(brandId, line)).join('\n'))
    await services.clickhouse.insert('readings', (await read(stored)).join('\n'))
    await connection
      .updateTable('brands')
      .set({ ingest_seq: seq, pending_seq: null })
      .where('id', '=', brandId)
      .execute()
    return fresh.length
  })
}

/** Removes what a killed writer left of a batch that was never committed. */
async function removePending({ db, clickhouse }: Services, brandId: string): Promise<void> {
  const brands = db.selectFrom('brands').select(['ingest_seq', 'pending_seq']).where('id', '=', brandId)
  const { ingest_seq, pending_seq } = await brands.executeTakeFirstOrThrow()
  if (pending_seq === null) return
  for (const table of ['answers', 'readings']) {
    await clickhouse.command(
      sql`DELETE FROM ${sql.raw(table)} WHERE brand_id = ${brandId} AND seq > ${ingest_seq}`,
    )
  }
  await db.updateTable('brands').set({ pending_seq: null }).where('id', '=', brandId).execute()
}

/** The lines that are not stored yet, each once. */
async function withoutKnown(
  { clickhouse }: Services,
  brandId: string,
  lines: readonly AnswerLine[],
): Promise<AnswerLine[]> {
  const byId = new Map<string, AnswerLine>()
  for (const line of lines) if (!byId.has(line.answerId)) byId.set(line.answerId, line)
  const known = await clickhouse.query<{ answer_id: string }>(
    sql`SELECT answer_id FROM answers WHERE brand_id = ${brandId} AND answer_id IN (${sql.raw(quoted([...byId.keys()]))})`,
  )
  for (const { answer_id } of known) byId.delete(answer_id)
  return [...byId.values()]
}

/** Ids of our own making, as a list of literals. */
const quoted = (uuids: readonly string[]) => uuids.map((id) => `'${id}'`).join(',')

type StoredLine = AnswerLine & { promptNumber: number; seq: number }

function answerRow(brandId: string, line: StoredLine): string {
  return JSON.stringify({
    brand_id: brandId,
    seq: line.seq,
    answer_id: line.answerId,
    source_id: line.sourceId,
    prompt: line.promptNumber,
    engine: line.engine,
    country: line.country,
    executed_at: storedTime(line.executedAt),
    model: line.model,
    answer: line.answer,
    'given_citations.url': line.citations.map((citation) => citation.url),
    'given_citations.title': line.citations.map((citation) => citation.title ?? ''),
    search_queries: line.searchQueries,
  })
}

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
