import { z } from 'zod'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { rangeSources } from '../../lib/bots/index.ts'
import { fetchBotRanges, noteAttempt, rangeUpdateSchema } from './fetch-bot-ranges.ts'

export const updateBotRangesOperation = defineOperation({
  name: 'update-bot-ranges',
  summary: 'Fetch the published IP ranges and key directories of AI bots now instead of at the daily update',
  description:
    'If a fetch fails, the previous list stays in use. You can also add lists manually; see docs/ai-bots.md.',
  ...forOperator,
  fields: {},
  data: z.array(rangeUpdateSchema),
  async run({ ctx: { services } }) {
    await noteAttempt(services, rangeSources)
    return { data: await fetchBotRanges(services, rangeSources) }
  },
})
