import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { defineEvent, type EventKind } from '../../kernel/events.ts'

/** Sent to one webhook alone, when somebody wants to see whether it arrives. */
export const webhookTested = defineEvent({
  type: 'webhook.tested',
  summary: 'Somebody has sent a test event; it comes whatever was chosen',
  isOfBrand: false,
  data: z.object({ webhook_id: z.uuid() }),
  example: { webhook_id: '7d0b4f5e-3c1a-4a52-9a3b-6f2c8d1e0b47' },
  page: () => 'settings/webhooks',
  sentence: () => 'This is a test',
})

export const eventKinds = ({ features }: Pick<Services, 'features'>): EventKind[] =>
  features.flatMap(({ events = [] }) => events)

/** Those that a webhook is sent where they were chosen. */
export const selectableEventKinds = (services: Pick<Services, 'features'>): EventKind[] =>
  eventKinds(services).filter(({ type }) => type !== webhookTested.type)
