import { randomUUID } from 'node:crypto'
import type { Services } from '../../kernel/context.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRows } from '../../stores/postgres-rows.ts'
import { composeBody, type StoredEvent } from './compose-body.ts'
import type { Webhook } from './webhook.ts'

/**
 * Creates deliveries of events to a webhook that has none of them yet, numbered in order.
 * @param webhook locked by the caller, as it holds the last number
 * @returns the ids of the deliveries
 */
export async function addDeliveries(
  services: Services,
  transaction: Transaction,
  webhook: Webhook,
  events: readonly StoredEvent[],
): Promise<string[]> {
  const names = await brandNames(transaction, events)
  let sequence = webhook.last_sequence
  const now = services.now()
  const rows = events.flatMap((event) => {
    const named = { ...event, brand_name: names.get(event.brand_id) ?? null }
    const body = composeBody(services, webhook.kind, named, sequence + 1)
    if (body === undefined) return []
    sequence += 1
    const times = { queued_at: now, next_attempt_at: now, attempted_at: null, created_at: event.created_at }
    const outcome = { response_status: null, duration_ms: null, problem: null }
    const of = { id: randomUUID(), webhook_id: webhook.id, event_id: event.id }
    return [{ ...of, sequence, body, status: 'waiting' as const, ...times, ...outcome }]
  })
  if (rows.length === 0) return []
  await insertRows(transaction, 'webhook_deliveries', rows)
  const own = transaction.updateTable('webhooks').where('id', '=', webhook.id)
  await own.set({ last_sequence: sequence }).execute()
  return rows.map(({ id }) => id)
}

async function brandNames(
  transaction: Transaction,
  events: readonly StoredEvent[],
): Promise<Map<string | null, string>> {
  const ids = [...new Set(events.flatMap(({ brand_id }) => (brand_id === null ? [] : [brand_id])))]
  if (ids.length === 0) return new Map()
  const brands = transaction.selectFrom('brands').select(['id', 'name']).where('id', 'in', ids)
  return new Map((await brands.execute()).map(({ id, name }) => [id, name]))
}
