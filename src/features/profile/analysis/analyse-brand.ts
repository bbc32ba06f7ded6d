import { defineChange, defineOperation, forEditors, forViewers } from '../../../kernel/operation.ts'
import { conflict, invalidRequest, notFound } from '../../../lib/errors.ts'
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
  summary: 'Derive the brand’s profile and products from its site and knowledge documents',
  description:
    'Uses the configured language model, or else the facts that pages declare. Returns immediately; poll ' +
    'get-brand-analysis. Keeps fields set by a person, does not restore deleted products, and ignores documents that ' +
    'are still processing.',
  ...forEditors,
  fields: {},
  data: analysisSchema,
  async change({ ctx: { services, brand }, transaction }) {
    const before = await findAnalysis(transaction, brand.id)
    if (before?.status === 'running') throw conflict('an analysis of the brand is already running')
    const documents = transaction.selectFrom('knowledge_documents').select('id').where('brand_id', '=', brand.id)
    const hasDocuments = (await documents.where('has_text', '=', true).limit(1).execute()).length > 0
    if (brand.website === null && !hasDocuments)
      throw invalidRequest('nothing to analyze; set a domain for the brand or add a knowledge document')
    const run = (before?.run ?? 0) + 1
    const noResult = {
      error: null,
      derived_by: null,
      model: null,
      model_problem: null,
      site_problem: null,
      ended_at: null,
    }
    const started = { run, status: 'running' as const, started_at: services.now(), ...noResult }
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
