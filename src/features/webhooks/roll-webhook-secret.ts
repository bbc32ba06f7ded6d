import { defineChange } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { issuedWebhookSchema } from './create-webhook.ts'
import { newSecret, previousSecretLifetimeMs } from './signature.ts'
import { lockWebhook, ofWebhook, serializeWebhook, webhookId, webhookVersion } from './webhook.ts'

export const rollWebhookSecret = defineChange({
  name: 'roll-webhook-secret',
  summary: 'Rotate a webhook secret; shows it only once, and the old one also signs for 24 hours',
  ...ofWebhook,
  changes: webhookVersion,
  secretData: ['secret'],
  fields: webhookId,
  data: issuedWebhookSchema,
  async change({ ctx: { services }, input: { webhook_id }, transaction }) {
    const before = await lockWebhook(transaction, webhook_id)
    if (before.kind === 'slack')
      throw conflict('a Slack channel has no secret; change its url with update-webhook')
    const at = services.now()
    const secret = newSecret()
    const after = await transaction
      .updateTable('webhooks')
      .set({
        secret: services.secrets.seal(secret, webhook_id),
        secret_made_at: at,
        former_secret: before.secret,
        former_until: new Date(at.getTime() + previousSecretLifetimeMs),
        updated_at: at,
      })
      .where('id', '=', webhook_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const shown = serializeWebhook(services, after)
    const audit = {
      before: serializeWebhook(services, before),
      after: shown,
      workspaceId: before.workspace_id,
    }
    return { data: { ...shown, secret }, audit }
  },
})
