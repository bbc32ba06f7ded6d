import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { runChange } from '../../../core/change.ts'
import type { Brand, Services } from '../../../core/context.ts'
import { ApiError } from '../../../core/errors.ts'
import type { JobKind } from '../../../core/jobs.ts'
import { createTextModel, ModelProblem } from '../../../core/models/text-model.ts'
import { storeUnavailable } from '../../../stores/store-errors.ts'
import { readDocuments } from '../../knowledge/index.ts'
import { visitSite } from '../../technical/index.ts'
import { type AnalysisJob, analyseBrandQueue, findAnalysis } from './analysis.ts'
import { declaredFacts, type Sources } from './declared-facts.ts'
import { deriveByModel } from './derive-by-model.ts'
import type { Derived } from './derived.ts'
import { type Outcome, storeAnalysis } from './store-analysis.ts'

const mostPages = 15
const mostMs = 120_000
const mostDocuments = 20

/**
 * Analyses a brand. All that comes of it is one transaction at its end: an analysis that was killed begins anew, and leaves
 * nothing of itself before.
 */
export function runAnalysis(services: Services): JobKind<AnalysisJob> {
  return {
    queue: analyseBrandQueue,
    async run({ brand_id, run }, signal) {
      const { db } = services
      const asked = await findAnalysis(db, brand_id)
      const brand = await db.selectFrom('brands').selectAll().where('id', '=', brand_id).executeTakeFirst()
      if (brand === undefined || asked?.run !== run || asked.status !== 'running') return
      const outcome = await analyse(services, brand, signal)
      const { workspace_id } = brand
      const workspaces = db.selectFrom('workspaces').selectAll().where('id', '=', workspace_id)
      const workspace = await workspaces.executeTakeFirst()
      if (workspace === undefined) return
      const principal = { kind: 'operator' } as const
      const ctx = { services, principal, requestId: randomUUID(), workspace, brand }
      const call = { ctx, page: { limit: 0, after: undefined }, file: Readable.from([]), progress: () => {} }
      await runChange(storeAnalysis, { ...call, input: { run, outcome } }).catch((error: unknown) => {
        // The brand was deleted meanwhile.
        if (!(error instanceof ApiError && error.code === 'not_found')) throw error
      })
    },
  }
}

/** A fault of this program ends the analysis, so that another can be started: with the same pages it would come again. */
async function analyse(services: Services, brand: Brand, signal: AbortSignal): Promise<Outcome> {
  try {
    return await readAndDerive(services, brand, signal)
  } catch (error) {
    if (signal.aborted || storeUnavailable(error) !== undefined) throw error
    services.log.error({ err: error, brand_id: brand.id }, 'an analysis failed')
    return failure('an internal error ended it; it can be started again')
  }
}

const failure = (error: string): Outcome => ({
  ...{ pages: [], site_problem: null, documents: 0 },
  ...{ error, model: null, model_problem: null, derived: undefined, declared: undefined },
})

async function readAndDerive(services: Services, brand: Brand, signal: AbortSignal): Promise<Outcome> {
  const { website } = brand
  const visit =
    website === null
      ? { pages: [], problem: 'the brand has no domain' }
      : await visitSite(services, website, { mostPages, mostMs, rank }, signal)
  const documents = await readDocuments(services.db, brand.id, mostDocuments)
  const sources: Sources = { names: [brand.name, ...brand.aliases], pages: visit.pages, documents }
  const read = {
    pages: visit.pages.map(({ url }) => url),
    site_problem: visit.problem,
    documents: documents.length,
  }
  if (visit.pages.length + documents.length === 0) {
    return { ...failure(`there was nothing to read: ${visit.problem}`), ...read }
  }
  return { ...read, error: null, ...(await derive(services, sources, signal)) }
}

/** By the model where there is one, and it gives something; what it says nothing of is taken from what is declared. */
async function derive(
  services: Services,
  sources: Sources,
  signal: AbortSignal,
): Promise<Pick<Outcome, 'model' | 'model_problem' | 'derived' | 'declared'>> {
  const declared = declaredFacts(sources)
  const model = createTextModel(services.config)
  if (model === undefined) return { model: null, model_problem: null, derived: undefined, declared }
  try {
    const derived: Derived = await deriveByModel(model, sources, declared, signal)
    return { model: model.name, model_problem: null, derived, declared }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn({ problem: error.message }, 'a profile was not derived by the model')
    return { model: null, model_problem: error.message, derived: undefined, declared }
  }
}

/** Words that stand for themselves in a path: not "press" in "espresso". */
const word = (words: string) => new RegExp(`(?:^|[/_-])(?:${words})(?:$|[/_.-])`, 'i')
const about = word(
  'about|about-us|company|who-we-are|our-story|mission|ueber-uns|unternehmen|a-propos|quienes-somos|chi-siamo',
)
const offers = word(
  'products?|services?|solutions?|features?|pricing|platform|shop|catalog|collections?|range|produkte?|leistungen',
)
const others = word(
  'login|sign-?in|sign-?up|register|account|cart|checkout|basket|search|privacy|terms|legal|imprint|impressum|datenschutz|' +
    'cookies?|careers?|jobs|press|news|blog|tags?|\\d{4}',
)
const files = /\.(?!html?$|php$|aspx?$)\w{1,5}$/i

/** What tells most of a brand comes first: what it is, what it offers, then pages near the top. */
function rank({ pathname, search }: URL): number | undefined {
  if (search !== '' || others.test(pathname) || files.test(pathname)) return undefined
  const depth = pathname.split('/').filter((part) => part !== '').length
  if (depth > 4) return undefined
  return (about.test(pathname) ? 0 : offers.test(pathname) ? 10 : 20) + depth
}
