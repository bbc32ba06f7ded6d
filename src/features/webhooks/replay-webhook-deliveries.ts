import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { timestamp, uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { inList } from '../../stores/postgres-rows.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { addDeliveries } from './add-deliveries.ts'
import { lockWebhook, type Webhook, webhookId, webhookRef } from './webhook.ts'

/** More than a workspace has in a month: whoever asks for more does so in steps. */
const maxEvents = 10_000

export const replayWebhookDeliveries = defineChange({
  name: 'replay-webhook-deliveries',
  summary: 'Send a webhook one event again, or all since a time, also those that happened while it was off',
  description:
    'They keep their ids, by which receivers know what they have already, and are tried for three days again. What happened is kept ' +
    'for 30 days.',
  on: 'workspace',
  resourceRef: webhookRef,
  access: 'operator',
  role: 'admin',
  fields: {
    ...webhookId,
    delivery_id: uuid.optional().describe('The one to send again'),
    since: timestamp.optional().describe('All events that happened at this time or later, in place of one'),
  },
  data: z.object({
    queued: z.int().describe('Events that are sent now, those that waited already included'),
  }),
  async change({ ctx: { services }, input: { webhook_id, delivery_id, since }, transaction }) {
    if ((delivery_id === undefined) === (since === undefined))
      throw invalidRequest('one of delivery_id and since is required, and not both')
    const webhook = await lockWebhook(transaction, webhook_id)
    if (webhook.off_at !== null) throw conflict('the webhook is off: switch it on first')
    const ids =
      delivery_id === undefined
        ? await deliveriesSince(services, transaction, webhook, new Date(since as string))
        : [delivery_id]
    const queued = await queueAgain(services, transaction, webhook, ids)
    if (delivery_id !== undefined && queued === 0) throw notFound('delivery')
    const after = { webhook_id, delivery_id: delivery_id ?? null, since: since ?? null, queued }
    return { data: { queued }, audit: { before: null, after, workspaceId: webhook.workspace_id } }
  },
})

/** What it was to be sent since then; of events that there is no delivery of yet, one is made. */
async function deliveriesSince(
  services: Services,
  transaction: Transaction<Tables>,
  webhook: Webhook,
  since: Date,
): Promise<string[]> {
  const made = transaction
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook.id)
    .where('created_at', '>=', since)
    .limit(maxEvents + 1)
  const known = (await made.execute()).map(({ id }) => id)
  const missing = await transaction
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', webhook.workspace_id)
    .where('created_at', '>=', since)
    .where('dealt_at', 'is not', null)
    .where(sql<boolean>`type = any(${webhook.events}::text[])`)
    .where('id', 'not in', (of) =>
      of.selectFrom('webhook_deliveries').select('event_id').where('webhook_id', '=', webhook.id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxEvents + 1)
    .execute()
  if (known.length + missing.length > maxEvents)
    throw conflict(`there are more than ${maxEvents} events since then: give a later time`)
  return [...known, ...(await addDeliveries(services, transaction, webhook, missing))]
}

async function queueAgain(
  { now }: Services,
  transaction: Transaction<Tables>,
  { id }: Webhook,
  deliveryIds: readonly string[],
): Promise<number> {
  const at = now()
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting', attempts: 0, queued_at: at, next_attempt_at: at })
    .where('webhook_id', '=', id)
    .where(inList('id', deliveryIds, 'uuid'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
