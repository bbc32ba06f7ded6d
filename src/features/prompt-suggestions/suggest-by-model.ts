import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { systemActor } from '../../kernel/actor.ts'
import type { Brand, BrandContext, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { ModelProblem } from '../../lib/models/model-problem.ts'
import type { TextModel } from '../../lib/models/text-model.ts'
import { knowledgeModel } from '../knowledge/index.ts'
import { askModel, modelMaterial, type Profile } from './ask-model.ts'
import { findModelSuggestions, type ModelSuggestions } from './model-suggestions.ts'
import { readEvidence } from './read-evidence.ts'

const queue = 'suggest-prompts'
/** A brand is looked at again once so much time has gone since, and something of it has changed. */
const restMinutes = 60
/** Of those that wait, so many are looked at in one run: each may take as long as the model does. */
const maxBrands = 50

/**
 * Asks the language model for prompts, of brands of which something is known and has changed since it was asked. What it has
 * said stays until it says something else; where it fails, why is written down, and it is asked again later.
 */
export const suggestByModel: Job = {
  queue,
  everySeconds: 300,
  async run(services, _, signal) {
    const model = knowledgeModel(services.config)
    if (model === undefined) return
    const brands = await brandsToLookAt(services)
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

/** Those of which something is known, that were not looked at since it changed, the longest ago first. */
async function brandsToLookAt({ db, now }: Services): Promise<Brand[]> {
  const rested = new Date(now().getTime() - restMinutes * 60_000)
  return (
    db
      .selectFrom('brands')
      .leftJoin('model_suggestions as last', 'last.brand_id', 'brands.id')
      .selectAll('brands')
      .where('is_active', '=', true)
      // Of answers that are missing, nothing is known.
      .where(sql<boolean>`damaged_tables = '{}'`)
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('prompts').whereRef('prompts.brand_id', '=', 'brands.id').select(sql`1`.as('one')),
          ),
          exists(
            selectFrom('products').whereRef('products.brand_id', '=', 'brands.id').select(sql`1`.as('one')),
          ),
          exists(
            selectFrom('brand_profiles')
              .whereRef('brand_profiles.brand_id', '=', 'brands.id')
              .select(sql`1`.as('one')),
          ),
        ]),
      )
      .where(({ or, and, eb }) =>
        or([
          eb('last.brand_id', 'is', null),
          and([
            eb('last.looked_at', '<=', rested),
            or([
              eb('last.problem', 'is not', null),
              eb('last.data_version', '!=', sql.ref<number>('brands.data_version')),
            ]),
          ]),
        ]),
      )
      .orderBy('last.looked_at', (order) => order.asc().nullsFirst())
      .limit(maxBrands)
      .execute()
  )
}

/** What is kept of one look. */
type Look = Pick<ModelSuggestions, 'material_hash' | 'model' | 'problem' | 'suggestions'>

async function suggestFor(
  services: Services,
  model: TextModel,
  brand: Brand,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services
  const workspace = await db
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', brand.workspace_id)
    .executeTakeFirst()
  if (workspace === undefined) return
  const actor = systemActor(queue, workspace, brand)
  const ctx: BrandContext = { services, actor, workspace, brand, requestId: queue }
  const [{ material, queries }, profile, before] = await Promise.all([
    readEvidence(ctx),
    readProfile(services, brand.id),
    findModelSuggestions(db, brand.id),
  ])
  const told = modelMaterial(material, profile, queries)
  // What engines search for is new with every answer, and no reason to ask again alone.
  const known = modelMaterial(material, profile, [])
  const material_hash = hash('sha256', JSON.stringify([model.name, known]), 'hex')
  const isKnown = before?.material_hash === material_hash && before.problem === null
  const look = isKnown ? before : await ask(services, model, { brand, told, before, material_hash }, signal)
  await store(services, brand, before, look)
}

/** So that the brand rests, and those after it have their turn. */
async function storeFailure(services: Services, brand: Brand): Promise<void> {
  const before = await findModelSuggestions(services.db, brand.id)
  const { material_hash = null, model = null, suggestions = [] } = before ?? {}
  const problem = 'what is known of the brand could not be read'
  await store(services, brand, before, { material_hash, model, problem, suggestions })
}

interface Question {
  brand: Brand
  told: string
  before: ModelSuggestions | undefined
  material_hash: string
}

async function ask(
  services: Services,
  model: TextModel,
  { brand, told, before, material_hash }: Question,
  signal: AbortSignal,
): Promise<Look> {
  try {
    const suggestions = await askModel(model, brand, told, signal)
    return { material_hash, model: model.name, problem: null, suggestions }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn(
      { brand_id: brand.id, problem: error.message },
      'prompts were not suggested by the model',
    )
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
    if (isNew)
      await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', id).execute()
  })
}

async function readProfile({ db }: Services, brandId: string): Promise<Profile> {
  const profile = await db
    .selectFrom('brand_profiles')
    .selectAll()
    .where('brand_id', '=', brandId)
    .executeTakeFirst()
  return {
    industry: profile?.industry ?? null,
    description: profile?.description ?? profile?.short_description ?? null,
    audience: profile?.primary_audience ?? null,
    market: profile?.main_market ?? null,
  }
}
