import type { Transaction } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { type AnswerCheck, correctedSentiment, isWithdrawn } from './answer-check.ts'

/** Queue of the job in `correct-readings.ts`. */
export const correctReadingsQueue = 'correct-readings'

/** Checks of a brand, or of one of its answers, including withdrawn ones that readings still follow. */
export function readChecks(db: PostgresLike, brandId: string, answerId?: string): Promise<AnswerCheck[]> {
  const checks = db.selectFrom('answer_checks').selectAll().where('brand_id', '=', brandId)
  const chosen = answerId === undefined ? checks : checks.where('answer_id', '=', answerId)
  return chosen.orderBy('answer_id').orderBy('entity').execute()
}

/** What a check changes in the reading; equal for equal corrections. */
const effectOf = (check: AnswerCheck) =>
  check.read_sentiment === null ? null : (correctedSentiment(check, check.read_sentiment) ?? 'none')

/**
 * Stores a check in place of the previous one. If it changes the reading, a job corrects it.
 * @param before the previous check of the same entity
 */
export async function storeCheck(
  services: Services,
  transaction: Transaction<Tables>,
  before: AnswerCheck | undefined,
  check: Omit<AnswerCheck, 'edits' | 'is_applied'>,
): Promise<void> {
  const { brand_id, answer_id, entity } = check
  const edits = (before?.edits ?? 0) + 1
  const unchecked = { ...check, mention: null, sentiment: null, edits, is_applied: true }
  const changesReading = effectOf({ ...unchecked, ...check }) !== effectOf(before ?? unchecked)
  const is_applied = !changesReading && (before?.is_applied ?? true)
  const own = transaction.deleteFrom('answer_checks').where('brand_id', '=', brand_id)
  await own.where('answer_id', '=', answer_id).where('entity', '=', entity).execute()
  if (is_applied && isWithdrawn(check)) return
  await transaction
    .insertInto('answer_checks')
    .values({ ...check, edits, is_applied })
    .execute()
  if (!is_applied) await enqueueCorrection(services, transaction, brand_id)
}

const enqueueCorrection = ({ jobs }: Services, transaction: Transaction<Tables>, brand_id: string) =>
  jobs.enqueue(correctReadingsQueue, { brand_id }, { key: brand_id, transaction })

/** Corrects answers that were lost and are imported again. */
export async function requeueChecks(
  services: Services,
  transaction: Transaction<Tables>,
  brandId: string,
  answerIds: readonly string[],
): Promise<void> {
  const pending = transaction.updateTable('answer_checks').set({ is_applied: false })
  const ofAnswers = pending.where('brand_id', '=', brandId).where('answer_id', 'in', answerIds)
  const { numUpdatedRows } = await ofAnswers.executeTakeFirst()
  if (numUpdatedRows > 0n) await enqueueCorrection(services, transaction, brandId)
}

/** Queues corrections that a backup captured before they were made. */
export async function resumeCorrections(services: Services, transaction: Transaction<Tables>): Promise<void> {
  const pending = transaction.selectFrom('answer_checks').select('brand_id').distinct()
  for (const { brand_id } of await pending.where('is_applied', '=', false).execute())
    await enqueueCorrection(services, transaction, brand_id)
}
