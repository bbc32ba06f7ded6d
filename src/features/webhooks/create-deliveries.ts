import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'
import { addDeliveries } from './add-deliveries.ts'
import type { StoredEvent } from './compose-body.ts'

const maxEvents = 200

/** Makes a delivery of each new event for each webhook that wants it, the oldest first. One process at a time does so. */
export async function createDeliveries(services: Services, signal: AbortSignal): Promise<void> {
  const waiting = services.db.selectFrom('events').selectAll().where('dealt_at', 'is', null)
  const events = await waiting.orderBy('created_at').orderBy('id').limit(maxEvents).execute()
  for (const event of events) {
    signal.throwIfAborted()
    try {
      await createEventDeliveries(services, event)
    } catch (error) {
      if (toUnavailableError(error) !== undefined) throw error
      // One that cannot be told holds up no others: all since a time are sent again by whoever asks for it.
      services.log.error({ err: error, event_id: event.id, type: event.type }, 'an event was not dealt')
      const dealt = services.db.updateTable('events').set({ dealt_at: services.now() })
      await dealt.where('id', '=', event.id).execute()
    }
  }
}

async function createEventDeliveries(services: Services, event: StoredEvent): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    // Webhooks before events, as an erasure of the workspace takes them.
    const webhooks = await transaction
      .selectFrom('webhooks')
      .selectAll()
      .where('workspace_id', '=', event.workspace_id)
      .where('off_at', 'is', null)
      .where(sql<boolean>`${event.type} = any(events)`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const dealt = transaction.updateTable('events').set({ dealt_at: services.now() })
    const { numUpdatedRows } = await dealt.where('id', '=', event.id).executeTakeFirst()
    // It was erased meanwhile.
    if (numUpdatedRows === 0n) return
    for (const webhook of webhooks) await addDeliveries(services, transaction, webhook, [event])
  })
}
