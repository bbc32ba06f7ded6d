import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineChange, defineOperation, forAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { conflict } from '../../lib/errors.ts'
import { updatedRow } from '../../stores/postgres-rows.ts'
import { cancelPendingDeliveries } from './disable-webhook.ts'
import { selectableEventKinds } from './event-kinds.ts'
import { newSecret, previousSecretLifetimeMs } from './signature.ts'
import {
  checkEvents,
  checkUrl,
  lockWebhook,
  ofWebhook,
  redactedUrl,
  serializeWebhook,
  type Webhook,
  webhookFields,
  webhookId,
  webhookSchema,
  webhookVersion,
} from './webhook.ts'

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
  data: z.array(z.object({ type: z.string(), summary: z.string(), example: z.record(z.string(), z.unknown()) })),
  run: async ({ ctx: { services } }) => ({
    data: selectableEventKinds(services).map(({ type, summary, example }) => ({ type, summary, example })),
  }),
})

const maxWebhooks = 50

const issuedWebhookSchema = webhookSchema.extend({
  secret: z.string().nullable().describe('Signing secret for the receiver. Shown only once. Null for Slack channels.'),
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

const { kind: _, ...changed } = webhookFields

export const updateWebhook = defineChange({
  name: 'update-webhook',
  summary: 'Update, enable or disable a webhook; omitted fields stay unchanged',
  description: 'A disabled webhook gets no events and queues none; replay-webhook-deliveries can send them later.',
  ...ofWebhook,
  changes: webhookVersion,
  fields: {
    ...webhookId,
    ...z.object(changed).partial().shape,
    is_active: z.boolean().optional().describe('Whether the webhook gets events.'),
  },
  data: webhookSchema,
  async change({ ctx: { services }, input: { webhook_id, url: text, events, is_active, ...given }, transaction }) {
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
    const after = await updatedRow(transaction, 'webhooks', webhook_id, {
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
    if (before.kind === 'slack') throw conflict('a Slack channel has no secret; change its url with update-webhook')
    const at = services.now()
    const secret = newSecret()
    const after = await updatedRow(transaction, 'webhooks', webhook_id, {
      secret: services.secrets.seal(secret, webhook_id),
      secret_made_at: at,
      former_secret: before.secret,
      former_until: new Date(at.getTime() + previousSecretLifetimeMs),
      updated_at: at,
    })
    const shown = serializeWebhook(services, after)
    const audit = {
      before: serializeWebhook(services, before),
      after: shown,
      workspaceId: before.workspace_id,
    }
    return { data: { ...shown, secret }, audit }
  },
})

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
