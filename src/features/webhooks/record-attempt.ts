import { randomInt } from 'node:crypto'
import type { Services } from '../../kernel/context.ts'
import { updateRow } from '../../stores/postgres-rows.ts'
import { disableWebhook } from './disable-webhook.ts'
import type { Webhook } from './webhook.ts'

/** The result of a delivery attempt. */
export interface Attempt {
  at: Date
  durationMs: number
  /** HTTP status of the response, if any. */
  status?: number
  /** Why there was no response. */
  problem?: string
}

/** Retry intervals; the last one repeats. */
const gapsSeconds = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600]
/** How long deliveries are retried, and how long a webhook can fail before it is disabled. */
const triedMs = 3 * 86_400_000
/** A webhook that takes longer counts as slow for its next delivery. */
const slowMs = 2000

/** The longest time until the next attempt. A later one comes from a clock that was set back since. */
export const maxGapMs = 1.1 * 21_600_000

/** Adds up to a tenth, so that deliveries that failed together are not retried together. */
function gapMs(attempts: number): number {
  const seconds = gapsSeconds[Math.min(attempts, gapsSeconds.length) - 1] as number
  return seconds * (1000 + randomInt(100))
}

const problemOf = ({ status, problem }: Attempt): string | null => {
  if (status === undefined) return problem ?? null
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirects are not followed' : `the receiver returned ${status}`
}

/** Whether both send to the same URL. For a Slack channel, it is the secret. */
const isSameAddress = (one: Webhook, other: Webhook) =>
  one.kind === 'slack' ? one.secret.equals(other.secret) : one.url === other.url

/**
 * Stores the result of an attempt and schedules the next one.
 * @param sent the webhook as it was sent to; ignores the result if its URL has changed since
 */
export async function recordAttempt(
  services: Services,
  sent: Webhook,
  { id }: { id: string },
  attempt: Attempt,
): Promise<void> {
  const { at, durationMs, status } = attempt
  const problem = problemOf(attempt)
  const isDelivered = problem === null
  await services.db.transaction().execute(async (transaction) => {
    const webhooks = transaction.selectFrom('webhooks').selectAll().where('id', '=', sent.id)
    const webhook = await webhooks.forNoKeyUpdate().executeTakeFirst()
    const own = transaction.selectFrom('webhook_deliveries').selectAll().where('id', '=', id)
    const delivery = await own.forUpdate().executeTakeFirst()
    if (webhook === undefined || delivery === undefined || !isSameAddress(webhook, sent)) return
    const attempts = delivery.attempts + 1
    const next = new Date(at.getTime() + gapMs(attempts))
    const isGivenUp = next.getTime() > delivery.queued_at.getTime() + triedMs
    // Stays failed if the webhook was disabled concurrently.
    const undelivered = isGivenUp || delivery.status === 'failed' ? 'failed' : 'waiting'
    await updateRow(transaction, 'webhook_deliveries', id, {
      status: isDelivered ? 'delivered' : undelivered,
      attempts,
      attempted_at: at,
      next_attempt_at: next,
      response_status: status ?? null,
      duration_ms: durationMs,
      problem,
    })
    const failing_since = isDelivered ? null : (webhook.failing_since ?? at)
    await updateRow(transaction, 'webhooks', sent.id, {
      tried_at: at,
      failing_since,
      is_slow: !isDelivered || durationMs > slowMs,
    })
    if (webhook.off_at !== null || failing_since === null) return
    if (status === 410) await disableWebhook(services, transaction, webhook, 'the receiver returned 410 (Gone)')
    else if (isGivenUp && at.getTime() - failing_since.getTime() >= triedMs - maxGapMs)
      await disableWebhook(services, transaction, webhook, 'no delivery succeeded for three days')
  })
}
