import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { PostingFetcher } from '../../lib/fetching/fetcher.ts'
import { protocols } from '../../lib/providers/protocols/protocols.ts'
import type { ProviderKind } from '../../lib/providers/provider-kinds.ts'
import { sendRequest } from '../../lib/providers/send.ts'
import {
  askedSource,
  failAttempt,
  interruptedOutcome,
  isRecoverable,
  resubmitSlot,
  saveTaskId,
} from './ask-slot.ts'
import { type ClaimedSlot, leaseMs, questionOf } from './claim-slots.ts'
import { failOrphanedSlot } from './settle.ts'
import { storeLeaseMs } from './store-collected.ts'
import type { Slot } from './tables.ts'

/** A poll that takes longer than this is made once more by somebody else. */
const pollLeaseMs = 90_000

/** Takes slots whose provider works on them and that are due to be looked after. */
export const claimTasks = (services: Services, limit: number): Promise<ClaimedSlot[]> =>
  claimDueSlots(services, 'submitted', pollLeaseMs, limit)

/** Takes slots whose process has died while a request was under way. */
export const claimInterruptedSlots = (services: Services, limit: number): Promise<ClaimedSlot[]> =>
  claimDueSlots(services, 'reserved', leaseMs, limit)

/** Processes that have released what those before them had under way. */
const released = new WeakMap<Services, Promise<void>>()

/**
 * Where one process at a time has the data, whatever is under way when it begins is of one that has died: nobody waits
 * until that is certain by the time alone. Processes beside each other have to: one that lost its connection may still be
 * asking.
 */
export async function releaseInterruptedSlots(services: Services): Promise<void> {
  const { config, db, now } = services
  if (config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined) return
  const release = async () => {
    const open = db.updateTable('collection_slots').where('state', 'in', ['reserved', 'received'])
    await open.set({ due_at: now() }).execute()
  }
  const releasing = released.get(services) ?? release()
  released.set(services, releasing)
  await releasing.catch((error) => {
    released.delete(services)
    throw error
  })
}

/** Longer than any provider is waited for. */
const maxPollWaitMs = 31 * 3_600_000

/**
 * Brings times that lie too far ahead, because the clock was set back since, to where they may be: what is under way
 * would wait for as long as the clock was set back otherwise, with what is reserved for it.
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
  const sources =
    ids.length === 0 ? [] : await db.selectFrom('sources').selectAll().where('id', 'in', ids).execute()
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
    return [{ slot, source, protocol: protocols[source.kind as ProviderKind], question }]
  })
}

/**
 * Finds out what became of a request whose process has died. A task is never bought again unless the provider can tell
 * that it is the same; a question that is answered at once is asked again, and the first attempt counts as charged.
 */
export async function recoverSlot(
  services: Services,
  fetcher: PostingFetcher,
  claimed: ClaimedSlot,
): Promise<void> {
  const { protocol, question } = claimed
  if (isRecoverable(services, claimed)) {
    if (protocol.isRepeatable) return resubmitSlot(services, fetcher, claimed)
    const taskId = await findTask(services, fetcher, claimed)
    if (taskId !== undefined) await saveTaskId(services, claimed, { taskId })
    return
  }
  const isTask = protocol.poll !== undefined && (protocol.find === undefined || isFindable(claimed))
  await failAttempt(services, claimed, { ...interruptedOutcome, isFinal: isTask })
  services.log.warn(
    { slot_id: claimed.slot.id, question_id: question.id },
    'an answer that may be paid for is lost',
  )
}

const isFindable = ({ protocol, question }: ClaimedSlot) =>
  protocol.find?.(question, { baseUrl: '', apiKey: '' }) !== undefined

/** @returns undefined where the provider does not know of one now, or cannot be asked */
async function findTask(services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot) {
  const { protocol, question, source } = claimed
  const asked = askedSource(services, source)
  const request = asked === undefined ? undefined : protocol.find?.(question, asked)
  if (asked === undefined || request === undefined) return undefined
  try {
    const response = await sendRequest(fetcher, request, asked)
    return protocol.readFound?.(response, question)
  } catch (error) {
    services.log.debug({ err: error }, 'a task that may have been bought was not found')
    return undefined
  }
}
