import { z } from 'zod'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { rangeSources } from '../../lib/bots/index.ts'
import { fetchBotRanges, noteAttempt } from './fetch-bot-ranges.ts'

export const updateBotRangesOperation = defineOperation({
  name: 'update-bot-ranges',
  summary: 'Fetch the published IP ranges of AI bots now instead of at the daily update',
  description:
    'If a fetch fails, the previous list stays in use. You can also add lists manually; see docs/ai-bots.md.',
  ...forOperator,
  fields: {},
  data: z.array(
    z.object({
      name: z.string(),
      outcome: z.enum(['updated', 'unchanged', 'failed']),
      networks: z.int().nullable().describe('Networks in the current list.'),
      reason: z.string().nullable().describe('Why the fetch failed.'),
    }),
  ),
  async run({ ctx: { services } }) {
    await noteAttempt(services, rangeSources)
    return { data: await fetchBotRanges(services, rangeSources) }
  },
})
