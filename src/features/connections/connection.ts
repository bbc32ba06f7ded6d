import { z } from 'zod'
import { enteredSecret, trimmedText, utcTimestamp } from '../../kernel/fields.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { type ConnectionKind, connectionKinds, readers } from './readers/readers.ts'
import states from './states.json' with { type: 'json' }
import { connectionStates } from './tables.ts'

const kind = z.enum(connectionKinds)
const described = (of: (name: ConnectionKind) => string) =>
  connectionKinds.map((name) => `\`${name}\`: ${of(name)}`).join('; ')

export const connectionFields = {
  kind: kind.describe(`${described((name) => readers[name].name)}.`),
  property: trimmedText(1, 2000).describe(`The property. ${described((name) => readers[name].propertyForm)}.`),
  credential: enteredSecret(10_000).describe(
    'JSON key of a service account, JSON with client_id, client_secret and refresh_token, or the API key for Bing.',
  ),
  base_url: trimmedText(1, 2000).optional().describe('Base URL of the API. Defaults to the service’s own.'),
}

export const connectionSchema = z
  .object({
    ...{ id: z.uuid(), kind, property: z.string(), base_url: z.string() },
    status: z
      .enum(connectionStates)
      .describe(`${connectionStates.map((name) => `\`${name}\`: ${states[name].means}`).join('; ')}.`),
    problem: z.string().nullable().describe('The problem of the last sync and what to do. Null without one.'),
    rows: z.int().describe('Rows that the last complete sync read.'),
    is_thresholded: z
      .boolean()
      .describe('Whether Google Analytics withheld rows of few people, so its figures can be too low.'),
    last_synced_at: utcTimestamp.nullable().describe('Start of the last complete sync. Null before the first.'),
    ...{ next_sync_at: utcTimestamp, created_at: utcTimestamp },
  })
  .meta({ component: 'Connection' })

export const connectionVersion = defineVersioned('connection', ['id', 'kind', 'property', 'base_url'])

export type Connection = Row<'connections'>

/** Shows a connection without its credential. */
export function serializeConnection({
  brand_id: _brand,
  credential: _credential,
  state: status,
  ...shown
}: Connection) {
  return {
    ...{ ...shown, status, kind: shown.kind as ConnectionKind },
    last_synced_at: shown.last_synced_at?.toISOString() ?? null,
    next_sync_at: shown.next_sync_at.toISOString(),
    created_at: shown.created_at.toISOString(),
  }
}
