import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher, type PostingFetcher } from '../../lib/fetching/fetcher.ts'
import { version } from '../../lib/version.ts'
import type { Postgres } from '../../stores/postgres.ts'
import { findRow, updateRow } from '../../stores/postgres-rows.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'
import { addDeliveries } from './add-deliveries.ts'
import type { StoredEvent } from './compose-body.ts'
import { type Attempt, maxGapMs, recordAttempt } from './record-attempt.ts'
import { signedHeaders } from './signature.ts'
import type { Webhook } from './webhook.ts'

const maxEvents = 200

/** Creates deliveries for new events, oldest first. Runs in one process at a time. */
async function createDeliveries(services: Services, signal: AbortSignal): Promise<void> {
  const waiting = services.db.selectFrom('events').selectAll().where('dealt_at', 'is', null)
  const events = await waiting.orderBy('created_at').orderBy('id').limit(maxEvents).execute()
  for (const event of events) {
    signal.throwIfAborted()
    try {
      await createEventDeliveries(services, event)
    } catch (error) {
      if (toUnavailableError(error) !== undefined) throw error
      // Skips a failing event, so that it does not block others. Resending since a time includes it.
      services.log.error({ err: error, event_id: event.id, type: event.type }, 'event deliveries failed')
      await updateRow(services.db, 'events', event.id, { dealt_at: services.now() })
    }
  }
}

async function createEventDeliveries(services: Services, event: StoredEvent): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    // Locks webhooks before events, in the order of a workspace deletion.
    const webhooks = await transaction
      .selectFrom('webhooks')
      .selectAll()
      .where('workspace_id', '=', event.workspace_id)
      .where('off_at', 'is', null)
      .where(sql<boolean>`${event.type} = any(events)`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const dealt = transaction.updateTable('events').set({ dealt_at: services.now() })
    const { numUpdatedRows } = await dealt.where('id', '=', event.id).executeTakeFirst()
    // The event was erased concurrently.
    if (numUpdatedRows === 0n) return
    for (const webhook of webhooks) await addDeliveries(services, transaction, webhook, [event])
  })
}

const timeoutMs = 15_000
/** Response bodies are ignored. */
const maxBytes = 16_384

/** Sends a delivery once and stores the result. */
async function sendDelivery(
  services: Services,
  fetcher: PostingFetcher,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services
  const delivery = await findRow(db, 'webhook_deliveries', { id: deliveryId })
  if (delivery === undefined) return
  const webhook = await findRow(db, 'webhooks', { id: delivery.webhook_id })
  if (webhook === undefined || webhook.off_at !== null) return
  const attempt = await tryOnce(services, fetcher, webhook, delivery, signal)
  if (attempt !== undefined) await recordAttempt(services, webhook, delivery, attempt)
}

/** @returns undefined if this process is stopping; does not count as an attempt */
async function tryOnce(
  services: Services,
  fetcher: PostingFetcher,
  webhook: Webhook,
  { event_id, body }: { event_id: string; body: string },
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  const { secrets, now } = services
  const at = now()
  const secret = secrets.open(webhook.secret, webhook.id)
  if (secret === undefined) return { at, durationMs: 0, problem: 'the webhook needs a new secret or URL' }
  const isSlack = webhook.kind === 'slack'
  const url = isSlack ? secret : webhook.url
  const headers = isSlack ? {} : signedHeaders([secret, ...formerSecrets(services, webhook)], event_id, at, body)
  const startedAt = performance.now()
  const durationMs = () => Math.round(performance.now() - startedAt)
  try {
    const { status } = await fetcher.post(url, body, { headers, maxBytes, timeoutMs, signal })
    return { at, durationMs: durationMs(), status }
  } catch (error) {
    if (error instanceof FetchProblem && error.kind === 'aborted') return undefined
    const isKnown = error instanceof FetchProblem
    if (!isKnown) services.log.error({ err: error, webhook_id: webhook.id }, 'event not sent')
    return { at, durationMs: durationMs(), problem: isKnown ? error.message : 'internal error' }
  }
}

function formerSecrets({ secrets, now }: Services, { id, former_secret, former_until }: Webhook): string[] {
  if (former_secret === null || former_until === null || former_until <= now()) return []
  const former = secrets.open(former_secret, id)
  return former === undefined ? [] : [former]
}

/** Receivers contacted in parallel, one event each, and how many of those can be slow or failing. */
const maxAtOnce = 16
const maxSlowAtOnce = 8
/** Interval of the check for due deliveries, unless one finishes earlier. */
const tickMs = 500
const unstoredMs = 10_000
/** A run ends after this time and the next one starts: jobs without an end count as dead. */
const maxRunMs = 3_600_000

/** Held by the delivering process; released when its connection ends. */
const deliveryLock = sql`hashtextextended('deliver webhooks', 0)`

/**
 * Sends due deliveries until none are left. Runs in one process at a time. Each webhook gets one event at a
 * time; slow and failing ones share a few places, so that others do not wait for them.
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

/** A time further ahead than any retry interval comes from a clock that was set back since. */
const isDue = (now: Date) => sql<boolean>`status = 'waiting'
  and (next_attempt_at <= ${now} or next_attempt_at > ${new Date(now.getTime() + maxGapMs)})`

async function isAnythingDue({ db, now }: Services): Promise<boolean> {
  const { rows } = await sql`select 1 from events where dealt_at is null
    union all select 1 from webhook_deliveries where ${isDue(now())} limit 1`.execute(db)
  return rows.length > 0
}

/** @param connection holds the lock; no delivery starts after it is lost */
async function deliverDue(services: Services, connection: Postgres, signal: AbortSignal): Promise<void> {
  const ending = AbortSignal.any([signal, services.closing])
  const fetcher = openFetcher(services)
  const inFlight = new Map<string, { isSlow: boolean; done: Promise<void> }>()
  const until = performance.now() + maxRunMs

  function begin({ webhook_id, delivery_id }: Due, isSlow: boolean): void {
    const done = sendDelivery(services, fetcher, delivery_id, ending)
      .catch(async (error) => {
        services.log.error({ err: error, delivery_id }, 'event not delivered')
        // The result could not be stored: without a pause, the event would be sent again immediately.
        await sleep(unstoredMs, undefined, { signal: ending }).catch(() => {})
      })
      .finally(() => inFlight.delete(webhook_id))
    inFlight.set(webhook_id, { isSlow, done })
  }

  try {
    while (!ending.aborted && performance.now() < until) {
      await createDeliveries(services, ending)
      for (const isSlow of [false, true]) {
        const slow = inFlight
          .values()
          .filter((one) => one.isSlow)
          .toArray().length
        const room = Math.min(maxAtOnce - inFlight.size, isSlow ? maxSlowAtOnce - slow : maxAtOnce)
        for (const due of await nextDue(connection, services.now(), [...inFlight.keys()], isSlow, room))
          begin(due, isSlow)
      }
      if (inFlight.size === 0) return
      const ends = [...inFlight.values()].map(({ done }) => done)
      await Promise.race([sleep(tickMs, undefined, { signal: ending }).catch(() => {}), ...ends])
    }
  } finally {
    await Promise.all(inFlight.values().map(({ done }) => done))
    fetcher.close()
  }
}

interface Due {
  webhook_id: string
  delivery_id: string
}

/** The first due event of each idle webhook, those waiting longest first. */
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

/** Admins choose receivers, so requests pass the guard against private addresses. Follows no redirects. */
const openFetcher = ({ config, resolveHost }: Services): PostingFetcher =>
  createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    connectionsPerOrigin: maxAtOnce,
    resolve: resolveHost,
  })
