import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'

export const deliverySchema = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  event_id: z.uuid().describe('Id of the event, sent as the webhook-id header.'),
  event_type: z.string(),
  brand_id: z.uuid().nullable(),
  sequence: z.int(),
  status: z.enum(['waiting', 'delivered', 'failed']).describe('`failed`: Sightline no longer retries.'),
  attempts: z.int(),
  response_status: z.int().nullable().describe('Status of the last response. Null if there was none.'),
  problem: z.string().nullable().describe('Why the last attempt failed. Null if it succeeded.'),
  duration_ms: z.int().nullable().describe('Duration of the last attempt.'),
  body: z.string().describe('The request body.'),
  created_at: utcTimestamp.describe('Time of the event.'),
  attempted_at: utcTimestamp.nullable(),
  next_attempt_at: utcTimestamp.nullable().describe('Null if no attempt is scheduled.'),
})

type Found = Row<'webhook_deliveries'> & { event_type: string; brand_id: string | null }

export const selectDeliveries = (db: PostgresLike) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select(['events.type as event_type', 'events.brand_id'])

export const serializeDelivery = (row: Found) =>
  showRow(deliverySchema, {
    ...row,
    next_attempt_at: row.status === 'waiting' ? row.next_attempt_at : null,
  })
