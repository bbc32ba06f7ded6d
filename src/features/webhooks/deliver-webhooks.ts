import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { createFetcher, type PostingFetcher } from '../../lib/fetching/fetcher.ts'
import { version } from '../../lib/version.ts'
import type { Postgres } from '../../stores/postgres.ts'
import { createDeliveries } from './create-deliveries.ts'
import { maxGapMs } from './record-attempt.ts'
import { sendDelivery } from './send-delivery.ts'

/** Receivers that are sent something at once, one event each; and of those, how many that are slow or fail. */
const maxAtOnce = 16
const maxSlowAtOnce = 8
/** How often it is looked whether there is something to do, where nothing ends before. */
const tickMs = 500
const unstoredMs = 10_000
/** A run ends after this time, and the next one begins: jobs that never end count as dead. */
const maxRunMs = 3_600_000

/** Held by the one process that delivers; whatever ends it releases it. */
const deliveryLock = sql`hashtextextended('deliver webhooks', 0)`

/**
 * Sends webhooks what is due to them, for as long as anything is. One process at a time does so: each webhook is sent one event after
 * another, and those that are slow or fail take turns among themselves, so that nobody else waits for them.
 */
export const deliverWebhooks: Job = {
  queue: 'deliver-webhooks',
  everySeconds: 2,
  async run(services, _, signal) {
    if (!(await isAnythingDue(services))) return
    await services.db.connection().execute(async (connection) => {
      const lock = sql<{ is_own: boolean }>`select pg_try_advisory_lock(${deliveryLock}) as is_own`
      if ((await lock.execute(connection)).rows[0]?.is_own !== true) return
      try {
        await deliverDue(services, connection, signal)
      } finally {
        await sql`select pg_advisory_unlock(${deliveryLock})`.execute(connection)
      }
    })
  },
}

/** A time that lies further ahead than any gap was set by a clock that has been set back since. */
const isDue = (now: Date) => sql<boolean>`status = 'waiting'
  and (next_attempt_at <= ${now} or next_attempt_at > ${new Date(now.getTime() + maxGapMs)})`

async function isAnythingDue({ db, now }: Services): Promise<boolean> {
  const { rows } = await sql`select 1 from events where dealt_at is null
    union all select 1 from webhook_deliveries where ${isDue(now())} limit 1`.execute(db)
  return rows.length > 0
}

/** @param connection holds the lock: where it is lost, nothing more is begun */
async function deliverDue(services: Services, connection: Postgres, signal: AbortSignal): Promise<void> {
  const ending = AbortSignal.any([signal, services.closing])
  const fetcher = openFetcher(services)
  const underWay = new Map<string, { isSlow: boolean; done: Promise<void> }>()
  const until = performance.now() + maxRunMs

  function begin({ webhook_id, delivery_id }: Due, isSlow: boolean): void {
    const done = sendDelivery(services, fetcher, delivery_id, ending)
      .catch(async (error) => {
        services.log.error({ err: error, delivery_id }, 'an event was not delivered')
        // What became of it could not be written down: it would be sent again at once.
        await sleep(unstoredMs, undefined, { signal: ending }).catch(() => {})
      })
      .finally(() => underWay.delete(webhook_id))
    underWay.set(webhook_id, { isSlow, done })
  }

  try {
    while (!ending.aborted && performance.now() < until) {
      await createDeliveries(services, ending)
      for (const isSlow of [false, true]) {
        const slow = underWay
          .values()
          .filter((one) => one.isSlow)
          .toArray().length
        const room = Math.min(maxAtOnce - underWay.size, isSlow ? maxSlowAtOnce - slow : maxAtOnce)
        for (const due of await nextDue(connection, services.now(), [...underWay.keys()], isSlow, room))
          begin(due, isSlow)
      }
      if (underWay.size === 0) return
      const ends = [...underWay.values()].map(({ done }) => done)
      await Promise.race([sleep(tickMs, undefined, { signal: ending }).catch(() => {}), ...ends])
    }
  } finally {
    await Promise.all(underWay.values().map(({ done }) => done))
    fetcher.close()
  }
}

interface Due {
  webhook_id: string
  delivery_id: string
}

/** Of webhooks that nothing is being sent to, the first event that is due; those first that have waited longest for their turn. */
async function nextDue(
  connection: Postgres,
  now: Date,
  busy: readonly string[],
  isSlow: boolean,
  limit: number,
): Promise<Due[]> {
  if (limit <= 0) return []
  const { rows } = await sql<Due>`
    select webhooks.id as webhook_id, due.id as delivery_id
    from webhooks cross join lateral (
      select id from webhook_deliveries where webhook_id = webhooks.id and ${isDue(now)}
      order by next_attempt_at, sequence limit 1
    ) due
    where off_at is null and is_slow = ${isSlow} and webhooks.id != all(${busy}::uuid[])
    order by tried_at nulls first, webhooks.id limit ${limit}`.execute(connection)
  return rows
}

/** Receivers are whoever an admin has named: what is fetched passes the guard. A redirect is a response like others. */
const openFetcher = ({ config, resolveHost }: Services): PostingFetcher =>
  createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    connectionsPerOrigin: maxAtOnce,
    resolve: resolveHost,
  })
