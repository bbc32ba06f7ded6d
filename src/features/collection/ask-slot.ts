import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { sql, type Transaction } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { PostingFetcher } from '../../lib/fetching/fetcher.ts'
import { pollTask, type Settled, submitQuestion } from '../../lib/providers/ask.ts'
import type { AskedSource } from '../../lib/providers/protocol.ts'
import type { ProviderAnswer } from '../../lib/providers/provider-answer.ts'
import { readResponse } from '../../lib/providers/read-response.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { apiKeyOf, type Source } from '../sources/index.ts'
import type { ClaimedSlot, Slot } from './claim-slots.ts'
import { costOfAnswer } from './cost.ts'
import { toUsd } from './money.ts'
import { type NextAttempt, noteSourceFailure, pauseSource, planNextAttempt, settleMoney } from './settle.ts'

const compress = promisify(zstdCompress)

/** How long after a task was taken it is looked for, and then again and again. */
const firstPollMs = 5000
const pollMs = 10_000
/** A task that has not ended after this time is given up, and counts as charged. */
const maxTaskMs = 2 * 3_600_000

/** Asks a provider the question of a slot, and writes down what came of it. */
export async function askSlot(
  services: Services,
  fetcher: PostingFetcher,
  claimed: ClaimedSlot,
): Promise<void> {
  const { protocol, question, source } = claimed
  const asked = askedSource(services, source)
  if (asked === undefined) {
    const reason = `source ${source.name} needs its API key again`
    return record(services, claimed, failedSource(reason))
  }
  await record(services, claimed, await submitQuestion({ protocol, question, source: asked, fetcher }))
}

/** Asks whether a task is done, and writes down what came of it. */
export async function pollSlot(
  services: Services,
  fetcher: PostingFetcher,
  claimed: ClaimedSlot,
): Promise<void> {
  const { protocol, question, source, slot } = claimed
  const asked = askedSource(services, source)
  // Its key can be given again: the task waits.
  if (asked === undefined) return
  const settled = await pollTask({ protocol, question, source: asked, fetcher }, slot.task_id as string)
  const age = services.now().getTime() - (slot.submitted_at?.getTime() ?? 0)
  const isPassing = settled.state === 'busy' || (settled.state === 'failed' && !settled.isFinal)
  if (age < maxTaskMs && (isPassing || settled.state === 'accepted')) return pollAgain(services, slot)
  if (settled.state === 'answered' || settled.state === 'failed') return record(services, claimed, settled)
  const reason = 'the provider has not ended the task'
  await record(services, claimed, { ...failedSource(reason), stopsSource: false, mayBeCharged: true })
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

async function pollAgain({ db, now }: Services, { id }: Slot): Promise<void> {
  await db
    .updateTable('collection_slots')
    .set({ due_at: new Date(now().getTime() + pollMs) })
    .where('id', '=', id)
    .where('state', '=', 'submitted')
    .execute()
}

async function record(services: Services, claimed: ClaimedSlot, settled: Settled): Promise<void> {
  switch (settled.state) {
    case 'answered':
      return receive(services, claimed, settled)
    case 'accepted':
      return noteTask(services, claimed, settled.taskId)
    case 'busy':
      return endAttempt(services, claimed, {
        failure: 'rate_limited',
        reason: settled.reason,
        isFinal: false,
        mayBeCharged: false,
        isBusy: true,
        retryAfterSeconds: settled.retryAfterSeconds,
        isOfSource: true,
      })
    case 'failed':
      return endAttempt(services, claimed, {
        failure: settled.stopsSource ? 'source_stopped' : 'provider_failed',
        reason: settled.reason,
        // A source that is stopped can be mended, and the question asked again.
        isFinal: settled.isFinal && !settled.stopsSource,
        mayBeCharged: settled.mayBeCharged,
        isOfSource: !settled.isFinal,
        stopsSource: settled.stopsSource,
      })
  }
}

/** The task is known from now on: whatever happens to this process, its answer is fetched. */
export async function noteTask(
  { db, now }: Services,
  { slot, source }: Pick<ClaimedSlot, 'slot' | 'source'>,
  taskId: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('collection_slots')
      .set({ state: 'submitted', task_id: taskId, due_at: new Date(now().getTime() + firstPollMs) })
      .where('id', '=', slot.id)
      .where('state', '=', 'reserved')
      .where('attempt_id', '=', slot.attempt_id)
      .execute()
    await noteSuccess(transaction, source)
  })
}

const noteSuccess = (transaction: Transaction<Tables>, { id }: Source) =>
  transaction
    .updateTable('sources')
    .set({ failures: 0, closed_until: null })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute()

const payerOf = ({ slot, source }: Pick<ClaimedSlot, 'slot' | 'source'>) => ({
  workspaceId: source.workspace_id,
  brandId: slot.brand_id,
})

export interface EndedAttempt extends Omit<NextAttempt, 'at'> {
  /** Whether it tells of the source, and not of this question. */
  isOfSource: boolean
  stopsSource?: boolean
}

/** Ends an attempt without an answer; what it may have cost counts as spent. */
export async function endAttempt(
  services: Services,
  claimed: Pick<ClaimedSlot, 'slot' | 'source'>,
  { isOfSource, stopsSource = false, ...ended }: EndedAttempt,
  cost = ended.mayBeCharged ? claimed.slot.reserved_nanos : 0,
): Promise<void> {
  const { slot, source } = claimed
  const at = services.now()
  await services.db.transaction().execute(async (transaction) => {
    // The source before the money, as whoever claims takes them: two that wait for each other would never end.
    if (stopsSource) await pauseSource(transaction, source.id, ended.reason)
    else if (isOfSource) await noteSourceFailure(transaction, source.id, at, ended.retryAfterSeconds)
    if (!(await settleMoney(transaction, slot, payerOf(claimed), cost))) return
    const fallback = await transaction
      .selectFrom('collection_plans')
      .select('fallback_source_id')
      .where('brand_id', '=', slot.brand_id)
      .where('engine', '=', slot.engine)
      .executeTakeFirst()
    await planNextAttempt(transaction, slot, source, fallback?.fallback_source_id ?? null, { ...ended, at })
  })
}

/** A body came: what it says decides whether it is the slot’s answer. It is durable before the slot counts as received. */
async function receive(
  services: Services,
  claimed: ClaimedSlot,
  { body, tasks }: Extract<Settled, { state: 'answered' }>,
): Promise<void> {
  const { slot, source, protocol, question } = claimed
  const answer = readResponse(protocol.format, body)
  const known = costOfAnswer(protocol, source, question, answer, tasks)
  if (answer.outcome === 'failed')
    return endAttempt(
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
  const at = services.now()
  await services.db.transaction().execute(async (transaction) => {
    if (cost > slot.reserved_nanos)
      await pauseSource(transaction, source.id, tooDear(cost, slot.reserved_nanos))
    else await noteSuccess(transaction, source)
    if (!(await settleMoney(transaction, slot, payerOf({ slot, source }), cost))) return
    await transaction
      .updateTable('collection_slots')
      .set({
        state: 'received',
        received_at: at,
        due_at: at,
        outcome,
        failure: outcome === 'unreadable' ? 'unreadable' : null,
        reason: reason === '' ? null : reason,
        latency_ms: sql<number>`extract(epoch from ${at}::timestamptz - submitted_at) * 1000`,
      })
      .where('id', '=', slot.id)
      .execute()
    await transaction
      .insertInto('collected_bodies')
      .values({ slot_id: slot.id, format: protocol.format, body })
      .execute()
  })
}

const tooDear = (cost: number, reserved: number) =>
  `an answer cost ${toUsd(cost)} US dollars, more than the ${toUsd(reserved)} that were reserved at most: see its prices`
