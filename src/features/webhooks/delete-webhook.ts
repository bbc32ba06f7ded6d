import { defineChange } from '../../kernel/operation.ts'
import {
  lockWebhook,
  ofWebhook,
  serializeWebhook,
  webhookId,
  webhookSchema,
  webhookVersion,
} from './webhook.ts'

export const deleteWebhook = defineChange({
  name: 'delete-webhook',
  summary: 'Delete a webhook with its secret and delivery log',
  ...ofWebhook,
  changes: webhookVersion,
  fields: webhookId,
  data: webhookSchema,
  async change({ ctx: { services }, input: { webhook_id }, transaction }) {
    const webhook = await lockWebhook(transaction, webhook_id)
    await transaction.deleteFrom('webhooks').where('id', '=', webhook_id).execute()
    const data = serializeWebhook(services, webhook)
    return { data, audit: { before: data, after: null, workspaceId: webhook.workspace_id } }
  },
})
