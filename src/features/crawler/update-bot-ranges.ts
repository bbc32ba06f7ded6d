import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { rangeSources } from '../../lib/bots/index.ts'
import { fetchBotRanges, noteAttempt } from './fetch-bot-ranges.ts'

export const updateBotRangesOperation = defineOperation({
  name: 'update-bot-ranges',
  summary: 'Fetch the address ranges that operators of AI bots publish now; otherwise it is done once a day',
  description:
    'A list that cannot be fetched leaves the one that there is as it is. Lists can also be put into a folder by hand: ' +
    'docs/ai-bots.md says how.',
  on: 'installation',
  access: 'operator',
  role: 'none',
  fields: {},
  data: z.array(
    z.object({
      name: z.string(),
      outcome: z.enum(['updated', 'unchanged', 'failed']),
      networks: z.int().nullable().describe('Networks in the list now'),
      reason: z.string().nullable().describe('Why it failed'),
    }),
  ),
  async run({ ctx: { services } }) {
    await noteAttempt(services, rangeSources)
    return { data: await fetchBotRanges(services, rangeSources) }
  },
})
