import { Readable } from 'node:stream'
import { runChange } from '../../../kernel/change.ts'
import type { Services } from '../../../kernel/context.ts'
import { jobContext } from '../../../kernel/job-context.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { openSubprocesses, type Subprocesses } from '../../../kernel/subprocess.ts'
import type { Brand } from '../../../kernel/tables.ts'
import { ApiError } from '../../../lib/errors.ts'
import { ModelProblem } from '../../../lib/models/model-problem.ts'
import { toUnavailableError } from '../../../stores/store-errors.ts'
import { readDocuments } from '../../knowledge/index.ts'
import { type AnalysisJob, analyseBrandQueue, findAnalysis } from './analysis.ts'
import type { ReadingTask, ReadSources } from './analysis-program.ts'
import type { ReadDocument } from './declared-facts.ts'
import { deriveByModel } from './derive-by-model.ts'
import type { Derived } from './derived.ts'
import { type Outcome, storeAnalysis } from './store-analysis.ts'

const maxDocuments = 20

declare module '../../../kernel/context.ts' {
  interface FeatureStates {
    /** Reads pages in a subprocess, because hostile markup can take long to parse. */
    siteReaders: Subprocesses
  }
}

export const openSiteReaders = (services: Services) =>
  openSubprocesses(services, new URL('./analysis-program.ts', import.meta.url))
/** Well above the time limit for visiting a site. */
const readingMs = 180_000

/**
 * Analyzes a brand. Stores the result in one transaction at the end, so that an interrupted analysis leaves nothing and
 * starts again.
 */
export const runAnalysis: Job<AnalysisJob> = {
  queue: analyseBrandQueue,
  concurrency: 2,
  perWorkspace: 1,
  async run(services, { brand_id, run }, signal) {
    const { db } = services
    const analysis = await findAnalysis(db, brand_id)
    const brand = await db.selectFrom('brands').selectAll().where('id', '=', brand_id).executeTakeFirst()
    if (brand === undefined || analysis?.run !== run || analysis.status !== 'running') return
    const outcome = await analyze(services, brand, signal)
    const ctx = await jobContext(services, analyseBrandQueue, brand)
    if (ctx === undefined) return
    const page = { limit: 0, after: undefined }
    const call = { ctx, page, file: Readable.from([]), progress: () => {}, signal }
    await runChange(storeAnalysis, { ...call, input: { run, outcome } }).catch((error: unknown) => {
      // The brand was deleted during the analysis.
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    })
  },
}

/** Fails the analysis on an internal error instead of retrying, because the same pages would cause it again. */
async function analyze(services: Services, brand: Brand, signal: AbortSignal): Promise<Outcome> {
  try {
    return await readAndDerive(services, brand, signal)
  } catch (error) {
    if (signal.aborted || toUnavailableError(error) !== undefined) throw error
    services.log.error({ err: error, brand_id: brand.id }, 'an analysis failed')
    return failure('an internal error stopped the analysis; start it again')
  }
}

const failure = (error: string): Outcome => ({
  ...{ pages: [], site_problem: null, documents: 0 },
  ...{ error, model: null, model_problem: null, derived: undefined, declared: undefined },
})

async function readAndDerive(services: Services, brand: Brand, signal: AbortSignal): Promise<Outcome> {
  const documents = await readDocuments(services.db, brand.id, maxDocuments)
  const sources = await readBrandSources(services, brand, documents, signal)
  if (sources === undefined) return failure('reading the pages of the site took too long')
  const { pages, problem, declared, material } = sources
  const read = { pages, site_problem: problem, documents: documents.length }
  if (pages.length + documents.length === 0) return { ...failure(`nothing to read: ${problem}`), ...read }
  return { ...read, error: null, declared, ...(await derive(services, material, signal)) }
}

/** Reads pages of a brand's site in a subprocess. Undefined if that takes too long. */
export async function readBrandSources(
  { states }: Services,
  { name, aliases, website }: Brand,
  documents: ReadDocument[],
  signal: AbortSignal,
): Promise<ReadSources | undefined> {
  const task: ReadingTask = { website, names: [name, ...aliases], documents }
  const tooLong = AbortSignal.timeout(readingMs)
  const closing = AbortSignal.any([signal, tooLong])
  return states.siteReaders
    .run<ReadSources>({ name: 'readSources', task, closing })
    .catch((error: unknown) => {
      if (signal.aborted || !tooLong.aborted) throw error
      return undefined
    })
}

/** Derives fields by the model if configured. On failure, the declared facts remain. */
async function derive(
  services: Services,
  material: string,
  signal: AbortSignal,
): Promise<Pick<Outcome, 'model' | 'model_problem' | 'derived'>> {
  const model = services.states.knowledge.model
  if (model === undefined) return { model: null, model_problem: null, derived: undefined }
  try {
    const derived: Derived = await deriveByModel(model, material, signal)
    return { model: model.name, model_problem: null, derived }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn({ problem: error.message }, 'the model failed to derive a profile')
    return { model: null, model_problem: error.message, derived: undefined }
  }
}
