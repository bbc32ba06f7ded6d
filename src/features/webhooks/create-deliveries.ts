import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'
import { addDeliveries } from './add-deliveries.ts'
import type { StoredEvent } from './compose-body.ts'

const maxEvents = 200

/** Creates deliveries for new events, oldest first. Runs in one process at a time. */
export async function createDeliveries(services: Services, signal: AbortSignal): Promise<void> {
  const waiting = services.db.selectFrom('events').selectAll().where('dealt_at', 'is', null)
  const events = await waiting.orderBy('created_at').orderBy('id').limit(maxEvents).execute()
  for (const event of events) {
    signal.throwIfAborted()
    try {
      await createEventDeliveries(services, event)
    } catch (error) {
      if (toUnavailableError(error) !== undefined) throw error
      // Skips a failing event, so that it does not block others. Resending since a time includes it.
      services.log.error({ err: error, event_id: event.id, type: event.type }, 'event deliveries failed')
      const dealt = services.db.updateTable('events').set({ dealt_at: services.now() })
      await dealt.where('id', '=', event.id).execute()
    }
  }
}

async function createEventDeliveries(services: Services, event: StoredEvent): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    // Locks webhooks before events, in the order of a workspace deletion.
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
    // The event was erased concurrently.
    if (numUpdatedRows === 0n) return
    for (const webhook of webhooks) await addDeliveries(services, transaction, webhook, [event])
  })
}
