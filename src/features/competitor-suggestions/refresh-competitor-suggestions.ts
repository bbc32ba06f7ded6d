import { z } from 'zod'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { searchBrand } from './search-brand.ts'

export const refreshCompetitorSuggestions = defineOperation({
  ...forEditors,
  name: 'refresh-competitor-suggestions',
  summary: 'Search answers for untracked brands now, instead of automatically after new answers',
  readsTables: ['answers', 'readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    answers: z.int().describe('Searched answers.'),
    open: z.int().describe('Open suggestions.'),
  }),
  run: async ({ ctx: { services, brand } }) => ({
    data: await searchBrand(services, brand, services.closing),
  }),
})
