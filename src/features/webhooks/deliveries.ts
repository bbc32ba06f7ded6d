import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { timestamp, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { inList } from '../../stores/postgres-rows.ts'
import { addDeliveries } from './add-deliveries.ts'
import { deliverySchema, selectDeliveries, serializeDelivery } from './delivery.ts'
import { lockWebhook, ofWebhook, type Webhook, webhookId } from './webhook.ts'

export const listWebhookDeliveries = defineOperation({
  name: 'list-webhook-deliveries',
  summary: 'List the deliveries of a webhook in the last 30 days, newest first',
  ...ofWebhook,
  fields: {
    ...webhookId,
    status: deliverySchema.shape.status.optional().describe('Filter by status.'),
  },
  list: storedRows(50),
  data: z.array(deliverySchema),
  async run({ ctx: { services }, input, page }) {
    let deliveries = selectDeliveries(services.db).where('webhook_id', '=', input.webhook_id)
    if (input.status !== undefined) deliveries = deliveries.where('status', '=', input.status)
    const { rows, next } = await newestFirst(deliveries, 'webhook_deliveries', page)
    return { data: rows.map(serializeDelivery), next }
  },
})

/** More than a workspace has in a month. Larger replays take several calls. */
const maxEvents = 10_000

export const replayWebhookDeliveries = defineChange({
  name: 'replay-webhook-deliveries',
  summary: 'Resend one event, or all events since a given time, even if the webhook was disabled',
  description:
    'Events keep their ids, by which receivers detect duplicates, and are retried for three days. Sightline keeps events ' +
    'for 30 days.',
  ...ofWebhook,
  fields: {
    ...webhookId,
    delivery_id: uuid.optional().describe('The delivery to resend. Set either delivery_id or since.'),
    since: timestamp.optional().describe('Resend all events since this time, inclusive.'),
  },
  data: z.object({
    queued: z.int().describe('Events queued, including those that were already waiting.'),
  }),
  async change({ ctx: { services }, input: { webhook_id, delivery_id, since }, transaction }) {
    if ((delivery_id === undefined) === (since === undefined)) throw invalidRequest('set either delivery_id or since')
    const webhook = await lockWebhook(transaction, webhook_id)
    if (webhook.off_at !== null) throw conflict('the webhook is disabled; enable it first')
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

/** Deliveries since a time. Creates missing ones. */
async function deliveriesSince(
  services: Services,
  transaction: Transaction,
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
    throw conflict(`since: more than ${maxEvents} events; use a later time`)
  return [...known, ...(await addDeliveries(services, transaction, webhook, missing))]
}

async function queueAgain(
  { now }: Services,
  transaction: Transaction,
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
