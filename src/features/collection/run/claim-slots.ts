import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { Protocol, Question } from '../../../lib/providers/protocol.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import { updateRow } from '../../../stores/postgres-rows.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { factsOf, type Source, settingsOf } from '../../sources/index.ts'
import {
  addSpending,
  type Budgets,
  fitsWithoutReservations,
  lockSpending,
  readBudgets,
  remainingNanos,
} from '../money/budget.ts'
import { maxCost } from '../money/cost.ts'
import { emitBudgetReached } from '../money/emit-budget-reached.ts'
import { monthOf } from '../money/money.ts'
import type { Slot } from '../tables.ts'
import { endUnansweredSlot, maxLosses } from './settle.ts'

/** A slot to run now, with its cost reserved. */
export interface ClaimedSlot {
  slot: Slot
  source: Source
  protocol: Protocol
  question: Question
}

/** A request that takes longer loses its slot to another process. */
export const leaseMs = 10 * 60_000

/** How long a slot waits if it fits the budget only after running requests release their reservations. */
const budgetWaitMs = 10_000
const overBudget = 'the monthly budget is used up'

/** Maximum burst of a source, as a fraction of requests_per_minute. */
const burst = 1 / 12

/**
 * Claims due slots of a source within its limits and reserves their maximum cost. Locks the source and the
 * workspace's spend, so that no number of processes exceeds a limit.
 */
export function claimSlots(services: Services, sourceId: string): Promise<ClaimedSlot[]> {
  return services.db.transaction().execute(async (transaction) => {
    const sources = transaction.selectFrom('sources').selectAll().where('id', '=', sourceId)
    const source = await sources.forNoKeyUpdate().executeTakeFirst()
    const now = services.now()
    if (source === undefined || isClosed(source, now)) return []
    const { free, tokens } = await roomOf(transaction, source, now)
    const due = free === 0 ? [] : await dueSlots(transaction, source, now, free)
    if (due.length === 0) return []
    const claimed = await reserve(transaction, source, due, now)
    await updateRow(transaction, 'sources', sourceId, { tokens: tokens - claimed.length, tokens_at: now })
    return claimed
  })
}

export const isClosed = ({ paused_reason, closed_until }: Source, now: Date) =>
  paused_reason !== null || (closed_until !== null && closed_until > now)

/** The number of slots that can start now, given the running and recent requests. */
async function roomOf(transaction: Transaction<Tables>, source: Source, now: Date) {
  const perMinute = source.requests_per_minute
  const idleMs = source.tokens_at === null ? Number.POSITIVE_INFINITY : now.getTime() - source.tokens_at.getTime()
  const saved = Math.max(0, source.tokens) + Math.max(0, idleMs) * (perMinute / 60_000)
  const tokens = Math.min(Math.max(1, perMinute * burst), saved)
  const { busy } = await transaction
    .selectFrom('collection_slots')
    .select(sql<number>`count(*)::int`.as('busy'))
    .where('source_id', '=', source.id)
    .where('state', '=', 'reserved')
    // Later, none of its requests can be running; recovery settles them.
    .where('submitted_at', '>', new Date(now.getTime() - leaseMs))
    .executeTakeFirstOrThrow()
  // After lost requests, no more run than can be lost until the source waits; then one at a time.
  const atMost = source.losses === 0 ? source.concurrency : Math.max(1, maxLosses - source.losses)
  const slots = Math.min(source.concurrency, atMost) - busy
  return { tokens, free: Math.max(0, Math.min(slots, Math.floor(tokens))) }
}

interface DueSlot extends Slot {
  /** Null if the prompt was deleted or is inactive. */
  prompt: string | null
}

/** Due slots of plans that use the source, or fall back to it while their own source is unavailable. */
async function dueSlots(transaction: Transaction<Tables>, source: Source, now: Date, limit: number) {
  const { rows } = await sql<DueSlot>`
    select slots.*, prompts.text as prompt
    from collection_slots slots
    join collection_plans plans using (brand_id, engine)
    left join sources own on own.id = plans.source_id
    left join prompts on prompts.id = slots.prompt_id and prompts.is_active
    where slots.state = 'planned' and slots.due_at <= ${now} and slots.round_end > ${now} and plans.is_active
      and (coalesce(slots.source_id, plans.source_id) = ${source.id}
        or (plans.fallback_source_id = ${source.id} and slots.source_id is null
          and (own.id is null or own.paused_reason is not null or own.closed_until > ${now})))
    order by ${source.losses >= maxLosses ? sql`slots.at_risk_nanos = 0,` : sql``} slots.due_at limit ${limit}
    for update of slots skip locked`.execute(transaction)
  return rows
}

/** Reserves the maximum cost of slots, as far as the budgets allow. */
async function reserve(
  transaction: Transaction<Tables>,
  source: Source,
  due: readonly DueSlot[],
  now: Date,
): Promise<ClaimedSlot[]> {
  await lockSpending(transaction, source.workspace_id)
  const budgets = await readBudgets(transaction, source.workspace_id, now)
  const month = monthOf(now)
  const claimed: ClaimedSlot[] = []
  for (const slot of due) {
    const taken = await claim(transaction, source, slot, budgets, now)
    if (taken === undefined) continue
    budgets.reserve(slot.brand_id, taken.slot.reserved_nanos)
    claimed.push(taken)
  }
  await writeReserved(transaction, claimed)
  for (const [brandId, of] of Map.groupBy(claimed, ({ slot }) => slot.brand_id)) {
    const reserved = of.reduce((sum, { slot }) => sum + slot.reserved_nanos, 0)
    await addSpending(transaction, { workspaceId: source.workspace_id, brandId }, month, { reserved })
  }
  return claimed
}

/** @returns the slot for `writeReserved`; undefined if it does not run now, which is stored here */
async function claim(
  transaction: Transaction<Tables>,
  source: Source,
  { prompt, ...slot }: DueSlot,
  budgets: Budgets,
  now: Date,
): Promise<ClaimedSlot | undefined> {
  const refuse = (failure: string, reason: string) =>
    endUnansweredSlot(transaction, slot, { failure, reason, at: now }).then(() => undefined)
  if (prompt === null) return refuse('prompt_removed', 'the prompt was deleted or paused')
  const sourceProblem = problemOf(source, slot.engine)
  if (sourceProblem !== undefined) return refuse('not_supported', sourceProblem)
  const protocol = providerOf(source.kind).protocol
  const id = slot.attempt_id ?? randomUUID()
  const question = questionOf(source, slot, prompt, id)
  const cost = maxCost(protocol, source, question)
  const problem = protocol.problemWith(question)
  if (problem !== undefined) return refuse('not_supported', problem)
  if (cost === null)
    return refuse(
      'no_price',
      `no price is known for ${source.model || source.kind}; set one with update-source --price`,
    )
  const own = budgets.of(slot.brand_id)
  const left = remainingNanos(own)
  if (left === null) return refuse('over_budget', 'no budget is set')
  if (left < cost && !fitsWithoutReservations(own, cost)) {
    const payer = { workspaceId: source.workspace_id, brandId: slot.brand_id }
    await emitBudgetReached(transaction, payer, own, cost, now)
    return refuse('over_budget', overBudget)
  }
  if (left < cost) {
    await waitForBudget(transaction, slot, now)
    return undefined
  }
  const reserved = {
    state: 'reserved' as const,
    due_at: new Date(now.getTime() + leaseMs),
    attempts: slot.attempts + 1,
    attempt_id: id,
    source_id: source.id,
    submitted_at: now,
    month: monthOf(now),
    reserved_nanos: cost,
  }
  return { slot: { ...slot, ...reserved }, source, protocol, question }
}

/** Running answers mostly cost less than their reservation. */
const waitForBudget = (transaction: Transaction<Tables>, { id }: Slot, now: Date) =>
  updateRow(transaction, 'collection_slots', id, {
    due_at: new Date(now.getTime() + budgetWaitMs),
    failure: 'over_budget',
    reason: overBudget,
  })

async function writeReserved(transaction: Transaction<Tables>, claimed: readonly ClaimedSlot[]): Promise<void> {
  const [first] = claimed
  if (first === undefined) return
  const { due_at, source_id, submitted_at, month } = first.slot
  const of = <Column extends keyof Slot>(column: Column) => claimed.map(({ slot }) => slot[column])
  await sql`update collection_slots set state = 'reserved', due_at = ${due_at}, attempts = attempts + 1,
      attempt_id = taken.attempt_id, source_id = ${source_id}, submitted_at = ${submitted_at},
      month = ${month}::date, reserved_nanos = taken.cost
    from unnest(${of('id')}::uuid[], ${of('attempt_id')}::uuid[], ${of('reserved_nanos')}::bigint[])
      as taken (id, attempt_id, cost)
    where collection_slots.id = taken.id`.execute(transaction)
}

/** Why a source cannot run an engine. It may have changed after planning. */
function problemOf(source: Source, engine: string): string | undefined {
  const { engines, terms } = factsOf(source)
  if (!engines.includes(engine)) return `${source.kind} does not support ${engine}; it supports ${engines.join(', ')}`
  if (terms !== undefined && !source.terms_confirmed)
    return `${terms}; read them, then run update-source --terms-confirmed true`
  return undefined
}

export const questionOf = (source: Source, slot: Slot, prompt: string, id: string): Question => ({
  id,
  engine: slot.engine,
  prompt,
  country: slot.country,
  language: slot.language,
  ...settingsOf(source, slot.country),
})
