import { randomInt } from 'node:crypto'
import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import { emit } from '../../../kernel/events.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { updateRow } from '../../../stores/postgres-rows.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import type { Source } from '../../sources/index.ts'
import { sourceFailed } from '../collection-events.ts'
import { addSpending, type BudgetOwner } from '../money/budget.ts'
import type { Slot } from '../tables.ts'

/** Why a slot has no answer: code and text. */
export interface Failure {
  failure: string
  reason: string
  at: Date
}

/** Attempts per source. After these, the slot moves to the fallback source or fails. */
const maxAttempts = 5
/**
 * Consecutive failures that pause a source, at least its concurrency: among parallel requests failures often
 * return first, which proves nothing.
 */
const maxFailures = sql<number>`greatest(5, concurrency)`
const firstPauseSeconds = 30
/** Lost requests in a row after which a source waits, and then sends one request at a time. */
export const maxLosses = 5
const firstLossPauseSeconds = 120
const maxPauseSeconds = 900

/**
 * Ends a slot without an answer.
 * @param lost attempts that the provider may have charged for
 */
export async function endUnansweredSlot(
  transaction: Transaction<Tables>,
  slot: Pick<Slot, 'id'>,
  { failure, reason, at }: Failure,
  lost = 0,
): Promise<void> {
  await updateRow(transaction, 'collection_slots', slot.id, {
    state: 'settled',
    outcome: 'failed',
    failure,
    reason,
    settled_at: at,
    reserved_nanos: 0,
    possibly_bought: sql<number>`possibly_bought + ${lost}`,
  })
}

/** What an attempt cost, in billionths of a US dollar. */
export interface AttemptCost {
  spent: number
  /** For a request whose outcome is unknown. */
  atRisk?: number
  reason?: string
}

/**
 * Releases the reservation of an attempt and adds its cost.
 * @param changes further changes to the slot
 * @returns false if another process took over the attempt after a timeout
 */
export async function settleCost(
  transaction: Transaction<Tables>,
  slot: Slot,
  payer: BudgetOwner,
  { spent, atRisk = 0, reason = '' }: AttemptCost,
  changes: UpdateObject<Tables, 'collection_slots'> = {},
): Promise<boolean> {
  const row = await transaction
    .updateTable('collection_slots')
    .set({
      ...changes,
      reserved_nanos: 0,
      cost_nanos: sql<number>`cost_nanos + ${spent}`,
      at_risk_nanos: sql<number>`at_risk_nanos + ${atRisk}`,
    })
    .where('id', '=', slot.id)
    .where('attempt_id', '=', slot.attempt_id)
    .where('state', 'in', ['reserved', 'submitted'])
    .returning('month')
    .executeTakeFirst()
  if (row === undefined) return false
  const month = row.month as string
  await addSpending(transaction, payer, month, {
    reserved: -slot.reserved_nanos,
    spent,
    atRisk,
  })
  if (atRisk > 0)
    await transaction
      .insertInto('collection_lost_requests')
      .values({
        attempt_id: slot.attempt_id as string,
        workspace_id: payer.workspaceId,
        brand_id: slot.brand_id,
        slot_id: slot.id,
        source_id: slot.source_id,
        engine: slot.engine,
        month,
        cost_nanos: atRisk,
        reason,
        lost_at: sql<Date>`coalesce(${slot.submitted_at}::timestamptz, now())`,
      })
      .onConflict((on) => on.doNothing())
      .execute()
  return true
}

/** Fails slots whose run ended before they ran: later answers never replace earlier ones. */
export async function failMissedSlots({ db, now }: Services): Promise<void> {
  const at = now()
  await db
    .updateTable('collection_slots')
    .set({
      state: 'settled',
      outcome: 'failed',
      failure: sql<string>`coalesce(failure, case when ${stopReason} is null then 'missed' else 'source_stopped' end)`,
      reason: sql<string>`coalesce(reason, ${stopReason}, 'not run in time')`,
      settled_at: at,
    })
    .where('state', '=', 'planned')
    .where('round_end', '<=', at)
    .execute()
}

/** Why the source of a slot's plan is paused; null if it is not. */
const stopReason = sql<string | null>`(select sources.paused_reason
  from collection_plans plans join sources on sources.id = plans.source_id
  where plans.brand_id = collection_slots.brand_id and plans.engine = collection_slots.engine)`

/** Fails slots that stay blocked until a source or plan is fixed; callers waiting for the run would hang. */
export async function failUnaskableSlots(
  { db, now }: Services,
  brandId: string,
  engine: string,
  round: Date,
): Promise<void> {
  await sql`update collection_slots set state = 'settled', outcome = 'failed', settled_at = ${now()},
      failure = coalesce(failure, 'source_stopped'),
      reason = coalesce(reason, ${stopReason}, 'the plan is paused or has no source')
    where brand_id = ${brandId} and engine = ${engine} and round = ${round} and state = 'planned'
      and not exists (
        select from collection_plans plans join sources
          on sources.id = coalesce(collection_slots.source_id, plans.source_id)
            or (collection_slots.source_id is null and sources.id = plans.fallback_source_id)
        where plans.brand_id = collection_slots.brand_id and plans.engine = collection_slots.engine
          and plans.is_active and sources.paused_reason is null)`.execute(db)
}

/** Fails a submitted slot whose source was deleted or changed its provider. Its maximum is at risk. */
export async function failOrphanedSlot({ db, now }: Services, slot: Slot): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('workspace_id').where('id', '=', slot.brand_id)
    const brand = await brands.executeTakeFirst()
    if (brand === undefined) return
    const payer = { workspaceId: brand.workspace_id, brandId: slot.brand_id }
    const reason = 'its source was deleted or changed its provider'
    if (!(await settleCost(transaction, slot, payer, { spent: 0, atRisk: slot.reserved_nanos, reason }))) return
    await endUnansweredSlot(transaction, slot, {
      failure: 'lost',
      reason,
      at: now(),
    })
  })
}

/** What follows a failed attempt. */
export interface NextAttempt extends Failure {
  /** Whether retrying is pointless. */
  isFinal: boolean
  /** Whether the provider may have charged for the lost answer. */
  mayBeCharged: boolean
  /** Minimum delay. Omit for exponential backoff. */
  retryAfterSeconds?: number | null
  /** Whether the source is unavailable, which says nothing about the slot. Does not count as an attempt. */
  isBusy?: boolean
}

/**
 * Plans the next attempt of a slot: at the same source, at the fallback source, or none.
 * @param slot its state after the attempt, with costs settled
 */
export async function planNextAttempt(
  transaction: Transaction<Tables>,
  slot: Slot,
  source: Source,
  fallbackId: string | null,
  next: NextAttempt,
): Promise<void> {
  const lost = next.mayBeCharged ? 1 : 0
  const isLast = next.isFinal || (!next.isBusy && slot.attempts >= maxAttempts)
  const moves = isLast && fallbackId !== null && fallbackId !== source.id
  if (isLast && !moves) return endUnansweredSlot(transaction, slot, next, lost)
  const waitSeconds = moves ? 0 : (next.retryAfterSeconds ?? 2 ** Math.min(slot.attempts, 8))
  await updateRow(transaction, 'collection_slots', slot.id, {
    state: 'planned',
    due_at: new Date(next.at.getTime() + withJitter(waitSeconds) * 1000),
    attempts: moves ? 0 : slot.attempts - (next.isBusy ? 1 : 0),
    attempt_id: null,
    source_id: moves ? fallbackId : null,
    task_id: null,
    task_cost_nanos: null,
    failure: next.failure,
    reason: next.reason,
    possibly_bought: sql<number>`possibly_bought + ${lost}`,
  })
}

/** Adds up to 25%, so that rejected requests do not return together. */
export const withJitter = (seconds: number) => seconds * (1 + randomInt(250) / 1000)

/**
 * Counts a failure of a source, and pauses it after several. If the provider says how long to wait, pauses it
 * that long instead: parallel requests hit the same limit, and say nothing else about the source.
 */
export async function recordSourceFailure(
  db: PostgresLike,
  sourceId: string,
  at: Date,
  retryAfterSeconds?: number | null,
): Promise<void> {
  const rounds = sql<number>`least((failures + 1 - ${maxFailures}) / concurrency, 8)`
  const pause = sql<number>`least(${maxPauseSeconds}, ${firstPauseSeconds} * power(2, ${rounds}))`
  // A delay of 0 does not prevent the pause.
  const closed = retryAfterSeconds
    ? sql<Date>`${new Date(at.getTime() + withJitter(retryAfterSeconds) * 1000)}::timestamptz`
    : sql<Date | null>`case when failures + 1 >= ${maxFailures}
        then ${at}::timestamptz + ${pause} * interval '1 second' end`
  await updateRow(db, 'sources', sourceId, {
    failures: retryAfterSeconds ? sql<number>`failures` : sql<number>`failures + 1`,
    closed_until: sql<Date | null>`greatest(closed_until, ${closed})`,
  })
}

/** Counts a lost request of a source. After several in a row the source waits instead of risking more. */
export async function recordLoss(db: PostgresLike, sourceId: string, at: Date): Promise<void> {
  const rounds = sql<number>`least(losses + 1 - ${maxLosses}, 8)`
  const pause = sql<number>`least(${maxPauseSeconds}, ${firstLossPauseSeconds} * power(2, ${rounds}))`
  await updateRow(db, 'sources', sourceId, {
    losses: sql<number>`losses + 1`,
    closed_until: sql<Date | null>`greatest(closed_until,
        case when losses + 1 >= ${maxLosses} then ${at}::timestamptz + ${pause} * interval '1 second' end)`,
  })
}

/**
 * Stops a source until an operator fixes it.
 * @param brandId brand of the failed request
 * @returns whether the source was running
 */
export async function pauseSource(
  { db, now }: Services,
  { id, name, workspace_id: workspaceId }: Source,
  brandId: string,
  reason: string,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const known = transaction.selectFrom('sources').select('paused_reason').where('id', '=', id)
    const before = await known.forNoKeyUpdate().executeTakeFirst()
    await updateRow(transaction, 'sources', id, { paused_reason: reason })
    // Parallel requests hit the same problem; emit one event.
    if (before?.paused_reason !== null) return false
    const data = { source_id: id, name, reason }
    await emit(transaction, sourceFailed, { workspaceId, brandId, at: now(), data })
    return true
  })
}
