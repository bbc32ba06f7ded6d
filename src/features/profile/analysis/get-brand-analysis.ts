import { defineOperation } from '../../../kernel/operation.ts'
import { notFound } from '../../../lib/errors.ts'
import { analysisSchema, findAnalysis, serializeAnalysis } from './analysis.ts'

export const getBrandAnalysis = defineOperation({
  name: 'get-brand-analysis',
  summary: 'How the last analysis of the brand went, and who has set the fields of its profile',
  description: 'Not found where analyse-brand has never been asked for.',
  on: 'brand',
  access: 'operator',
  role: 'viewer',
  fields: {},
  data: analysisSchema,
  async run({ ctx: { services, brand } }) {
    const row = await findAnalysis(services.db, brand.id)
    if (row === undefined) throw notFound('analysis')
    return { data: await serializeAnalysis(services.db, row, brand) }
  },
})
