import type { Services } from '../../kernel/context.ts'
import type { EventBody, EventKind } from '../../kernel/events.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { eventKinds } from './event-kinds.ts'

export type StoredEvent = Row<'events'>

export type NamedEvent = StoredEvent & { brand_name: string | null }

/**
 * The request body for an event, the same for every attempt.
 * @returns JSON. Undefined if this release does not know the event type.
 */
export function composeBody(
  services: Services,
  to: Row<'webhooks'>['kind'],
  event: NamedEvent,
  sequence: number,
): string | undefined {
  const kind = eventKinds(services).find(({ type }) => type === event.type)
  if (kind === undefined) return undefined
  const link = linkOf(services, kind, event)
  if (to === 'slack') return JSON.stringify({ text: slackText(kind, event, link) })
  const body: EventBody = {
    type: kind.type,
    timestamp: event.created_at.toISOString(),
    sequence,
    workspace_id: event.workspace_id,
    brand: event.brand_id === null ? null : { id: event.brand_id, name: event.brand_name ?? '' },
    link,
    data: event.data,
  }
  return JSON.stringify(body)
}

function linkOf(services: Services, kind: EventKind, { workspace_id, brand_id, data }: StoredEvent): string {
  const place = brand_id === null ? workspace_id : `${workspace_id}/${brand_id}`
  return `${services.address()}/${place}/${kind.page(data)}`
}

/** Escapes the control characters of Slack. */
const slackEscaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function slackText(kind: EventKind, { brand_name, data }: NamedEvent, link: string): string {
  const subject = brand_name === null ? '' : `${brand_name}: `
  return `${slackEscaped(`${subject}${kind.sentence(data)}.`)} <${link}|Open in Sightline>`
}
