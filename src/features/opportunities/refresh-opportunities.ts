import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { refreshBrand } from './refresh-brand.ts'

export const refreshOpportunities = defineOperation({
  name: 'refresh-opportunities',
  summary: 'Look for opportunities now; otherwise it is done some minutes after the data has changed',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  readsTables: ['answers', 'readings', 'page_scans', 'page_readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    opened: z.int().describe('New ones, and those whose cause came back'),
    closed: z.int().describe('Those whose cause is gone'),
    open: z.int().describe('All that are open now'),
  }),
  run: async ({ ctx: { services, brand } }) => ({ data: await refreshBrand(services, brand) }),
})
