import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'
import { effectSchema, verdicts } from './experiment.ts'

export const experimentEnded = defineEvent({
  type: 'experiment.ended',
  summary: 'An experiment ended with a verdict',
  isOfBrand: true,
  data: z.object({
    experiment_id: z.uuid(),
    name: z.string(),
    verdict: z.enum(verdicts).exclude(['running']),
    headline: z.string(),
    effect: effectSchema.optional().describe('In points; in positions for avg_rank. Missing if not comparable.'),
  }),
  example: {
    experiment_id: '3d0b8a64-7c1e-4a0f-9c55-2f4f8f0b6a1d',
    name: 'Descaling guide',
    verdict: 'worked',
    headline: 'Worked: +8.4 (+3.1 to +13.7).',
    effect: { value: 8.4, low: 3.1, high: 13.7 },
  },
  page: ({ experiment_id }) => `experiments/${experiment_id}`,
  sentence: ({ name, headline }) => `${name}: ${headline}`,
})
