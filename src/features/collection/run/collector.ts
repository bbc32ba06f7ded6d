import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import { createFetcher, type PostingFetcher } from '../../../lib/fetching/fetcher.ts'
import { version } from '../../../lib/version.ts'
import { storeCollected } from '../store/store-collected.ts'
import { pollSlot, submitSlot } from './ask-slot.ts'
import { type ClaimedSlot, claimSlots } from './claim-slots.ts'
import {
  claimInterruptedSlots,
  claimTasks,
  clampFutureDueTimes,
  recoverSlot,
  releaseInterruptedSlots,
} from './claim-tasks.ts'
import { failMissedSlots } from './settle.ts'

/** How often to check for due work if no request finishes earlier. */
const tickMs = 500
/** Requests that finish within this time are replaced together. */
const pauseMs = 20
/** Maximum concurrent polls, over all sources. */
const maxPolls = 100
/** How long shutdown waits for running requests, of 10 seconds in total. */
const endingMs = 8000

type Work = (services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot) => Promise<void>

/** Creates the guarded fetcher for providers. Rate limits of sources apply elsewhere. */
export const openProviderFetcher = ({ config, resolveHost }: Services): PostingFetcher =>
  createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    connectionsPerOrigin: 1000,
    resolve: resolveHost,
  })

/**
 * Runs due slots, polls tasks and stores results until `isOver` or the signal stops it. Any number of
 * processes can run it: PostgreSQL assigns the slots.
 * @param isOver called after each check, with whether there was nothing to do
 */
export async function collectUntil(
  services: Services,
  signal: AbortSignal,
  isOver: (isIdle: boolean) => Promise<boolean> | boolean,
): Promise<void> {
  const fetcher = openProviderFetcher(services)
  const ending = AbortSignal.any([signal, services.closing])
  const works = createWorks(services, fetcher)
  let storing: Promise<void> | undefined
  // Requests cut off at shutdown may be charged, and are recorded as such.
  let cut: NodeJS.Timeout | undefined
  const scheduleCut = () => {
    cut = setTimeout(fetcher.close, endingMs)
  }
  services.closing.addEventListener('abort', scheduleCut, { once: true })
  try {
    await releaseInterruptedSlots(services)
    await clampFutureDueTimes(services)
    while (!ending.aborted) {
      const tick = sleep(tickMs, 'tick', { signal: ending }).catch(() => 'tick')
      await failMissedSlots(services)
      for (let isNext = true; isNext && !ending.aborted; ) {
        const oneEnds = works.nextEnd()
        const room = () => maxPolls - works.count(recoverSlot) - works.count(pollSlot)
        works.begin(await claimInterruptedSlots(services, room()), recoverSlot)
        works.begin(await claimTasks(services, room()), pollSlot)
        for (const sourceId of await dueSources(services)) works.begin(await claimSlots(services, sourceId), submitSlot)
        isNext = (await Promise.race([tick, oneEnds])) !== 'tick'
        if (isNext) await sleep(pauseMs)
      }
      const isIdle = works.count() === 0 && storing === undefined
      storing ??= storeCollected(services, ending)
        .catch((error) => services.log.error({ err: error }, 'storing answers failed; retrying later'))
        .then(() => {
          storing = undefined
        })
      if (await isOver(isIdle)) return
    }
  } finally {
    await Promise.all([works.allEnd(), storing])
    services.closing.removeEventListener('abort', scheduleCut)
    clearTimeout(cut)
    fetcher.close()
  }
}

/** Running work. */
interface Works {
  begin(claimed: readonly ClaimedSlot[], work: Work): void
  /** Number of running works, optionally of one kind. */
  count(of?: Work): number
  /** Resolves when the next running work ends. */
  nextEnd(): Promise<void>
  allEnd(): Promise<unknown>
}

function createWorks(services: Services, fetcher: PostingFetcher): Works {
  const running = new Map<Promise<void>, Work>()
  let end = Promise.withResolvers<void>()
  return {
    begin(claimed, work) {
      for (const one of claimed) {
        const done = work(services, fetcher, one)
          .catch((error) => services.log.error({ err: error, slot_id: one.slot.id }, 'processing a slot failed'))
          .then(() => {
            running.delete(done)
            end.resolve()
          })
        running.set(done, work)
      }
    },
    count: (of) =>
      running
        .values()
        .filter((work) => of === undefined || work === of)
        .toArray().length,
    nextEnd() {
      end = Promise.withResolvers()
      return end.promise
    },
    allEnd: () => Promise.all(running.keys()),
  }
}

/** Sources with due slots, and their fallbacks. */
async function dueSources({ db, now }: Services): Promise<string[]> {
  const at = now()
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(array[coalesce(slots.source_id, plans.source_id), plans.fallback_source_id]) as id
    from collection_slots slots join collection_plans plans using (brand_id, engine)
    where slots.state = 'planned' and slots.due_at <= ${at} and slots.round_end > ${at} and plans.is_active`.execute(db)
  return rows.map(({ id }) => id).filter((id) => id !== null)
}
