import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { createFetcher, type PostingFetcher } from '../../lib/fetching/fetcher.ts'
import { version } from '../../lib/version.ts'
import { askSlot, pollSlot } from './ask-slot.ts'
import { type ClaimedSlot, claimSlots } from './claim-slots.ts'
import { claimLost, claimTasks, followClock, recoverSlot } from './claim-tasks.ts'
import { settleMissed } from './settle.ts'
import { storeCollected } from './store-collected.ts'

/** How often it is looked whether there is something to do, where nothing ends before. */
const tickMs = 500
/** Tasks that are looked after at once, of all sources. */
const maxPolls = 20

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
  { storesImmediately = false } = {},
): Promise<void> {
  const fetcher = openProviderFetcher(services)
  const underWay = new Set<Promise<unknown>>()
  const begin = (claimed: readonly ClaimedSlot[], work: Work) => {
    for (const one of claimed) {
      const done = work(services, fetcher, one)
        .catch((error) =>
          services.log.error({ err: error, slot_id: one.slot.id }, 'a question was not asked'),
        )
        .finally(() => underWay.delete(done))
      underWay.add(done)
    }
  }
  try {
    await followClock(services)
    while (!signal.aborted) {
      await settleMissed(services)
      begin(await claimLost(services, maxPolls), recoverSlot)
      begin(await claimTasks(services, maxPolls), pollSlot)
      const tick = sleep(tickMs, 'tick', { signal }).catch(() => 'tick')
      do
        for (const sourceId of await dueSources(services))
          begin(await claimSlots(services, sourceId), askSlot)
      while (
        // Whatever ends leaves room for the next question.
        (await Promise.race([tick, ...underWay])) !== 'tick'
      )
      await storeCollected(services, signal, storesImmediately)
      if (await isOver(underWay.size === 0)) return
    }
  } finally {
    await Promise.all(underWay)
    fetcher.close()
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
