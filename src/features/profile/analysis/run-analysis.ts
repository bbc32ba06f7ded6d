import { Readable } from 'node:stream'
import { runChange } from '../../../kernel/change.ts'
import type { Brand, Services } from '../../../kernel/context.ts'
import { jobContext } from '../../../kernel/job-context.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { openSubprocesses, type Subprocesses } from '../../../kernel/subprocess.ts'
import { ApiError } from '../../../lib/errors.ts'
import { ModelProblem } from '../../../lib/models/model-problem.ts'
import type { TextModel } from '../../../lib/models/text-model.ts'
import { toUnavailableError } from '../../../stores/store-errors.ts'
import { readDocuments } from '../../knowledge/index.ts'
import { type AnalysisJob, analyseBrandQueue, findAnalysis } from './analysis.ts'
import type { ReadingTask, ReadSources } from './analysis-program.ts'
import { isAlias, type ReadDocument } from './declared-facts.ts'
import { type Derived, derivedSchema } from './derived.ts'
import { wordsOf } from './own-entities.ts'
import { type Outcome, storeAnalysis } from './store-analysis.ts'

const task = `You describe a company, from pages of its web site and documents about it, for people who compare it with others.
Fields: aliases (other names that the company itself is called by, spelled as in the material, not those of its products),
industry (a few words), short_description (one sentence), description (one or two paragraphs), primary_audience (who it
serves, a few words), main_market (the country or region it serves most), key_features (what sets it apart, up to ten, a
few words each), products (what it sells, named as in the material; kind is product, service or category). A field that
the material says nothing of is null, or an empty list.`

/** Rejects an answer without any usable field. */
const answer = derivedSchema.refine((derived) =>
  Object.values(derived).some((field) => field !== null && field.length > 0),
)

/**
 * Derives facts from pages and documents by a language model. Drops names that do not occur in the material.
 * @throws ModelProblem or the signal's reason
 */
async function deriveByModel(model: TextModel, material: string, signal: AbortSignal): Promise<Derived> {
  const derived = await model.ask({ task, material, schema: answer }, signal)
  const words = ` ${wordsOf(material).join(' ')} `
  const occurs = (name: string) => words.includes(` ${wordsOf(name).join(' ')} `)
  return {
    ...derived,
    aliases: derived.aliases.filter((alias) => occurs(alias) && isAlias(alias)),
    products: derived.products.filter(({ name }) => occurs(name)),
  }
}

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
  return states.siteReaders.run<ReadSources>({ name: 'readSources', task, closing }).catch((error: unknown) => {
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
