import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { PostingFetcher } from '../../../lib/fetching/fetcher.ts'
import { type FinalSubmission, pollTask, submitQuestion } from '../../../lib/providers/ask.ts'
import type { AskedSource } from '../../../lib/providers/protocol.ts'
import type { ProviderAnswer } from '../../../lib/providers/provider-answer.ts'
import { readResponse } from '../../../lib/providers/read-response.ts'
import type { Postgres } from '../../../stores/postgres.ts'
import { apiKeyOf, type Source } from '../../sources/index.ts'
import { costOfAnswer } from '../money/cost.ts'
import { toNanos, toUsd } from '../money/money.ts'
import type { Slot } from '../tables.ts'
import { type ClaimedSlot, leaseMs } from './claim-slots.ts'
import { persistWithRetry } from './persist-with-retry.ts'
import {
  type NextAttempt,
  pauseSource,
  planNextAttempt,
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
/** Tasks that run longer are given up and count as charged. */
const maxTaskMs = 2 * 3_600_000
/** The same if the key is missing or rejected, as the operator must set a new one. */
const maxStoppedMs = 24 * 3_600_000
/** Ends an attempt before its lease expires, regardless of how many requests it takes. */
const maxAttemptMs = leaseMs - 60_000

/** Sends the prompt of a slot to its provider and records the result. */
export async function submitSlot(
  services: Services,
  fetcher: PostingFetcher,
  claimed: ClaimedSlot,
): Promise<void> {
  await record(services, claimed, await submit(services, fetcher, claimed))
}

/**
 * Repeats a submission with the same id after its process died or its response was lost. Unless the provider
 * definitely rejects it, the first submission stays open: a different id could be charged twice.
 */
export async function resubmitSlot(
  services: Services,
  fetcher: PostingFetcher,
  claimed: ClaimedSlot,
): Promise<void> {
  const settled = await submit(services, fetcher, claimed)
  const isRefused =
    settled.state === 'failed' && settled.isFinal && !settled.stopsSource && !settled.mayBeCharged
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

const keyIsMissing = ({ name }: Source) =>
  `source ${name} needs its API key again; run update-source --api-key-env`

/** Polls a task and records its result. */
export async function pollSlot(
  services: Services,
  fetcher: PostingFetcher,
  claimed: ClaimedSlot,
): Promise<void> {
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
    const webhook =
      PUBLIC_URL === undefined ? {} : { webhookUrl: `${PUBLIC_URL}/ingest/collection/${source.id}` }
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
      if (settled.mayBeCharged && isRecoverable(services, claimed))
        return scheduleRecovery(services, claimed.slot)
      // Cut off by shutdown, which says nothing about the source.
      if (settled.mayBeCharged && services.closing.aborted)
        return failAttempt(services, claimed, interruptedOutcome)
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
  db.updateTable('sources').set({ failures: 0 }).where('id', '=', id).where('failures', '>', 0).execute()

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

/** Ends an attempt without an answer. The actual or possible charge counts as spent. */
export async function failAttempt(
  services: Services,
  claimed: Pick<ClaimedSlot, 'slot' | 'source'>,
  { isOfSource, stopsSource = false, ...ended }: FailedAttempt,
  cost = claimed.slot.task_cost_nanos ?? (ended.mayBeCharged ? claimed.slot.reserved_nanos : 0),
): Promise<void> {
  const { slot, source } = claimed
  const { db } = services
  const at = services.now()
  // In a separate transaction: claiming locks the source before spend, so locking both here could deadlock.
  if (stopsSource) await pauseSource(services, source, slot.brand_id, ended.reason)
  else if (cost > slot.reserved_nanos)
    await pauseSource(services, source, slot.brand_id, overchargeReason(cost, slot.reserved_nanos))
  else if (isOfSource) await recordSourceFailure(db, source.id, at, ended.retryAfterSeconds)
  await db.transaction().execute(async (transaction) => {
    if (!(await settleCost(transaction, slot, payerOf(claimed), cost))) return
    const fallback = await transaction
      .selectFrom('collection_plans')
      .select('fallback_source_id')
      .where('brand_id', '=', slot.brand_id)
      .where('engine', '=', slot.engine)
      .executeTakeFirst()
    await planNextAttempt(transaction, slot, source, fallback?.fallback_source_id ?? null, { ...ended, at })
  })
}

/** Handles a response body. Stores it before the slot counts as received. */
async function receive(
  services: Services,
  claimed: ClaimedSlot,
  { body, tasks }: Extract<FinalSubmission, { state: 'answered' }>,
): Promise<void> {
  const { slot, source, protocol, question } = claimed
  const answer = readResponse(protocol.format, body)
  // Fetching a task's result can be free, which is not the cost of the task.
  const billed = slot.task_id !== null && answer.costUsd === 0 ? { ...answer, costUsd: null } : answer
  const known = slot.task_cost_nanos ?? costOfAnswer(protocol, source, question, billed, tasks)
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
      known ?? 0,
    )
  await store(services, claimed, answer, known ?? slot.reserved_nanos, await compress(Buffer.from(body)))
}

async function store(
  services: Services,
  { slot, source, protocol }: ClaimedSlot,
  { outcome, reason }: ProviderAnswer,
  cost: number,
  body: Buffer,
): Promise<void> {
  const { db } = services
  const at = services.now()
  if (cost > slot.reserved_nanos)
    await pauseSource(services, source, slot.brand_id, overchargeReason(cost, slot.reserved_nanos))
  else await recordSuccess(db, source)
  await db.transaction().execute(async (transaction) => {
    const isOwn = await settleCost(transaction, slot, payerOf({ slot, source }), cost, {
      state: 'received',
      received_at: at,
      due_at: at,
      outcome,
      failure: outcome === 'unreadable' ? 'unreadable' : null,
      reason: reason === '' ? null : reason,
      // The clock may have been set back, or the process stopped for a month.
      latency_ms: sql<number>`least(greatest(extract(epoch from ${at}::timestamptz - submitted_at) * 1000, 0), 2147483647)`,
    })
    if (!isOwn) return
    await transaction
      .insertInto('collected_bodies')
      .values({ slot_id: slot.id, format: protocol.format, source: source.name, model: source.model, body })
      .execute()
  })
}

const overchargeReason = (cost: number, reserved: number) =>
  `an answer cost ${toUsd(cost)} US dollars, more than the reserved maximum of ${toUsd(reserved)}; check the prices of the source`
