import { defineFeature } from '../../kernel/feature.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { listWebhookDeliveries, replayWebhookDeliveries } from './deliveries.ts'
import { webhookTested } from './event-kinds.ts'
import { pruneEvents } from './prune-events.ts'
import { testWebhook } from './test-webhook.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookEvents,
  listWebhooks,
  rollWebhookSecret,
  updateWebhook,
} from './webhooks.ts'

export const webhooks = defineFeature({
  name: 'webhooks',
  operations: [
    createWebhook,
    updateWebhook,
    deleteWebhook,
    listWebhooks,
    listWebhookEvents,
    rollWebhookSecret,
    testWebhook,
    listWebhookDeliveries,
    replayWebhookDeliveries,
  ],
  events: [webhookTested],
  jobs: [deliverWebhooks, pruneEvents],
  tables: { postgres: ['webhooks', 'webhook_deliveries'] },
  sealed: [
    { kind: 'webhook secrets', table: 'webhooks', column: 'secret', ownerOf: (id) => id },
    { kind: 'former webhook secrets', table: 'webhooks', column: 'former_secret', ownerOf: (id) => id },
  ],
  // Stops deliveries of a workspace that is being erased.
  async revokeAccess({ db }, workspaceId) {
    await db.deleteFrom('webhooks').where('workspace_id', '=', workspaceId).execute()
  },
})
