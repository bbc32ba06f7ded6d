import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { defineEvent, type EventKind } from '../../kernel/events.ts'

/** Sent to a single webhook on request. */
export const webhookTested = defineEvent({
  type: 'webhook.tested',
  summary: 'A test event; sent regardless of the selected types',
  isOfBrand: false,
  data: z.object({ webhook_id: z.uuid() }),
  example: { webhook_id: '7d0b4f5e-3c1a-4a52-9a3b-6f2c8d1e0b47' },
  page: () => 'settings/webhooks',
  sentence: () => 'This is a test',
})

export const eventKinds = ({ features }: Pick<Services, 'features'>): EventKind[] =>
  features.flatMap(({ events = [] }) => events)

export const selectableEventKinds = (services: Pick<Services, 'features'>): EventKind[] =>
  eventKinds(services).filter(({ type }) => type !== webhookTested.type)
