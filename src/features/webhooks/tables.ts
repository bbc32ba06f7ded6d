import type { Generated } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    webhooks: WebhooksTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}

export type WebhookKind = 'standard' | 'slack'

export interface WebhooksTable {
  id: string
  workspace_id: string
  name: string
  kind: WebhookKind
  /** Redacted for Slack channels. */
  url: string
  /** The signing secret or Slack URL, encrypted for the webhook, as is `former_secret`. */
  secret: Buffer
  secret_made_at: Date
  former_secret: Buffer | null
  former_until: Date | null
  events: string[]
  last_sequence: Generated<number>
  off_at: Date | null
  off_reason: string | null
  failing_since: Date | null
  is_slow: Generated<boolean>
  tried_at: Date | null
  created_at: Date
  updated_at: Date
}

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed'

export interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  event_id: string
  sequence: number
  body: string
  status: DeliveryStatus
  attempts: Generated<number>
  queued_at: Date
  next_attempt_at: Date
  attempted_at: Date | null
  response_status: number | null
  duration_ms: number | null
  problem: string | null
  created_at: Date
}
