import { z } from 'zod'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { refreshBrand } from './refresh-brand.ts'

export const refreshVisibilityAlerts = defineOperation({
  ...forEditors,
  name: 'refresh-visibility-alerts',
  summary: 'Search for visibility changes now, instead of once a day',
  readsTables: ['answers', 'readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    raised: z.int().describe('New alerts.'),
    open: z.int().describe('All open alerts.'),
  }),
  run: async ({ ctx: { services, brand } }) => ({ data: await refreshBrand(services, brand) }),
})
