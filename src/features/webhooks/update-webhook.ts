import { z } from 'zod'
import { defineChange } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { cancelPendingDeliveries } from './disable-webhook.ts'
import {
  checkEvents,
  checkUrl,
  lockWebhook,
  ofWebhook,
  redactedUrl,
  serializeWebhook,
  webhookFields,
  webhookId,
  webhookSchema,
  webhookVersion,
} from './webhook.ts'

const { kind: _, ...changed } = webhookFields

export const updateWebhook = defineChange({
  name: 'update-webhook',
  summary: 'Update, enable or disable a webhook; omitted fields stay unchanged',
  description:
    'A disabled webhook gets no events and queues none; replay-webhook-deliveries can send them later.',
  ...ofWebhook,
  changes: webhookVersion,
  fields: {
    ...webhookId,
    ...z.object(changed).partial().shape,
    is_active: z.boolean().optional().describe('Whether the webhook gets events.'),
  },
  data: webhookSchema,
  async change({
    ctx: { services },
    input: { webhook_id, url: text, events, is_active, ...given },
    transaction,
  }) {
    const before = await lockWebhook(transaction, webhook_id)
    const at = services.now()
    const url = text === undefined ? undefined : checkUrl(text)
    const isSlack = before.kind === 'slack'
    const isOff = is_active === undefined ? before.off_at !== null : !is_active
    const isReadable = services.secrets.open(before.secret, before.id) !== undefined
    if (is_active === true && !isReadable && !(isSlack && url !== undefined))
      throw conflict(
        `is_active: the webhook needs ${isSlack ? 'a new url' : 'a new secret (roll-webhook-secret)'} first`,
      )
    const after = await transaction
      .updateTable('webhooks')
      .set({
        ...given,
        ...(events === undefined ? {} : { events: checkEvents(services, events) }),
        ...(url === undefined ? {} : { url: redactedUrl(before.kind, url) }),
        ...(url === undefined || !isSlack
          ? {}
          : { secret: services.secrets.seal(url.href, webhook_id), secret_made_at: at }),
        // The failures belong to the previous URL, or to a receiver that was fixed.
        ...(url === undefined && is_active !== true ? {} : { failing_since: null, is_slow: false }),
        off_at: isOff ? (before.off_at ?? at) : null,
        off_reason: isOff ? before.off_reason : null,
        updated_at: at,
      })
      .where('id', '=', webhook_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (isOff) await cancelPendingDeliveries(transaction, webhook_id)
    const data = serializeWebhook(services, after)
    const audit = {
      before: serializeWebhook(services, before),
      after: data,
      workspaceId: before.workspace_id,
    }
    return { data, audit }
  },
})
