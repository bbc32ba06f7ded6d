import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { deliverySchema, selectDeliveries, serializeDelivery } from './delivery.ts'
import { ofWebhook, webhookId } from './webhook.ts'

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
