import type { Selectable } from 'kysely'
import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { WebhookDeliveriesTable } from './tables.ts'

export const deliverySchema = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  event_id: z.uuid().describe('What receivers know it by: the header webhook-id'),
  event_type: z.string(),
  brand_id: z.uuid().nullable(),
  sequence: z.int(),
  status: z.enum(['waiting', 'delivered', 'failed']).describe('failed: not tried any more'),
  attempts: z.int(),
  response_status: z.int().nullable().describe('Of the last attempt; null where no response came'),
  problem: z.string().nullable().describe('Why the last attempt failed'),
  duration_ms: z.int().nullable().describe('Of the last attempt'),
  body: z.string().describe('What is sent'),
  created_at: utcTimestamp.describe('When the event happened'),
  attempted_at: utcTimestamp.nullable(),
  next_attempt_at: utcTimestamp.nullable().describe('Null where nothing more is tried'),
})

type Row = Selectable<WebhookDeliveriesTable> & { event_type: string; brand_id: string | null }

/** Deliveries with what is known of their events. */
export const selectDeliveries = (db: PostgresLike) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select(['events.type as event_type', 'events.brand_id'])

export function serializeDelivery(row: Row): z.input<typeof deliverySchema> {
  const { id, webhook_id, event_id, event_type, brand_id, sequence, status, attempts, body } = row
  return {
    ...{ id, webhook_id, event_id, event_type, brand_id, sequence, status, attempts },
    response_status: row.response_status,
    problem: row.problem,
    duration_ms: row.duration_ms,
    body,
    created_at: row.created_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    next_attempt_at: status === 'waiting' ? row.next_attempt_at.toISOString() : null,
  }
}
