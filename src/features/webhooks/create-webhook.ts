import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { newSecret } from './signature.ts'
import {
  checkEvents,
  checkUrl,
  redactedUrl,
  serializeWebhook,
  type Webhook,
  webhookFields,
  webhookSchema,
} from './webhook.ts'

const maxWebhooks = 50

export const issuedWebhookSchema = webhookSchema.extend({
  secret: z
    .string()
    .nullable()
    .describe('Signing secret for the receiver. Shown only once. Null for Slack channels.'),
})

export const createWebhook = defineChange({
  name: 'create-webhook',
  summary: 'Create a webhook; shows its secret only once',
  description:
    'Sends signed events as in Standard Webhooks, or messages to a Slack channel. docs/webhooks.md describes verification ' +
    'and retries.',
  ...forAdmins,
  secretData: ['secret'],
  fields: { ...webhookFields, kind: webhookFields.kind.default('standard') },
  data: issuedWebhookSchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const { name, kind } = input
    const url = checkUrl(input.url)
    const events = checkEvents(services, input.events)
    await checkRoom(transaction, workspace.id)
    const id = randomUUID()
    const at = services.now()
    const secret = kind === 'slack' ? null : newSecret()
    const webhook: Webhook = {
      ...{ id, workspace_id: workspace.id, name, kind, url: redactedUrl(kind, url), events },
      secret: services.secrets.seal(secret ?? url.href, id),
      ...{ secret_made_at: at, former_secret: null, former_until: null, last_sequence: 0 },
      ...{ off_at: null, off_reason: null, failing_since: null, is_slow: false, tried_at: null },
      ...{ created_at: at, updated_at: at },
    }
    await transaction.insertInto('webhooks').values(webhook).execute()
    const shown = serializeWebhook(services, webhook)
    return { data: { ...shown, secret }, audit: { before: null, after: shown } }
  },
})

async function checkRoom(
  transaction: Parameters<NonNullable<typeof createWebhook.change>>[0]['transaction'],
  workspaceId: string,
): Promise<void> {
  const all = transaction.selectFrom('webhooks').select('id').where('workspace_id', '=', workspaceId)
  if ((await all.execute()).length >= maxWebhooks)
    throw conflict(`the workspace already has ${maxWebhooks} webhooks; delete one first`)
}
