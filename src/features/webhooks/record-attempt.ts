import { randomInt } from 'node:crypto'
import type { Services } from '../../kernel/context.ts'
import { disableWebhook } from './disable-webhook.ts'
import type { Webhook } from './webhook.ts'

/** What came of an attempt. */
export interface Attempt {
  at: Date
  durationMs: number
  /** That of the response, where one came. */
  status?: number
  /** Why none came. */
  problem?: string
}

/** From one attempt to the next; the last of them again and again. */
const gapsSeconds = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600]
/** How long an event is tried to be delivered, and how long a webhook may fail before it is switched off. */
const triedMs = 3 * 86_400_000
/** Of a webhook that takes longer it is expected that it does so again. */
const slowMs = 2000

/** The longest time until the next attempt: a later one was set by a clock that has been set back since. */
export const maxGapMs = 1.1 * 21_600_000

/** Up to a tenth more: what failed together does not come back together. */
function gapMs(attempts: number): number {
  const seconds = gapsSeconds[Math.min(attempts, gapsSeconds.length) - 1] as number
  return seconds * (1000 + randomInt(100))
}

const problemOf = ({ status, problem }: Attempt): string | null => {
  if (status === undefined) return problem ?? null
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'it redirects, which is not followed' : `it answered with ${status}`
}

/** Whether both lead to one address. Those of Slack channels are shown alike, and are what the secret holds. */
const isSameAddress = (one: Webhook, other: Webhook) =>
  one.kind === 'slack' ? one.secret.equals(other.secret) : one.url === other.url

/**
 * Notes what came of an attempt, and what is done next.
 * @param sent the webhook that it went to: of one that leads elsewhere since then it says nothing, and the event is still due
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
    // Where it was switched off meanwhile, it stays failed.
    const undelivered = isGivenUp || delivery.status === 'failed' ? 'failed' : 'waiting'
    await transaction
      .updateTable('webhook_deliveries')
      .set({
        status: isDelivered ? 'delivered' : undelivered,
        attempts,
        attempted_at: at,
        next_attempt_at: next,
        response_status: status ?? null,
        duration_ms: durationMs,
        problem,
      })
      .where('id', '=', id)
      .execute()
    const failing_since = isDelivered ? null : (webhook.failing_since ?? at)
    await transaction
      .updateTable('webhooks')
      .set({ tried_at: at, failing_since, is_slow: !isDelivered || durationMs > slowMs })
      .where('id', '=', sent.id)
      .execute()
    if (webhook.off_at !== null || failing_since === null) return
    if (status === 410)
      await disableWebhook(services, transaction, webhook, 'it answered that it is gone (410)')
    else if (isGivenUp && at.getTime() - failing_since.getTime() >= triedMs - maxGapMs)
      await disableWebhook(services, transaction, webhook, 'nothing could be delivered for three days')
  })
}
