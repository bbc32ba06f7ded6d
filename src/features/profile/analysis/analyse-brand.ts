import { defineChange } from '../../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../../lib/errors.ts'
import {
  type Analysis,
  type AnalysisJob,
  analyseBrandQueue,
  analysisSchema,
  findAnalysis,
  serializeAnalysis,
} from './analysis.ts'

export const analyseBrand = defineChange({
  name: 'analyse-brand',
  summary: 'Derive the brand’s profile and products from its site and its knowledge documents',
  description:
    'By the configured language model, else from what pages declare of themselves. Returns at once: ask ' +
    'get-brand-analysis. What a person has set stays, products that were deleted do not come back, and documents that ' +
    'are still being read do not count.',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  fields: {},
  data: analysisSchema,
  async change({ ctx: { services, brand }, transaction }) {
    const before = await findAnalysis(transaction, brand.id)
    if (before?.status === 'running') throw conflict('the brand is being analysed already')
    const documents = transaction
      .selectFrom('knowledge_documents')
      .select('id')
      .where('brand_id', '=', brand.id)
    const hasDocuments = (await documents.where('has_text', '=', true).limit(1).execute()).length > 0
    if (brand.website === null && !hasDocuments)
      throw invalidRequest('there is nothing to read: give the brand a domain, or add a knowledge document')
    const run = (before?.run ?? 0) + 1
    const nothing = {
      error: null,
      derived_by: null,
      model: null,
      model_problem: null,
      site_problem: null,
      ended_at: null,
    }
    const started = { run, status: 'running', started_at: services.now(), ...nothing }
    const emptied = { ...started, pages: [], documents: 0, products_added: 0, suggested_aliases: [] }
    const row: Analysis = await transaction
      .insertInto('brand_analyses')
      .values({ brand_id: brand.id, ...emptied })
      .onConflict((on) => on.column('brand_id').doUpdateSet(emptied))
      .returningAll()
      .executeTakeFirstOrThrow()
    const job: AnalysisJob = { brand_id: brand.id, run }
    await services.jobs.enqueue(analyseBrandQueue, job, { key: brand.id, transaction })
    const data = await serializeAnalysis(transaction, row, brand)
    return { data, audit: { before: null, after: { status: data.status } } }
  },
})
