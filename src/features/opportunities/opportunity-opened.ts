import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'

export const opportunityOpened = defineEvent({
  type: 'opportunity.opened',
  summary: 'A brand’s opportunity opened or reopened',
  isOfBrand: true,
  data: z.object({
    opportunity_id: z.uuid(),
    category: z.string(),
    kind: z.string(),
    title: z.string(),
    expected_reach: z.int().describe('Affected answers in the last 30 days.'),
  }),
  example: {
    opportunity_id: '5f0f9a3e-1f4e-5c0e-9a51-0d5b6f2a7c34',
    category: 'content',
    kind: 'prompt_without_brand',
    title: 'Write about “best trail running shoes”',
    expected_reach: 18,
  },
  page: () => 'opportunities',
  sentence: ({ title }) => `new opportunity: ${title}`,
})
