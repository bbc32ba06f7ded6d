import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { searchBrand } from './search-brand.ts'

export const refreshCompetitorSuggestions = defineOperation({
  name: 'refresh-competitor-suggestions',
  summary:
    'Look for brands that nobody has configured now; otherwise it is done by itself after answers have come',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  readsTables: ['answers', 'readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    answers: z.int().describe('Answers that were looked at'),
    open: z.int().describe('Suggestions that nobody has decided of'),
  }),
  run: async ({ ctx: { services, brand } }) => ({
    data: await searchBrand(services, brand, services.closing),
  }),
})
