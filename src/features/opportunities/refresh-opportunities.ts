import { z } from 'zod'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { refreshBrand } from './refresh-brand.ts'

export const refreshOpportunities = defineOperation({
  name: 'refresh-opportunities',
  summary: 'Refresh opportunities now; Sightline also does so a few minutes after data changes',
  ...forEditors,
  readsTables: ['answers', 'readings', 'page_scans', 'page_readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    opened: z.int().describe('New and reopened opportunities.'),
    closed: z.int().describe('Opportunities whose cause is gone.'),
    open: z.int().describe('All open opportunities.'),
  }),
  run: async ({ ctx: { services, brand } }) => ({ data: await refreshBrand(services, brand) }),
})
