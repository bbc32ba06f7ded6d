import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { createFetcher, type PostingFetcher } from '../../lib/fetching/fetcher.ts'
import { version } from '../../lib/version.ts'
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
import { storeCollected } from './store-collected.ts'

/** How often it is looked whether there is something to do, where nothing ends before. */
const tickMs = 500
/** Whatever ends leaves room for the next question; what ends within so long makes room together. */
const pauseMs = 20
/** Requests for what became of tasks, at once, of all sources. */
const maxPolls = 100
/** How long requests are waited for when the program ends; it has 10 seconds for all. */
const endingMs = 8000

type Work = (services: Services, fetcher: PostingFetcher, claimed: ClaimedSlot) => Promise<void>

/** Fetches from providers, through the guard that everything fetched passes. Limits of a source are not its matter. */
export const openProviderFetcher = ({ config, resolveHost }: Services): PostingFetcher =>
  createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    connectionsPerOrigin: 1000,
    resolve: resolveHost,
  })

/**
 * Asks what is due, looks after tasks, and stores what came, until `isOver` or the signal says to stop. Any number of
 * processes may do so at once: PostgreSQL deals the slots out.
 * @param isOver asked after each look, with whether there was anything to do
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
  // Whoever is asked and has not answered by then may charge for it: each such question is written down as that.
  let cut: NodeJS.Timeout | undefined
  const cutLater = () => {
    cut = setTimeout(fetcher.close, endingMs)
  }
  services.closing.addEventListener('abort', cutLater, { once: true })
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
        for (const sourceId of await dueSources(services))
          works.begin(await claimSlots(services, sourceId), submitSlot)
        isNext = (await Promise.race([tick, oneEnds])) !== 'tick'
        if (isNext) await sleep(pauseMs)
      }
      const isIdle = works.count() === 0 && storing === undefined
      storing ??= storeCollected(services, ending)
        .catch((error) => services.log.error({ err: error }, 'answers that came are stored later'))
        .then(() => {
          storing = undefined
        })
      if (await isOver(isIdle)) return
    }
  } finally {
    await Promise.all([works.allEnd(), storing])
    services.closing.removeEventListener('abort', cutLater)
    clearTimeout(cut)
    fetcher.close()
  }
}

/** What is under way at once. */
interface Works {
  begin(claimed: readonly ClaimedSlot[], work: Work): void
  /** How many of a kind, or of all, have not ended. */
  count(of?: Work): number
  /** The end of the first that ends from now on. */
  nextEnd(): Promise<void>
  allEnd(): Promise<unknown>
}

function createWorks(services: Services, fetcher: PostingFetcher): Works {
  const underWay = new Map<Promise<void>, Work>()
  let end = Promise.withResolvers<void>()
  return {
    begin(claimed, work) {
      for (const one of claimed) {
        const done = work(services, fetcher, one)
          .catch((error) =>
            services.log.error({ err: error, slot_id: one.slot.id }, 'a question was not asked'),
          )
          .then(() => {
            underWay.delete(done)
            end.resolve()
          })
        underWay.set(done, work)
      }
    },
    count: (of) =>
      underWay
        .values()
        .filter((work) => of === undefined || work === of)
        .toArray().length,
    nextEnd() {
      end = Promise.withResolvers()
      return end.promise
    },
    allEnd: () => Promise.all(underWay.keys()),
  }
}

/** Sources at which something is due, and those that are fallen back to. */
async function dueSources({ db, now }: Services): Promise<string[]> {
  const at = now()
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(array[coalesce(slots.source_id, plans.source_id), plans.fallback_source_id]) as id
    from collection_slots slots join collection_plans plans using (brand_id, engine)
    where slots.state = 'planned' and slots.due_at <= ${at} and slots.round_end > ${at} and plans.is_active`.execute(
    db,
  )
  return rows.map(({ id }) => id).filter((id) => id !== null)
}
