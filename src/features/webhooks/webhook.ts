import { isIP } from 'node:net'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { nameText, trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { forAdmins, type ResourceRef } from '../../kernel/operation.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { selectableEventKinds } from './event-kinds.ts'

export type Webhook = Row<'webhooks'>

const kind = z.enum(['standard', 'slack'])

export const webhookFields = {
  name: nameText(200).describe('Display name, such as its purpose.'),
  kind: kind.describe('`standard`: signed JSON (Standard Webhooks); `slack`: messages to a Slack channel.'),
  url: trimmedText(1, 2000).describe('The https URL that events are sent to.'),
  events: z.array(z.string().max(100)).min(1).max(100).describe('Event types to send; list-webhook-events lists them.'),
}

export const webhookId = { webhook_id: uuid }

export const webhookSchema = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  name: z.string(),
  kind,
  url: z.string().describe('For a Slack channel, only the host and last four characters, as the URL is secret.'),
  events: z.array(z.string()),
  is_active: z.boolean(),
  off_at: utcTimestamp.nullable().describe('Time at which it was disabled. Null while active.'),
  off_reason: z
    .string()
    .nullable()
    .describe('Why Sightline disabled it. Null while active, or if a member or the operator disabled it.'),
  failing_since: utcTimestamp.nullable().describe('First consecutive failure. Null if there is none.'),
  needs_secret: z
    .boolean()
    .describe('Whether it needs a new secret or URL because the current one cannot be decrypted.'),
  secret_made_at: utcTimestamp,
  former_secret_until: utcTimestamp
    .nullable()
    .describe('The previous secret also signs until this time. Null if there is none.'),
  last_sequence: z.int().describe('Sequence number of its last event.'),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
})

export type WebhookResponse = z.input<typeof webhookSchema>

/** Excludes the delivery state, which changes automatically. */
export const webhookVersion = defineVersioned('webhook', [
  'id',
  'name',
  'kind',
  'url',
  'secret_made_at',
  'events',
  'is_active',
])

const webhookRef: ResourceRef = {
  field: 'webhook_id',
  name: 'webhook',
  table: 'webhooks',
  seenBy: 'admin',
}

/** An operation on a webhook, which identifies the workspace. */
export const ofWebhook = { ...forAdmins, resourceRef: webhookRef } as const

export function serializeWebhook({ secrets, now }: Services, webhook: Webhook): WebhookResponse {
  const { id, secret, off_at, former_until } = webhook
  return showRow(webhookSchema, {
    ...webhook,
    is_active: off_at === null,
    needs_secret: secrets.open(secret, id) === undefined,
    former_secret_until: former_until !== null && former_until > now() ? former_until : null,
  })
}

/** Loads and locks a webhook. @throws ApiError not_found */
export function lockWebhook(transaction: PostgresLike, id: string): Promise<Webhook> {
  const webhooks = transaction.selectFrom('webhooks').selectAll().where('id', '=', id)
  return webhooks.forUpdate().executeTakeFirstOrThrow(() => notFound('webhook'))
}

/** Deduplicates and sorts event types. @throws ApiError invalid_request */
export function checkEvents(services: Services, events: readonly string[]): string[] {
  const known = selectableEventKinds(services).map(({ type }) => type)
  const unknown = events.find((type) => !known.includes(type as (typeof known)[number]))
  if (unknown !== undefined) throw invalidRequest(`events: ${unknown} is unknown; use ${known.join(', ')}`)
  return known.filter((type) => events.includes(type))
}

/**
 * Parses a URL. Allows http only for IP addresses and localhost, as events must not be changed in transit.
 * @throws ApiError invalid_request
 */
export function checkUrl(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isWeb || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalidRequest('url must be a URL without user, password and fragment, such as https://example.com/hooks')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && host !== 'localhost' && isIP(host) === 0)
    throw invalidRequest('url must be an https URL')
  return url
}

/** A URL as shown. Anyone who knows the URL of a Slack channel can post to it. */
export const redactedUrl = (kind: Webhook['kind'], { href, origin }: URL): string =>
  kind === 'slack' ? `${origin}/…${href.slice(-4)}` : href
