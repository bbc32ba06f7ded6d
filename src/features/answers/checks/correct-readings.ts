import { sql as postgres, type Transaction } from 'kysely'
import { withLock } from '../../../kernel/brand-lock.ts'
import type { Services } from '../../../kernel/context.ts'
import { incrementDataVersion } from '../../../kernel/data-version.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { createAnswerReaders } from '../answer-readers.ts'
import type { AnswersState } from '../current-answers.ts'
import { selectAnswered } from '../history-steps.ts'
import { readerVersion } from '../read-answer.ts'
import { type AnswerCheck, correctMentions } from './answer-check.ts'
import { correctReadingsQueue, readChecks } from './stored-checks.ts'

/** Answers per statement, which contains their readings. */
const partAnswers = 500

/**
 * Corrects the readings in use by the checks that they do not follow yet. Readings of an older reader stay as they
 * are: their reread is queued, and applies all checks.
 */
export const correctReadings: Job<{ brand_id: string }> = {
  queue: correctReadingsQueue,
  concurrency: 2,
  perWorkspace: 1,
  run: (services, { brand_id: brandId }, signal) =>
    withLock(services, brandId, 'writing', async () => {
      for (;;) {
        signal.throwIfAborted()
        const state = await stateOf(services, brandId)
        if (state === undefined) return
        const checks = await checksOfPending(services, brandId)
        if (checks.length === 0) return
        const settle = await correctAnswers(services, state, checks)
        await services.db.transaction().execute(async (transaction) => {
          // A lost lock lets a reread switch to another version, which lacks these corrections.
          const { numUpdatedRows } = await transaction
            .updateTable('brands')
            .set({ erasures: postgres`erasures + 1`, ...incrementDataVersion })
            .where('id', '=', brandId)
            .where('reading_version', '=', state.version)
            .executeTakeFirst()
          if (numUpdatedRows === 1n) await settle(transaction)
        })
      }
    }),
}

/** The readings in use. Undefined for a deleted brand, or if another reader version made them. */
async function stateOf({ db }: Services, brandId: string): Promise<AnswersState | undefined> {
  const brand = await db
    .selectFrom('brands')
    .innerJoin('reading_configs', (join) =>
      join.onRef('brand_id', '=', 'brands.id').onRef('version', '=', 'reading_version'),
    )
    .select(['version', 'ingest_seq'])
    .where('brands.id', '=', brandId)
    .where('reader', '=', readerVersion)
    .executeTakeFirst()
  return brand && { brandId, version: brand.version, seq: brand.ingest_seq }
}

/** All checks of answers with a pending one, for one statement. */
const checksOfPending = ({ db }: Services, brandId: string): Promise<AnswerCheck[]> =>
  db
    .selectFrom('answer_checks')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', (one) =>
      one
        .selectFrom('answer_checks')
        .select('answer_id')
        .where('brand_id', '=', brandId)
        .where('is_applied', '=', false)
        .distinct()
        .limit(partAnswers),
    )
    .execute()

/**
 * Applies all checks of a brand to a version of readings before it comes into use.
 * @returns stores the outcome, in the transaction that switches to the version
 */
export async function correctVersion(
  services: Services,
  state: AnswersState,
): Promise<(transaction: Transaction<Tables>) => Promise<void>> {
  return correctAnswers(services, state, await readChecks(services.db, state.brandId))
}

/** The caller holds the brand's writing lock. */
async function correctAnswers(
  services: Services,
  state: AnswersState,
  checks: readonly AnswerCheck[],
): Promise<(transaction: Transaction<Tables>) => Promise<void>> {
  const byAnswer = Map.groupBy(checks, ({ answer_id }) => answer_id)
  const ids = [...byAnswer.keys()]
  const read = new Map<string, number>()
  for (let from = 0; from < ids.length; from += partAnswers)
    await correctPart(services, state, ids.slice(from, from + partAnswers), byAnswer, read)
  return (transaction) => settleChecks(transaction, state.brandId, checks, read)
}

const keyOf = (answerId: string, entity: number) => `${answerId} ${entity}`

/** Reads answers again, and replaces their mentions. One statement changes an answer, so no query sees half of it. */
async function correctPart(
  services: Services,
  state: AnswersState,
  ids: readonly string[],
  byAnswer: ReadonlyMap<string, readonly AnswerCheck[]>,
  found: Map<string, number>,
): Promise<void> {
  const { clickhouse } = services
  const readers = createAnswerReaders(services, state.brandId)
  const rows = await clickhouse.lines(selectAnswered(state, sql`answer_id IN ${ids}`))
  const read = await readers.readStored(state.version, rows, (answerId, reading) => {
    for (const { entity, sentiment } of reading.mentions) found.set(keyOf(answerId, entity), sentiment)
    reading.mentions = correctMentions(reading.mentions, byAnswer.get(answerId) ?? [])
  })
  const columns = read.map(({ reading }) => JSON.parse(`{${reading}}`) as Record<string, number[]>)
  const first = columns[0]
  if (first === undefined) return
  const answers = read.map(({ answerId }) => answerId)
  const changes = Object.keys(first)
    .filter((column) => column.startsWith('mentions.'))
    .map((column) => {
      const values = columns.map((one) => one[column] as number[])
      return sql`${sql.raw(`\`${column}\``)} = arrayElement(${values}, indexOf(${answers}, toString(answer_id)))`
        .text
    })
  await clickhouse.command(
    sql`ALTER TABLE readings UPDATE ${sql.raw(changes.join(', '))}
      WHERE brand_id = ${state.brandId} AND version = ${state.version} AND answer_id IN ${answers}
      SETTINGS mutations_sync = 2`,
  )
}

/** Stores what the reader found. Checks that changed in the meantime stay pending. */
async function settleChecks(
  transaction: Transaction<Tables>,
  brandId: string,
  checks: readonly AnswerCheck[],
  found: ReadonlyMap<string, number>,
): Promise<void> {
  if (checks.length === 0) return
  const rows = checks.map(({ answer_id, entity, edits }) => ({
    answer_id,
    entity,
    edits,
    found: found.get(keyOf(answer_id, entity)) ?? null,
  }))
  await postgres`update answer_checks as stored
    set read_sentiment = read.found, is_applied = stored.is_applied or stored.edits = read.edits
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as read (answer_id uuid, entity integer, edits integer, found integer)
    where stored.brand_id = ${brandId} and stored.answer_id = read.answer_id and stored.entity = read.entity`.execute(
    transaction,
  )
  await transaction
    .deleteFrom('answer_checks')
    .where('brand_id', '=', brandId)
    .where('is_applied', '=', true)
    .where('mention', 'is', null)
    .where('sentiment', 'is', null)
    .execute()
}
