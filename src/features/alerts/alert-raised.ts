import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'

const share = z.number().min(0).max(100).describe('Visibility in percent, for the same prompts before and after.')

export const alertRaised = defineEvent({
  type: 'alert.raised',
  summary: 'The visibility of a brand changed suddenly',
  isOfBrand: true,
  data: z.object({
    alert_id: z.uuid(),
    engine: z.string().describe('Engine slug.'),
    country: z.string(),
    direction: z.enum(['up', 'down']),
    since: z.iso.date().describe('Most likely first day of the change (UTC).'),
    before_pct: share,
    after_pct: share,
  }),
  example: {
    alert_id: '0c9f1f52-5a34-5d3a-8f6e-3f1f0a1c2b11',
    engine: 'chatgpt',
    country: 'US',
    direction: 'down',
    since: '2026-11-17',
    before_pct: 46.2,
    after_pct: 31.5,
  },
  page: () => 'overview',
  sentence: ({ engine, country, direction, since, before_pct, after_pct }) =>
    `visibility on ${engine} in ${country} ${direction === 'up' ? 'rose' : 'fell'} from ${before_pct}% to ${after_pct}% since ${since}`,
})
