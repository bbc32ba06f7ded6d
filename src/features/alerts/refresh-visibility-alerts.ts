import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { refreshBrand } from './refresh-brand.ts'

export const refreshVisibilityAlerts = defineOperation({
  name: 'refresh-visibility-alerts',
  summary: 'Look for changes of visibility now; otherwise it is done once a day',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  readsTables: ['answers', 'readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    raised: z.int().describe('New ones'),
    open: z.int().describe('All that are open now'),
  }),
  run: async ({ ctx: { services, brand } }) => ({ data: await refreshBrand(services, brand) }),
})
