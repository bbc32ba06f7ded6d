import { isIP } from 'node:net'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { nameText, trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import type { ResourceRef } from '../../kernel/operation.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { selectableEventKinds } from './event-kinds.ts'
import type { WebhookKind, WebhooksTable } from './tables.ts'

export type Webhook = Selectable<WebhooksTable>

const kind = z.enum(['standard', 'slack'])

export const webhookFields = {
  name: nameText(200).describe('What it is for'),
  kind: kind.describe('standard: signed JSON after Standard Webhooks; slack: a message to a Slack channel'),
  url: trimmedText(1, 2000).describe('Where it is sent: an https address'),
  events: z
    .array(z.string().regex(/^[a-z_]+\.[a-z_]+$/))
    .min(1)
    .max(100)
    .describe('What is sent: types that list-webhook-events names'),
}

export const webhookId = { webhook_id: uuid }

export const webhookSchema = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  name: z.string(),
  kind,
  url: z
    .string()
    .describe('That of a Slack channel is a secret, and shown by its host and last four characters'),
  events: z.array(z.string()),
  is_active: z.boolean(),
  off_at: utcTimestamp.nullable().describe('Since when nothing is sent; null while it is active'),
  off_reason: z
    .string()
    .nullable()
    .describe('Why it was switched off by itself; null where somebody did it, and while it is active'),
  failing_since: utcTimestamp.nullable().describe('The first attempt that nothing has gone through since'),
  needs_secret: z
    .boolean()
    .describe(
      'Whether it needs a new secret or address: what there is was encrypted with a key that is not here',
    ),
  secret_made_at: utcTimestamp,
  former_secret_until: utcTimestamp
    .nullable()
    .describe('Until then the secret before signs as well; null where none does'),
  last_sequence: z.int().describe('Events that there were for it so far'),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
})

export type WebhookResponse = z.input<typeof webhookSchema>

/** How it fares changes by itself. */
export const webhookVersion = defineVersioned('webhook', [
  'id',
  'name',
  'kind',
  'url',
  'secret_made_at',
  'events',
  'is_active',
])

/** It leads to its workspace. */
export const webhookRef: ResourceRef = {
  field: 'webhook_id',
  name: 'webhook',
  table: 'webhooks',
  seenBy: 'admin',
}

export function serializeWebhook({ secrets, now }: Services, webhook: Webhook): WebhookResponse {
  const { id, workspace_id, name, kind, url, events, off_at, off_reason, failing_since, former_until } =
    webhook
  return {
    ...{ id, workspace_id, name, kind, url, events },
    is_active: off_at === null,
    off_at: off_at?.toISOString() ?? null,
    off_reason,
    failing_since: failing_since?.toISOString() ?? null,
    needs_secret: secrets.open(webhook.secret, id) === undefined,
    secret_made_at: webhook.secret_made_at.toISOString(),
    former_secret_until: former_until !== null && former_until > now() ? former_until.toISOString() : null,
    last_sequence: webhook.last_sequence,
    created_at: webhook.created_at.toISOString(),
    updated_at: webhook.updated_at.toISOString(),
  }
}

/**
 * A webhook, locked until the transaction ends.
 * @throws ApiError not_found
 */
export function lockWebhook(transaction: PostgresLike, id: string): Promise<Webhook> {
  const webhooks = transaction.selectFrom('webhooks').selectAll().where('id', '=', id)
  return webhooks.forUpdate().executeTakeFirstOrThrow(() => notFound('webhook'))
}

/** Types of events, each once, in the order in which they are listed. @throws ApiError invalid_request */
export function checkEvents(services: Services, events: readonly string[]): string[] {
  const known = selectableEventKinds(services).map(({ type }) => type)
  const unknown = events.find((type) => !known.includes(type as (typeof known)[number]))
  if (unknown !== undefined) throw invalidRequest(`events: there is no ${unknown}, only ${known.join(', ')}`)
  return known.filter((type) => events.includes(type))
}

/**
 * An address in the form that is fetched. Nobody may change on the way what is sent: http only to a machine that is named by its
 * address.
 * @throws ApiError invalid_request
 */
export function checkUrl(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isWeb || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalidRequest(
      'url must be a web address without user, password and fragment, such as https://example.com/hooks',
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && host !== 'localhost' && isIP(host) === 0)
    throw invalidRequest('url must be an https address')
  return url
}

/** An address as it is shown: whoever knows that of a Slack channel can write there. */
export const redactedUrl = (kind: WebhookKind, { href, origin }: URL): string =>
  kind === 'slack' ? `${origin}/…${href.slice(-4)}` : href
