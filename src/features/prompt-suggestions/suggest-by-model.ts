import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Brand, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import { jobContext } from '../../kernel/job-context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { ModelProblem } from '../../lib/models/model-problem.ts'
import type { TextModel } from '../../lib/models/text-model.ts'
import { askModel, modelMaterial, type Profile } from './ask-model.ts'
import { findModelSuggestions, type ModelSuggestions } from './model-suggestions.ts'
import { readEvidence } from './read-evidence.ts'

const queue = 'suggest-prompts'
/** Minimum time between checks of a brand that has changed. */
const restMinutes = 60
/** Maximum brands per run, as each can take as long as the model does. */
const maxBrands = 50

/**
 * Requests prompts from the language model for brands that changed since the last request. Keeps earlier
 * suggestions until new ones arrive. Stores the problem of a failed request and retries it later.
 */
export const suggestByModel: Job = {
  queue,
  everySeconds: 300,
  async run(services, _, signal) {
    const model = services.states.knowledge.model
    if (model === undefined) return
    const brands = await brandsToCheck(services)
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      try {
        await suggestFor(services, model, brand, signal)
      } catch (error) {
        signal.throwIfAborted()
        await storeFailure(services, brand)
        throw error
      }
    })
  },
}

/** Brands with data that changed since their last check, oldest check first. */
async function brandsToCheck({ db, now }: Services): Promise<Brand[]> {
  const rested = new Date(now().getTime() - restMinutes * 60_000)
  const has = (table: string) => sql`exists (select from ${sql.table(table)} where brand_id = brands.id)`
  // With missing answers, the data is incomplete.
  const { rows } = await sql<Brand>`select brands.* from brands
    left join model_suggestions last on last.brand_id = brands.id
    where is_active and damaged_tables = '{}' and (${has('prompts')} or ${has('products')} or ${has('brand_profiles')})
      and (last.brand_id is null or (last.looked_at <= ${rested}
        and (last.problem is not null or last.data_version != brands.data_version)))
    order by last.looked_at asc nulls first limit ${maxBrands}`.execute(db)
  return rows
}

/** The stored result of a check. */
type Look = Pick<ModelSuggestions, 'material_hash' | 'model' | 'problem' | 'suggestions'>

async function suggestFor(services: Services, model: TextModel, brand: Brand, signal: AbortSignal): Promise<void> {
  const { db } = services
  const ctx = await jobContext(services, queue, brand)
  if (ctx === undefined) return
  const [{ material, queries }, profile, before] = await Promise.all([
    readEvidence(ctx),
    readProfile(services, brand.id),
    findModelSuggestions(db, brand.id),
  ])
  const modelInput = modelMaterial(material, profile, queries)
  // Search queries change with every answer, so they do not trigger a request.
  const known = modelMaterial(material, profile, [])
  const material_hash = hash('sha256', JSON.stringify([model.name, known]), 'hex')
  const isKnown = before?.material_hash === material_hash && before.problem === null
  const look = isKnown ? before : await ask(services, model, { brand, modelInput, before, material_hash }, signal)
  await store(services, brand, before, look)
}

/** Records the failure, so that other brands get their turn. */
async function storeFailure(services: Services, brand: Brand): Promise<void> {
  const before = await findModelSuggestions(services.db, brand.id)
  const { material_hash = null, model = null, suggestions = [] } = before ?? {}
  const problem = 'reading the brand’s data failed'
  await store(services, brand, before, { material_hash, model, problem, suggestions })
}

interface Question {
  brand: Brand
  modelInput: string
  before: ModelSuggestions | undefined
  material_hash: string
}

async function ask(
  services: Services,
  model: TextModel,
  { brand, modelInput, before, material_hash }: Question,
  signal: AbortSignal,
): Promise<Look> {
  try {
    const suggestions = await askModel(model, brand, modelInput, signal)
    return { material_hash, model: model.name, problem: null, suggestions }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn({ brand_id: brand.id, problem: error.message }, 'the language model failed to suggest prompts')
    const { model: earlier = null, suggestions = [] } = before ?? {}
    return { material_hash, model: earlier, problem: error.message, suggestions }
  }
}

async function store(
  { db, now }: Services,
  { id, data_version }: Brand,
  before: ModelSuggestions | undefined,
  { material_hash, model, problem, suggestions }: Look,
): Promise<void> {
  const seen = { model, problem, suggestions }
  const isNew = !isDeepStrictEqual(seen, {
    model: before?.model ?? null,
    problem: before?.problem ?? null,
    suggestions: before?.suggestions ?? [],
  })
  await db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('id').where('id', '=', id)
    if ((await brands.forUpdate().executeTakeFirst()) === undefined) return
    const row = {
      material_hash,
      looked_at: now(),
      data_version: data_version + (isNew ? 1 : 0),
      ...seen,
      suggestions: JSON.stringify(suggestions),
    }
    await transaction
      .insertInto('model_suggestions')
      .values({ brand_id: id, ...row })
      .onConflict((on) => on.column('brand_id').doUpdateSet(row))
      .execute()
    if (isNew) await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', id).execute()
  })
}

async function readProfile({ db }: Services, brandId: string): Promise<Profile> {
  const profile = await db.selectFrom('brand_profiles').selectAll().where('brand_id', '=', brandId).executeTakeFirst()
  return {
    industry: profile?.industry ?? null,
    description: profile?.description ?? profile?.short_description ?? null,
    audience: profile?.primary_audience ?? null,
    market: profile?.main_market ?? null,
  }
}
