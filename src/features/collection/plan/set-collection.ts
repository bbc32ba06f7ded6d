import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../../kernel/context.ts'
import { defineChange, defineOperation, forEditors, forViewers } from '../../../kernel/operation.ts'
import { conflict, invalidRequest, notFound } from '../../../lib/errors.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import { findRow } from '../../../stores/postgres-rows.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { factsOf, pricesNeeded, type Source, unpricedEngines } from '../../sources/index.ts'
import { findEngine, type Plan, planFields, planSchema, planVersion, serializePlan } from './plan.ts'
import { planCollection } from './plan-collection.ts'

export const setCollection = defineChange({
  ...forEditors,
  name: 'set-collection',
  summary: 'Create or update the collection plan of an engine; omitted fields stay unchanged',
  changes: planVersion,
  fields: {
    engine: z.string().min(1).max(200).describe('Slug or name of the engine.'),
    ...z.object(planFields).partial().shape,
  },
  data: planSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const engine = findEngine(services, input.engine)
    const found = transaction.selectFrom('collection_plans').selectAll().where('brand_id', '=', brand.id)
    const before = await found.where('engine', '=', engine).forUpdate().executeTakeFirst()
    const at = services.now()
    const plan = { ...merged(brand.id, engine, input, before), since: at, planned_until: at, updated_at: at }
    await checkPlan(transaction, brand.workspace_id, plan)
    const row = { ...plan, created_at: before?.created_at ?? at }
    await transaction
      .insertInto('collection_plans')
      .values(row)
      .onConflict((on) => on.columns(['brand_id', 'engine']).doUpdateSet(plan))
      .execute()
    await deletePlanned(transaction, row, at)
    await services.jobs.enqueue(planCollection.queue, {}, { key: 'now', transaction })
    const data = serializePlan(row)
    return { data, audit: { before: before === undefined ? null : serializePlan(before), after: data } }
  },
})

type Input = { [K in keyof typeof planFields]?: z.output<(typeof planFields)[K]> | undefined }

function merged(brandId: string, engine: string, input: Input, before: Plan | undefined) {
  if (input.times_per_day !== undefined && input.times_per_week !== undefined)
    throw invalidRequest('set either times_per_day or times_per_week')
  if (before === undefined && input.source_id === undefined)
    throw invalidRequest('source_id is required for a new plan: a uuid')
  if (before === undefined && input.countries === undefined)
    throw invalidRequest('countries is required for a new plan: its markets')
  const { times_per_day = null, times_per_week = null } = input
  const hasFrequency = times_per_day !== null || times_per_week !== null
  const frequency = hasFrequency
    ? { times_per_day, times_per_week }
    : {
        times_per_day: before === undefined ? 1 : before.times_per_day,
        times_per_week: before?.times_per_week ?? null,
      }
  return {
    brand_id: brandId,
    engine,
    source_id: input.source_id ?? before?.source_id ?? null,
    fallback_source_id: given(input.fallback_source_id, before?.fallback_source_id) ?? null,
    countries: [...new Set(input.countries ?? before?.countries)],
    language: given(input.language, before?.language) ?? '',
    replicates: input.replicates ?? before?.replicates ?? 1,
    ...frequency,
    start_hour: input.start_hour ?? before?.start_hour ?? 0,
    time_zone: input.time_zone ?? before?.time_zone ?? 'UTC',
    tag_ids: [...new Set(given(input.tag_ids, before?.tag_ids))],
    topic_ids: [...new Set(given(input.topic_ids, before?.topic_ids))],
    is_active: input.is_active ?? before?.is_active ?? true,
  }
}

/** Undefined keeps the previous value; null clears it. */
const given = <T>(value: T | null | undefined, before: T | null | undefined) => (value === undefined ? before : value)

type Wanted = ReturnType<typeof merged>

/** @throws ApiError invalid_request, or conflict if a source's terms are not confirmed */
async function checkPlan(transaction: Transaction<Tables>, workspaceId: string, plan: Wanted): Promise<void> {
  await checkSources(transaction, workspaceId, plan)
  for (const [table, field] of [
    ['tags', 'tag_ids'],
    ['topics', 'topic_ids'],
  ] as const) {
    const ids = plan[field]
    if (ids.length === 0) continue
    const own = transaction.selectFrom(table).select('id').where('brand_id', '=', plan.brand_id)
    const known = new Set((await own.where('id', 'in', ids).execute()).map(({ id }) => id))
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length > 0) throw invalidRequest(`${field}: the brand has no ${table} ${missing.join(', ')}`)
  }
}

async function checkSources(transaction: Transaction<Tables>, workspaceId: string, plan: Wanted): Promise<void> {
  for (const field of ['source_id', 'fallback_source_id'] as const) {
    const id = plan[field]
    if (id === null) continue
    const source = await findRow(transaction, 'sources', { workspace_id: workspaceId, id })
    if (source === undefined) throw invalidRequest(`${field}: the workspace has no source ${id}`)
    const { engines, terms } = factsOf(source)
    if (!engines.includes(plan.engine))
      throw invalidRequest(
        `${field}: ${source.kind} does not support ${plan.engine}; it supports ${engines.join(', ')}`,
      )
    checkQuestions(field, source, plan)
    if (unpricedEngines(source).includes(plan.engine))
      throw invalidRequest(
        `${field}: no price is known for ${plan.engine} from ${source.name}; set one with update-source --price '${pricesNeeded(source)}'`,
      )
    if (terms !== undefined && !source.terms_confirmed)
      throw conflict(`source ${source.name}: ${terms}; read them, then run update-source --terms-confirmed true`)
  }
}

/** @throws ApiError invalid_request if the provider does not support the plan */
function checkQuestions(field: string, { kind, model }: Source, { engine, language, countries }: Wanted): void {
  const { problemWith, unsaid } = providerOf(kind).protocol
  const questions = countries.map((country) => ({ id: '', prompt: 'x', engine, language, country, model }))
  const problem = questions.map(problemWith).find((found) => found !== undefined)
  if (problem !== undefined) throw invalidRequest(`${field}: ${problem}`)
  const [first] = questions
  if (questions.length > 1 && first !== undefined && unsaid(first).includes('country'))
    throw invalidRequest(`countries: ${kind} does not support markets; set exactly one country`)
}

/**
 * Deletes planned slots of the future, to plan them again. Pausing a plan keeps the slots of started runs as
 * failed, so that runs and coverage show what was not asked; resuming it plans those of the future again.
 */
async function deletePlanned(transaction: Transaction<Tables>, plan: Wanted, at: Date): Promise<void> {
  const own = sql`brand_id = ${plan.brand_id} and engine = ${plan.engine}`
  if (!plan.is_active)
    await sql`update collection_slots set state = 'settled', outcome = 'failed', failure = 'plan_paused',
        reason = 'the plan was paused before this prompt was asked', settled_at = ${at}
      where ${own} and state = 'planned' and round <= ${at}`.execute(transaction)
  await sql`delete from collection_slots where ${own} and attempts = 0 and planned_at > ${at}
    and (state = 'planned' or (${plan.is_active} and failure = 'plan_paused'))`.execute(transaction)
}

export const findPlan = async (
  { db }: Pick<Services, 'db'>,
  brandId: string,
  engine: string,
): Promise<Plan | undefined> => findRow(db, 'collection_plans', { brand_id: brandId, engine })

export const getCollection = defineOperation({
  ...forViewers,
  name: 'get-collection',
  summary: 'Show the collection plan of an engine',
  shows: planVersion,
  fields: { engine: z.string().min(1).max(200).describe('Slug or name of the engine.') },
  data: planSchema,
  async run({ ctx: { services, brand }, input }) {
    const plan = await findPlan(services, brand.id, findEngine(services, input.engine))
    if (plan === undefined) throw notFound('plan')
    return { data: serializePlan(plan) }
  },
})
