import { z } from 'zod'
import { defineChange } from '../../../kernel/operation.ts'
import type { Brand } from '../../../kernel/tables.ts'
import type { Transaction } from '../../../stores/postgres.ts'
import { addProducts } from '../../products/index.ts'
import {
  type DerivedField,
  derivedFields,
  findProfile,
  type SetBy,
  type StoredProfile,
  serializeProfile,
  writeNames,
} from '../profile.ts'
import { type Analysis, analysisSchema, createAliasFilter, findAnalysis, serializeAnalysis } from './analysis.ts'
import type { Derived } from './derived.ts'

export interface Outcome
  extends Pick<Analysis, 'pages' | 'site_problem' | 'documents' | 'error' | 'model' | 'model_problem'> {
  /** From the model; undefined if none is configured or it failed. */
  derived: Derived | undefined
  /** Undefined if nothing was read. */
  declared: Derived | undefined
}

export const storeAnalysis = defineChange({
  name: 'analyse-brand',
  summary: 'Store the result of analyse-brand',
  on: 'brand',
  access: 'operator',
  role: 'none',
  fields: { run: z.int(), outcome: z.custom<Outcome>() },
  data: analysisSchema.nullable(),
  async change({ ctx: { services, brand }, input: { run, outcome }, transaction }) {
    const analysis = await findAnalysis(transaction, brand.id)
    // Another process already stored it.
    if (analysis?.run !== run || analysis.status !== 'running') return { data: null, audit: undefined }
    const { derived, declared, ...columns } = outcome
    const at = services.now()
    const status: Analysis['status'] = declared === undefined ? 'failed' : 'done'
    const end = { ...columns, status, ended_at: at }
    const analyses = transaction.updateTable('brand_analyses').where('brand_id', '=', brand.id)
    if (declared === undefined) {
      const row = await analyses.set(end).returningAll().executeTakeFirstOrThrow()
      return { data: await serializeAnalysis(transaction, row, brand), audit: { before: null, after: end } }
    }
    const stored = await findProfile(transaction, brand.id)
    const isFree = await createAliasFilter(transaction, brand)
    const found = { ...outcome, declared: { ...declared, aliases: declared.aliases.filter(isFree) } }
    const { set, set_by } = chooseFields(brand, stored, found)
    const { aliases, ...fields } = set
    const named = await writeNames(services, transaction, brand, { aliases })
    const empty = { industry: null, short_description: null, description: null, primary_audience: null }
    const written = { ...fields, set_by: JSON.stringify(set_by), updated_at: at }
    const profile = await transaction
      .insertInto('brand_profiles')
      .values({
        ...empty,
        main_market: null,
        key_features: [],
        ...written,
        brand_id: brand.id,
        created_at: at,
      })
      .onConflict((on) => on.column('brand_id').doUpdateSet(written))
      .returningAll()
      .executeTakeFirstOrThrow()
    const { products, known } = await addNewProducts(transaction, brand, analysis, (derived ?? declared).products, at)
    const row = await analyses
      .set({
        ...end,
        derived_by: derived === undefined ? 'declared' : 'model',
        products_added: products.length,
        suggested_aliases: derived?.aliases ?? [],
        known_products: known,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const before = stored === undefined ? null : serializeProfile(brand, stored)
    const after = { ...serializeProfile(named, profile), products }
    return { data: await serializeAnalysis(transaction, row, named), audit: { before, after } }
  },
})

type Fields = Pick<Derived, DerivedField>

/**
 * Chooses the fields to write and their sources. Never takes aliases from the model: they affect which mentions count,
 * and the model's input is untrusted.
 */
function chooseFields(
  brand: Brand,
  stored: StoredProfile | undefined,
  { derived, declared, model_problem }: Outcome & { declared: Derived },
): { set: Partial<Fields>; set_by: SetBy } {
  const before: SetBy = stored?.set_by ?? {}
  const set: Partial<Fields> = {}
  const set_by: SetBy = { ...before }
  for (const field of derivedFields) {
    if (before[field] === 'person') continue
    // Aliases of a new brand were set by a person.
    if (field === 'aliases' && before.aliases === undefined && brand.aliases.length > 0) {
      set_by.aliases = 'person'
      continue
    }
    const byModel = field === 'aliases' ? undefined : derived?.[field]
    for (const [setter, value] of [['model', byModel] as const, ['declared', declared[field]] as const]) {
      if (value === undefined || value === null || value.length === 0) continue
      // Keep the model's earlier value if it failed this time.
      if (setter === 'declared' && before[field] === 'model' && model_problem !== null) break
      Object.assign(set, { [field]: value })
      set_by[field] = setter
      break
    }
  }
  return { set, set_by }
}

/** Adds products that the brand does not have at any level and did not have in earlier analyses. */
async function addNewProducts(
  transaction: Transaction,
  brand: Brand,
  { known_products }: Analysis,
  found: Derived['products'],
  at: Date,
) {
  const rows = await transaction.selectFrom('products').select('name').where('brand_id', '=', brand.id).execute()
  const known = new Set([...known_products, ...rows.map(({ name }) => name.toLowerCase())])
  const added = found.filter(({ name }) => {
    const isNew = !known.has(name.toLowerCase())
    known.add(name.toLowerCase())
    return isNew
  })
  const given = added.map((product, line) => ({ line, product: { ...product, parent: [] } }))
  const { products } = await addProducts(transaction, brand.id, given, at)
  return { products, known: [...known] }
}
