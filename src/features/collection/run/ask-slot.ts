import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { PostingFetcher } from '../../../lib/fetching/fetcher.ts'
import { type FinalSubmission, pollTask, submitQuestion } from '../../../lib/providers/ask.ts'
import type { AskedSource } from '../../../lib/providers/protocol.ts'
import type { ProviderAnswer } from '../../../lib/providers/provider-answer.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import { readResponse } from '../../../lib/providers/read-response.ts'
import type { Postgres } from '../../../stores/postgres.ts'
import { insertRow } from '../../../stores/postgres-rows.ts'
import { apiKeyOf, type Source } from '../../sources/index.ts'
import { type AnswerCost, assumedCost, costOfAnswer } from '../money/cost.ts'
import { toNanos, toUsd } from '../money/money.ts'
import type { Slot } from '../tables.ts'
import { type ClaimedSlot, leaseMs } from './claim-slots.ts'
import { persistWithRetry } from './persist-with-retry.ts'
import {
  maxLosses,
  type NextAttempt,
  pauseSource,
  planNextAttempt,
  recordLoss,
  recordSourceFailure,
  settleCost,
  withJitter,
} from './settle.ts'

const compress = promisify(zstdCompress)

/** Delay before the first poll of a task, and between polls. */
const firstPollMs = 5000
export const pollMs = 10_000
/** How long to search for a possibly charged task, and how often. */
const maxSearchMs = 3_600_000
const searchIntervalMs = 30_000
/** Tasks that run longer are given up; their cost is at risk. */
const maxTaskMs = 2 * 3_600_000
/** The same if the key is missing or rejected, as the operator must set a new one. */
const maxStoppedMs = 24 * 3_600_000
/** Ends an attempt before its lease expires, regardless of how many requests it takes. */
const maxAttemptMs = leaseMs - 60_000

/** Sends the prompt of a slot to its provider and records the result. */
export async function submitSlot(services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot): Promise<void> {
  await record(services, claimed, await submit(services, fetcher, claimed))
}

/**
 * Repeats a submission with the same id after its process died or its response was lost. Unless the provider
 * definitely rejects it, the first submission stays open: a different id could be charged twice.
 */
export async function resubmitSlot(services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot): Promise<void> {
  const settled = await submit(services, fetcher, claimed)
  const isRefused = settled.state === 'failed' && settled.isFinal && !settled.stopsSource && !settled.mayBeCharged
  const isKnown = settled.state === 'accepted' || settled.state === 'answered' || isRefused
  return isKnown ? record(services, claimed, settled) : scheduleRecovery(services, claimed.slot)
}

async function submit(
  services: Services,
  fetcher: PostingFetcher,
  { protocol, question, source }: ClaimedSlot,
): Promise<FinalSubmission> {
  const asked = askedSource(services, source)
  if (asked === undefined) return failedSource(keyIsMissing(source))
  const signal = AbortSignal.timeout(maxAttemptMs)
  return submitQuestion({ protocol, question, source: asked, fetcher, signal })
}

const keyIsMissing = ({ name }: Source) => `source ${name} needs its API key again; run update-source --api-key-env`

/** Polls a task and records its result. */
export async function pollSlot(services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot): Promise<void> {
  const { protocol, question, source, slot } = claimed
  const asked = askedSource(services, source)
  const settled =
    asked === undefined
      ? failedSource(keyIsMissing(source))
      : await pollTask({ protocol, question, source: asked, fetcher }, slot.task_id as string)
  const isStopped = settled.state === 'failed' && settled.stopsSource
  const isOpen = settled.state !== 'answered' && (settled.state !== 'failed' || !settled.isFinal || isStopped)
  if (!isOpen) return record(services, claimed, settled)
  // The task exists regardless of the key, so it waits for a new one.
  if (isStopped) await pauseSource(services, source, slot.brand_id, settled.reason)
  const age = services.now().getTime() - (slot.submitted_at?.getTime() ?? 0)
  if (age < (isStopped ? maxStoppedMs : maxTaskMs)) return pollAgain(services, slot, settled)
  await failAttempt(services, claimed, {
    failure: isStopped ? 'lost' : 'provider_failed',
    reason: isStopped ? settled.reason : 'the provider did not finish the task',
    isFinal: isStopped,
    mayBeCharged: true,
    isOfSource: !isStopped,
  })
}

const failedSource = (reason: string) =>
  ({ state: 'failed', reason, isFinal: false, stopsSource: true, mayBeCharged: false }) as const

export function askedSource(services: Services, source: Source): AskedSource | undefined {
  const { PUBLIC_URL } = services.config
  try {
    const webhook = PUBLIC_URL === undefined ? {} : { webhookUrl: `${PUBLIC_URL}/ingest/collection/${source.id}` }
    return { baseUrl: source.base_url, apiKey: apiKeyOf(services, source), ...webhook }
  } catch {
    return undefined
  }
}

async function pollAgain({ db, now }: Services, { id }: Slot, settled: FinalSubmission): Promise<void> {
  const { retryAfterSeconds = null } = settled.state === 'busy' ? settled : {}
  const waitMs = Math.max(pollMs, withJitter(retryAfterSeconds ?? 0) * 1000)
  await db
    .updateTable('collection_slots')
    .set({ due_at: new Date(now().getTime() + waitMs) })
    .where('id', '=', id)
    .where('state', '=', 'submitted')
    .execute()
}

const record = (services: Services, claimed: ClaimedSlot, settled: FinalSubmission): Promise<void> =>
  persistWithRetry(services, () => recordNow(services, claimed, settled))

async function recordNow(services: Services, claimed: ClaimedSlot, settled: FinalSubmission): Promise<void> {
  switch (settled.state) {
    case 'answered':
      return receive(services, claimed, settled)
    case 'accepted':
      return saveTaskId(services, claimed, settled)
    case 'busy':
      return failAttempt(services, claimed, {
        failure: 'rate_limited',
        reason: settled.reason,
        isFinal: false,
        mayBeCharged: false,
        isBusy: true,
        retryAfterSeconds: settled.retryAfterSeconds,
        isOfSource: true,
      })
    case 'failed':
      if (settled.mayBeCharged && isRecoverable(services, claimed)) return scheduleRecovery(services, claimed.slot)
      // Cut off by shutdown, which says nothing about the source.
      if (settled.mayBeCharged && services.closing.aborted) return failAttempt(services, claimed, interruptedOutcome)
      return failAttempt(services, claimed, {
        failure: settled.stopsSource ? 'source_stopped' : 'provider_failed',
        reason: settled.reason,
        // A stopped source can be fixed and the slot retried.
        isFinal: settled.isFinal && !settled.stopsSource,
        mayBeCharged: settled.mayBeCharged,
        isOfSource: !settled.isFinal,
        stopsSource: settled.stopsSource,
      })
  }
}

/** Whether the outcome of a submission can still be found, so that nothing is charged twice. */
export const isRecoverable = ({ now }: Services, { protocol, slot, question }: ClaimedSlot): boolean =>
  slot.state === 'reserved' &&
  now().getTime() - (slot.submitted_at?.getTime() ?? 0) < maxSearchMs &&
  (protocol.isRepeatable === true || protocol.find?.(question, { baseUrl: '', apiKey: '' }) !== undefined)

/** Keeps the reservation and recovers the slot as after a dead process. */
async function scheduleRecovery({ db, now }: Services, slot: Slot): Promise<void> {
  await db
    .updateTable('collection_slots')
    .set({ due_at: new Date(now().getTime() + searchIntervalMs) })
    .where('id', '=', slot.id)
    .where('state', '=', 'reserved')
    .where('attempt_id', '=', slot.attempt_id)
    .execute()
}

/** Stores the task id, so that any process can fetch the answer. */
export async function saveTaskId(
  { db, now }: Services,
  { slot, source }: Pick<ClaimedSlot, 'slot' | 'source'>,
  { taskId, costUsd }: { taskId: string; costUsd?: number },
): Promise<void> {
  await db
    .updateTable('collection_slots')
    .set({
      state: 'submitted',
      task_id: taskId,
      task_cost_nanos: costUsd === undefined ? null : toNanos(costUsd),
      due_at: new Date(now().getTime() + firstPollMs),
    })
    .where('id', '=', slot.id)
    .where('state', '=', 'reserved')
    .where('attempt_id', '=', slot.attempt_id)
    .execute()
  await recordSuccess(db, source)
}

/** Keeps a pause that the provider asked for: this success can belong to an earlier request. */
const recordSuccess = (db: Postgres, { id }: Source) =>
  db
    .updateTable('sources')
    .set({ failures: 0, losses: 0 })
    .where('id', '=', id)
    .where(sql<boolean>`failures + losses > 0`)
    .execute()

const payerOf = ({ slot, source }: Pick<ClaimedSlot, 'slot' | 'source'>) => ({
  workspaceId: source.workspace_id,
  brandId: slot.brand_id,
})

/** The outcome of a slot whose process ended during the request. */
export const interruptedOutcome = {
  failure: 'lost',
  reason: 'Sightline stopped during the request; the answer is lost',
  isFinal: false,
  mayBeCharged: true,
  isOfSource: false,
}

export interface FailedAttempt extends Omit<NextAttempt, 'at'> {
  /** Whether the failure concerns the source instead of this slot. */
  isOfSource: boolean
  stopsSource?: boolean
}

/** Ends an attempt without an answer. A known charge is spent, a possible one is at risk. */
export async function failAttempt(
  services: Services,
  claimed: Pick<ClaimedSlot, 'slot' | 'source' | 'question'>,
  { isOfSource, stopsSource = false, ...ended }: FailedAttempt,
  charge = claimed.slot.task_cost_nanos,
): Promise<void> {
  const { slot, source } = claimed
  const { db } = services
  const at = services.now()
  // In a separate transaction: claiming locks the source before spend, so locking both here could deadlock.
  const spent = await bookedCost(services, claimed, { cost: charge ?? 0, bounded: charge ?? 0 })
  const isLost = ended.mayBeCharged && charge === null
  if (stopsSource) await pauseSource(services, source, slot.brand_id, ended.reason)
  else if (isOfSource && isLost) await recordLoss(db, source.id, at)
  else if (isOfSource) await recordSourceFailure(db, source.id, at, ended.retryAfterSeconds)
  const atRisk = isLost ? await assumedCost(db, source, claimed.question, slot.reserved_nanos, at) : 0
  const isBusy = ended.isBusy || (isOfSource && isLost && source.losses >= maxLosses)
  await db.transaction().execute(async (transaction) => {
    const { reason } = ended
    if (!(await settleCost(transaction, slot, payerOf(claimed), { spent, atRisk, reason }))) return
    const fallback = await transaction
      .selectFrom('collection_plans')
      .select('fallback_source_id')
      .where('brand_id', '=', slot.brand_id)
      .where('engine', '=', slot.engine)
      .executeTakeFirst()
    await planNextAttempt(transaction, slot, source, fallback?.fallback_source_id ?? null, {
      ...ended,
      isBusy,
      at,
    })
  })
}

/** Handles a response body. Stores it before the slot counts as received. */
async function receive(
  services: Services,
  claimed: ClaimedSlot,
  { body, tasks }: Extract<FinalSubmission, { state: 'answered' }>,
): Promise<void> {
  const { slot, source, protocol, question } = claimed
  const answer = readResponse(providerOf(source.kind).format, body)
  // Fetching a task's result can be free, which is not the cost of the task.
  const billed = slot.task_id !== null && answer.costUsd === 0 ? { ...answer, costUsd: null } : answer
  const charge = slot.task_cost_nanos
  const known =
    charge === null ? costOfAnswer(protocol, source, question, billed, tasks) : { cost: charge, bounded: charge }
  if (answer.outcome === 'failed')
    return failAttempt(
      services,
      claimed,
      {
        failure: 'provider_failed',
        reason: answer.reason,
        isFinal: false,
        mayBeCharged: false,
        isOfSource: false,
      },
      known?.bounded ?? 0,
    )
  await store(services, claimed, answer, known, await compress(Buffer.from(body)))
}

/** The cost to book. A cost beyond the reservation pauses the source; only the first one is booked beyond it. */
async function bookedCost(
  services: Services,
  { slot, source }: Pick<ClaimedSlot, 'slot' | 'source'>,
  { cost, bounded }: AnswerCost,
): Promise<number> {
  const { reserved_nanos: reserved } = slot
  if (cost <= reserved) return cost
  const isFirst = await pauseSource(services, source, slot.brand_id, overchargeReason(cost, reserved))
  return Math.min(bounded, isFirst ? bounded : reserved)
}

async function store(
  services: Services,
  { slot, source, question, protocol }: ClaimedSlot,
  { outcome, reason }: ProviderAnswer,
  known: AnswerCost | null,
  body: Buffer,
): Promise<void> {
  const { db } = services
  const at = services.now()
  const { reserved_nanos: reserved } = slot
  const assumed = known === null ? await assumedCost(db, source, question, reserved, at) : 0
  // An unreadable body says nothing of its cost, and may be no answer.
  const isLost = known === null && outcome === 'unreadable'
  const spent = known === null ? assumed : await bookedCost(services, { slot, source }, known)
  const excess = known !== null && known.cost > reserved ? overchargeReason(known.cost, reserved) : ''
  if (excess === '') await recordSuccess(db, source)
  const cost = isLost ? { spent: 0, atRisk: assumed, reason } : { spent }
  await db.transaction().execute(async (transaction) => {
    const isOwn = await settleCost(transaction, slot, payerOf({ slot, source }), cost, {
      state: 'received',
      received_at: at,
      due_at: at,
      outcome,
      failure: outcome === 'unreadable' ? 'unreadable' : null,
      reason: reason || excess || null,
      // The clock may have been set back, or the process stopped for a month.
      latency_ms: sql<number>`least(greatest(extract(epoch from ${at}::timestamptz - submitted_at) * 1000, 0), 2147483647)`,
    })
    if (!isOwn) return
    await insertRow(transaction, 'collected_bodies', {
      slot_id: slot.id,
      format: providerOf(source.kind).format,
      source: source.name,
      model: source.model,
      // A provider that takes no country from this engine takes no city either.
      city: protocol.unsaid(question).includes('country') ? '' : (question.city ?? ''),
      body,
    })
  })
}

const overchargeReason = (cost: number, reserved: number) =>
  `an answer cost ${toUsd(cost)} US dollars by its usage or reported charge, more than the maximum of ${toUsd(reserved)} that its request allows; check the model and prices of the source`
