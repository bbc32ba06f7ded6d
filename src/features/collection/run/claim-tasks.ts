import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { PostingFetcher } from '../../../lib/fetching/fetcher.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import { sendRequest } from '../../../lib/providers/send.ts'
import { storeLeaseMs } from '../store/store-collected.ts'
import type { Slot } from '../tables.ts'
import { askedSource, failAttempt, interruptedOutcome, isRecoverable, resubmitSlot, saveTaskId } from './ask-slot.ts'
import { type ClaimedSlot, leaseMs, questionOf } from './claim-slots.ts'
import { failOrphanedSlot } from './settle.ts'

/** After this time, another process repeats the poll. */
const pollLeaseMs = 90_000

/** Claims submitted slots that are due for a poll. */
export const claimTasks = (services: Services, limit: number): Promise<ClaimedSlot[]> =>
  claimDueSlots(services, 'submitted', pollLeaseMs, limit)

/** Claims reserved slots whose process died during a request. */
export const claimInterruptedSlots = (services: Services, limit: number): Promise<ClaimedSlot[]> =>
  claimDueSlots(services, 'reserved', leaseMs, limit)

declare module '../../../kernel/context.ts' {
  interface FeatureStates {
    /** Set once this process has begun to release the slots of its predecessor. */
    releasedSlots: { done?: Promise<void> }
  }
}

/**
 * Makes slots of an earlier process due immediately at startup if only one process can use the data. With
 * shared databases they must time out: a process that lost its connection may still be running.
 */
export async function releaseInterruptedSlots(services: Services): Promise<void> {
  const { config, db, now, states } = services
  if (config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined) return
  const release = async () => {
    const open = db.updateTable('collection_slots').where('state', 'in', ['reserved', 'received'])
    await open.set({ due_at: now() }).execute()
  }
  states.releasedSlots.done ??= release()
  await states.releasedSlots.done.catch((error) => {
    states.releasedSlots = {}
    throw error
  })
}

/** Longer than the task timeout of any provider. */
const maxPollWaitMs = 31 * 3_600_000

/**
 * Resets due times that are too far in the future because the clock was set back. Otherwise running slots and
 * their reservations would wait that long.
 */
export async function clampFutureDueTimes({ db, now }: Services): Promise<void> {
  const after = (ms: number) => new Date(now().getTime() + ms)
  const limits = [
    ['reserved', leaseMs],
    ['submitted', maxPollWaitMs],
    ['received', storeLeaseMs],
  ] as const
  for (const [state, limitMs] of limits)
    await db
      .updateTable('collection_slots')
      .set({ due_at: after(leaseMs) })
      .where('state', '=', state)
      .where('due_at', '>', after(limitMs + 60_000))
      .execute()
}

async function claimDueSlots(
  services: Services,
  state: 'submitted' | 'reserved',
  forMs: number,
  limit: number,
): Promise<ClaimedSlot[]> {
  if (limit <= 0) return []
  const { db } = services
  const at = services.now()
  const { rows } = await sql<Slot>`
    update collection_slots set due_at = ${new Date(at.getTime() + forMs)}
    where id in (select id from collection_slots where state = ${state} and due_at <= ${at}
      order by due_at limit ${limit} for update skip locked)
    returning *`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ source_id }) => source_id).filter((id) => id !== null)
  const sources = ids.length === 0 ? [] : await db.selectFrom('sources').selectAll().where('id', 'in', ids).execute()
  const prompts = await db
    .selectFrom('prompts')
    .select(['id', 'text'])
    .where(
      'id',
      'in',
      rows.map(({ prompt_id }) => prompt_id),
    )
    .execute()
  const found = rows.map((slot) => ({ slot, source: sources.find(({ id }) => id === slot.source_id) }))
  for (const { slot, source } of found) if (source === undefined) await failOrphanedSlot(services, slot)
  return found.flatMap(({ slot, source }) => {
    if (source === undefined) return []
    const prompt = prompts.find(({ id }) => id === slot.prompt_id)?.text ?? ''
    const question = questionOf(source, slot, prompt, slot.attempt_id as string)
    return [{ slot, source, protocol: providerOf(source.kind).protocol, question }]
  })
}

/**
 * Settles a request whose process died. Does not resubmit a task unless the provider can identify it as the
 * same, or lists it nowhere; other requests are sent again, and the first attempt is at risk.
 */
export async function recoverSlot(services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot): Promise<void> {
  const { protocol, question } = claimed
  if (isRecoverable(services, claimed)) {
    if (protocol.isRepeatable) return resubmitSlot(services, fetcher, claimed)
    const taskId = await findTask(services, fetcher, claimed)
    if (taskId !== undefined) await saveTaskId(services, claimed, { taskId })
    return
  }
  if (await wasNeverServed(services, fetcher, claimed))
    return failAttempt(services, claimed, { ...interruptedOutcome, mayBeCharged: false })
  const isTask = protocol.poll !== undefined && (protocol.find === undefined || isFindable(claimed))
  await failAttempt(services, claimed, { ...interruptedOutcome, isFinal: isTask })
  services.log.warn({ slot_id: claimed.slot.id, question_id: question.id }, 'lost an answer that may have been charged')
}

const isFindable = ({ protocol, question }: ClaimedSlot) =>
  protocol.find?.(question, { baseUrl: '', apiKey: '' }) !== undefined

/** Whether the provider's list of tasks, read after the longest search, lacks the task of a submission. */
async function wasNeverServed(services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot) {
  if (!isFindable(claimed)) return false
  return (await searchTask(services, fetcher, claimed)) === null
}

const findTask = async (services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot) =>
  (await searchTask(services, fetcher, claimed)) ?? undefined

/** @returns null if the provider has no such task; undefined if that is unknown */
async function searchTask(services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot) {
  const { protocol, question, source } = claimed
  const asked = askedSource(services, source)
  const request = asked === undefined ? undefined : protocol.find?.(question, asked)
  if (asked === undefined || request === undefined) return undefined
  try {
    const response = await sendRequest(fetcher, request, asked)
    return protocol.readFound?.(response, question)
  } catch (error) {
    services.log.debug({ err: error }, 'did not find a task that may have been charged')
    return undefined
  }
}
