import { randomUUID } from 'node:crypto'
import { record } from '../../kernel/change.ts'
import type { Services } from '../../kernel/context.ts'
import type { PostgresLike, Transaction } from '../../stores/postgres.ts'
import { updatedRow } from '../../stores/postgres-rows.ts'
import { serializeWebhook, type Webhook } from './webhook.ts'

/** Disables a webhook whose receiver is gone, and records the reason. */
export async function disableWebhook(
  services: Services,
  transaction: Transaction,
  webhook: Webhook,
  reason: string,
): Promise<void> {
  const at = services.now()
  const { id, workspace_id } = webhook
  const after = await updatedRow(transaction, 'webhooks', id, { off_at: at, off_reason: reason, updated_at: at })
  await cancelPendingDeliveries(transaction, id)
  const workspaces = transaction.selectFrom('workspaces').selectAll().where('id', '=', workspace_id)
  const workspace = await workspaces.executeTakeFirstOrThrow()
  const actor = { kind: 'system' as const, id: 'deliver-webhooks', workspace, brands: [] }
  const shown = { before: serializeWebhook(services, webhook), after: serializeWebhook(services, after) }
  const ctx = { services, actor, requestId: randomUUID() }
  await record(transaction, 'update-webhook', ctx, { ...shown, workspaceId: workspace_id })
}

/** Cancels pending deliveries of a disabled webhook. A replay can send them later. */
export const cancelPendingDeliveries = (transaction: PostgresLike, webhookId: string) =>
  transaction
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', problem: 'the webhook was disabled' })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
