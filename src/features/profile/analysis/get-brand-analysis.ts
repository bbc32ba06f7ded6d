import { defineOperation, forViewers } from '../../../kernel/operation.ts'
import { notFound } from '../../../lib/errors.ts'
import { analysisSchema, findAnalysis, serializeAnalysis } from './analysis.ts'

export const getBrandAnalysis = defineOperation({
  ...forViewers,
  name: 'get-brand-analysis',
  summary: 'Show the status of the last brand analysis and who set each profile field',
  description: 'Returns 404 if the brand was never analyzed.',
  fields: {},
  data: analysisSchema,
  async run({ ctx: { services, brand } }) {
    const row = await findAnalysis(services.db, brand.id)
    if (row === undefined) throw notFound('analysis')
    return { data: await serializeAnalysis(services.db, row, brand) }
  },
})
