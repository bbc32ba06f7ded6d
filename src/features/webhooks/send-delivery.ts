import type { Services } from '../../kernel/context.ts'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import type { PostingFetcher } from '../../lib/fetching/fetcher.ts'
import { type Attempt, recordAttempt } from './record-attempt.ts'
import { signedHeaders } from './signature.ts'
import type { Webhook } from './webhook.ts'

const timeoutMs = 15_000
/** Response bodies are ignored. */
const maxBytes = 16_384

/** Sends a delivery once and stores the result. */
export async function sendDelivery(
  services: Services,
  fetcher: PostingFetcher,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services
  const deliveries = db.selectFrom('webhook_deliveries').selectAll().where('id', '=', deliveryId)
  const delivery = await deliveries.executeTakeFirst()
  if (delivery === undefined) return
  const webhooks = db.selectFrom('webhooks').selectAll().where('id', '=', delivery.webhook_id)
  const webhook = await webhooks.executeTakeFirst()
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
  const headers = isSlack
    ? {}
    : signedHeaders([secret, ...formerSecrets(services, webhook)], event_id, at, body)
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
