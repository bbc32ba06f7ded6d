import { randomUUID } from 'node:crypto'
import { defineChange } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { addDeliveries } from './add-deliveries.ts'
import { deliverySchema, selectDeliveries, serializeDelivery } from './delivery.ts'
import { webhookTested } from './event-kinds.ts'
import { lockWebhook, ofWebhook, webhookId } from './webhook.ts'

export const testWebhook = defineChange({
  name: 'test-webhook',
  summary: 'Send a test event to a webhook; list-webhook-deliveries shows the result',
  ...ofWebhook,
  fields: webhookId,
  data: deliverySchema,
  async change({ ctx: { services }, input: { webhook_id }, transaction }) {
    const webhook = await lockWebhook(transaction, webhook_id)
    if (webhook.off_at !== null) throw conflict('the webhook is disabled; enable it first')
    const at = services.now()
    const event = await transaction
      .insertInto('events')
      .values({
        id: randomUUID(),
        workspace_id: webhook.workspace_id,
        brand_id: null,
        type: webhookTested.type,
        data: JSON.stringify({ webhook_id }),
        created_at: at,
        dealt_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const [id = ''] = await addDeliveries(services, transaction, webhook, [event])
    const made = selectDeliveries(transaction).where('webhook_deliveries.id', '=', id)
    const data = serializeDelivery(await made.executeTakeFirstOrThrow())
    const after = { webhook_id, delivery_id: id }
    return { data, audit: { before: null, after, workspaceId: webhook.workspace_id } }
  },
})
