import { z } from 'zod'
import { defineOperation, forAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { selectableEventKinds } from './event-kinds.ts'
import { serializeWebhook, webhookSchema, webhookVersion } from './webhook.ts'

export const listWebhooks = defineOperation({
  name: 'list-webhooks',
  summary: 'List the webhooks of a workspace, newest first',
  ...forAdmins,
  shows: webhookVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(webhookSchema),
  async run({ ctx: { services, workspace }, page }) {
    const webhooks = services.db.selectFrom('webhooks').selectAll().where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(webhooks, 'webhooks', page)
    return { data: rows.map((webhook) => serializeWebhook(services, webhook)), next }
  },
})

export const listWebhookEvents = defineOperation({
  name: 'list-webhook-events',
  summary: 'List the webhook event types',
  ...forAdmins,
  fields: {},
  data: z.array(
    z.object({ type: z.string(), summary: z.string(), example: z.record(z.string(), z.unknown()) }),
  ),
  run: async ({ ctx: { services } }) => ({
    data: selectableEventKinds(services).map(({ type, summary, example }) => ({ type, summary, example })),
  }),
})
