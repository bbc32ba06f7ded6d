import { sql as postgres } from 'kysely'
import { withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { PostgresLike, Row, Transaction } from '../../stores/postgres.ts'
import { createAnswerReaders } from './answer-readers.ts'
import type { AnswersState } from './current-answers.ts'
import { selectAnswered } from './history-steps.ts'
import { type Mention, type Reading, readerVersion, unjudged } from './read-answer.ts'

/** Stored sentiments of corrected mentions. Neutral ones judge nothing, so they do not count in means. */
const corrected = { positive: 7500, neutral: unjudged, negative: 2500 }

/** The class of a stored sentiment, by the limits of the published evaluation (docs/reading-answers.md). */
export function judgmentOf(sentiment: number): keyof typeof corrected {
  if (sentiment === unjudged || (sentiment >= 4900 && sentiment <= 6200)) return 'neutral'
  return sentiment < 4900 ? 'negative' : 'positive'
}

export type AnswerCheck = Row<'answer_checks'>

/** The sentiment to store for a mention; a right one keeps its score. Undefined if it is not a mention. */
function correctedSentiment(check: AnswerCheck | undefined, read: number): number | undefined {
  if (check?.mention === 'wrong') return undefined
  const { sentiment = null } = check ?? {}
  return sentiment === null || sentiment === judgmentOf(read) ? read : corrected[sentiment]
}

const correctMentions = (mentions: readonly Mention[], checks: readonly AnswerCheck[]): Mention[] =>
  mentions.flatMap((mention) => {
    const check = checks.find(({ entity }) => entity === mention.entity)
    const sentiment = correctedSentiment(check, mention.sentiment)
    return sentiment === undefined ? [] : [{ ...mention, sentiment }]
  })

/** Includes withdrawn checks that readings still follow. */
export function readChecks(db: PostgresLike, brandId: string, answerId?: string): Promise<AnswerCheck[]> {
  const checks = db.selectFrom('answer_checks').selectAll().where('brand_id', '=', brandId)
  return (answerId === undefined ? checks : checks.where('answer_id', '=', answerId)).execute()
}

/**
 * Stores a check in place of the previous one of the same entity. If it changes the reading, a job corrects it.
 */
export async function storeCheck(
  { jobs }: Services,
  transaction: Transaction,
  before: AnswerCheck | undefined,
  check: Omit<AnswerCheck, 'is_applied'>,
): Promise<void> {
  const row = { ...check, is_applied: before?.is_applied ?? true }
  const effect = (one: AnswerCheck | undefined) => correctedSentiment(one, check.read_sentiment ?? unjudged)
  row.is_applied &&= effect(row) === effect(before)
  const { brand_id } = check
  await transaction
    .insertInto('answer_checks')
    .values(row)
    .onConflict((key) => key.columns(['brand_id', 'answer_id', 'entity']).doUpdateSet(row))
    .execute()
  if (row.is_applied) await deleteWithdrawn(transaction, brand_id)
  else await jobs.enqueue(correctReadings.queue, { brand_id }, { key: brand_id, transaction })
}

const deleteWithdrawn = (transaction: Transaction, brandId: string) =>
  transaction
    .deleteFrom('answer_checks')
    .where('brand_id', '=', brandId)
    .where('is_applied', '=', true)
    .where(({ fn }) => fn.coalesce('mention', 'sentiment'), 'is', null)
    .execute()

/** Answers per statement, which contains their readings. */
const partAnswers = 500

/**
 * Corrects the readings in use by new checks. Leaves readings of another reader version: their reread is queued, and
 * applies all checks.
 */
export const correctReadings: Job<{ brand_id: string }> = {
  queue: 'correct-readings',
  concurrency: 2,
  perWorkspace: 1,
  run: (services, { brand_id: brandId }) =>
    withLock(services, brandId, 'writing', async () => {
      const { db } = services
      const brand = await db
        .selectFrom('brands')
        .innerJoin('reading_configs', 'brand_id', 'brands.id')
        .select(['version', 'ingest_seq as seq'])
        .where('brand_id', '=', brandId)
        .whereRef('version', '=', 'reading_version')
        .where('reader', '=', readerVersion)
        .executeTakeFirst()
      const all = await readChecks(db, brandId)
      const pending = new Set(all.flatMap(({ answer_id, is_applied }) => (is_applied ? [] : [answer_id])))
      if (brand === undefined || pending.size === 0) return
      const checks = all.filter(({ answer_id }) => pending.has(answer_id))
      const settle = await correctAnswers(services, { brandId, ...brand }, checks)
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('brands')
          .set({ erasures: postgres`erasures + 1`, ...incrementDataVersion })
          .where('id', '=', brandId)
          .where('reading_version', '=', brand.version)
          .returning('id')
          // A lost lock lets a reread switch to another version; the retry corrects that one.
          .executeTakeFirstOrThrow()
        await settle(transaction)
      })
    }),
}

/**
 * Reads answers again and applies their checks to a version of readings. The caller holds the brand's writing lock.
 * @returns stores the outcome; checks that changed in the meantime stay pending
 */
export async function correctAnswers(
  services: Services,
  state: AnswersState,
  checks: readonly AnswerCheck[],
): Promise<(transaction: Transaction) => Promise<void>> {
  const readers = createAnswerReaders(services, state.brandId)
  const byAnswer = Map.groupBy(checks, ({ answer_id }) => answer_id)
  const ids = [...byAnswer.keys()]
  const found = new Map<string, number>()
  const correct = (answerId: string, reading: Reading) => {
    for (const { entity, sentiment } of reading.mentions) found.set(`${answerId} ${entity}`, sentiment)
    reading.mentions = correctMentions(reading.mentions, byAnswer.get(answerId) ?? [])
  }
  for (let from = 0; from < ids.length; from += partAnswers) {
    const part = sql`answer_id IN ${ids.slice(from, from + partAnswers)}`
    const rows = await services.clickhouse.lines(selectAnswered(state, part))
    const read = await readers.readStored(state.version, rows, correct)
    await replaceMentions(services, state, read)
  }
  return async (transaction) => {
    const read = checks.map((check) => {
      return { ...check, found: found.get(`${check.answer_id} ${check.entity}`) ?? null }
    })
    await postgres`update answer_checks as stored
      set read_sentiment = read.found, is_applied = stored.is_applied or
        (stored.mention, stored.sentiment) is not distinct from (read.mention, read.sentiment)
      from jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
        as read (answer_id uuid, entity integer, mention text, sentiment text, found integer)
      where stored.brand_id = ${state.brandId} and stored.answer_id = read.answer_id
        and stored.entity = read.entity`.execute(transaction)
    await deleteWithdrawn(transaction, state.brandId)
  }
}

/** Checks made during a reread were compared with the former version, so a job corrects the new one by them. */
export async function applyChecksSince(
  { jobs }: Services,
  transaction: Transaction,
  brandId: string,
  since: Date,
): Promise<void> {
  const made = transaction.updateTable('answer_checks').set({ is_applied: false })
  const { numUpdatedRows } = await made
    .where('brand_id', '=', brandId)
    .where('checked_at', '>=', since)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await jobs.enqueue(correctReadings.queue, { brand_id: brandId }, { key: brandId, transaction })
}

/** Replaces all columns of mentions in one statement, so that no query sees half of an answer's change. */
async function replaceMentions(
  { clickhouse }: Services,
  { brandId, version }: AnswersState,
  read: readonly { answerId: string; reading: string | undefined }[],
): Promise<void> {
  const rows = read.map(({ reading }) => JSON.parse(`{${reading}}`) as Record<string, number[]>)
  const ids = read.map(({ answerId }) => answerId)
  const changes = Object.keys(rows[0] ?? {}).flatMap((name) => {
    const values = rows.map((row) => row[name] as number[])
    const value = sql`arrayElement(${values}, indexOf(${ids}, toString(answer_id)))`
    return name.startsWith('mentions.') ? [`\`${name}\` = ${value.text}`] : []
  })
  if (changes.length === 0) return
  await clickhouse.command(
    sql`ALTER TABLE readings UPDATE ${sql.raw(changes.join(', '))}
      WHERE brand_id = ${brandId} AND version = ${version} AND answer_id IN ${ids} SETTINGS mutations_sync = 2`,
  )
}
