import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../../../kernel/context.ts'
import { utcTimestamp } from '../../../kernel/fields.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { derivedFields, type FieldSource, findProfile } from '../profile.ts'
import type { BrandAnalysesTable } from '../tables.ts'

export const analyseBrandQueue = 'analyse-brand'

export interface AnalysisJob {
  brand_id: string
  /** Which of the brand's analyses. */
  run: number
}

export type Analysis = Selectable<BrandAnalysesTable>

const setters = ['person', 'model', 'declared'] as const satisfies readonly FieldSource[]

export const analysisSchema = z.object({
  status: z.enum(['running', 'done', 'failed']),
  error: z.string().nullable().describe('Why it failed, in words'),
  derived_by: z
    .enum(['model', 'declared'])
    .nullable()
    .describe('declared: from what pages declare of themselves, without a language model'),
  model: z.string().nullable().describe('The language model that derived the profile'),
  model_problem: z.string().nullable().describe('Why the configured language model did not'),
  pages: z
    .array(z.string())
    .describe('Pages of the site that were read, and shown to the model where there is one'),
  site_problem: z.string().nullable().describe('Why the site was not read, or not as a whole'),
  documents: z
    .int()
    .describe(
      'Knowledge documents that were read, and shown to the model where there is one: the newest, at most 20',
    ),
  products_added: z.int(),
  suggested_aliases: z
    .array(z.string())
    .describe('Names that the model found and the brand does not bear: none counts until a person adds it'),
  set_by: z
    .partialRecord(z.enum(derivedFields), z.enum(setters))
    .describe('Who has set the fields of the profile; what a person has set stays as it is'),
  started_at: utcTimestamp,
  ended_at: utcTimestamp.nullable(),
})

export const findAnalysis = (db: PostgresLike, brandId: string): Promise<Analysis | undefined> =>
  db.selectFrom('brand_analyses').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

/** Which names may be aliases: not the brand's own, nor what a competitor bears, as one that means two has no meaning. */
export async function createAliasFilter(db: PostgresLike, brand: Brand): Promise<(alias: string) => boolean> {
  const competitors = db.selectFrom('competitors').select(['name', 'aliases'])
  const rows = await competitors.where('brand_id', '=', brand.id).execute()
  const names = [brand.name, ...rows.flatMap(({ name, aliases }) => [name, ...aliases])]
  const taken = new Set(names.map((name) => name.toLowerCase()))
  return (alias) => !taken.has(alias.toLowerCase())
}

export async function serializeAnalysis(
  db: PostgresLike,
  row: Analysis,
  brand: Brand,
): Promise<z.input<typeof analysisSchema>> {
  // As they are by now: the analysis may have been stored since the brand was read.
  const names = db.selectFrom('brands').select('aliases').where('id', '=', brand.id)
  const { aliases } = (await names.executeTakeFirst()) ?? brand
  const borne = new Set(aliases.map((alias) => alias.toLowerCase()))
  const isFree = await createAliasFilter(db, brand)
  const profile = await findProfile(db, row.brand_id)
  type Shown = z.input<typeof analysisSchema>
  return {
    status: row.status as Shown['status'],
    error: row.error,
    derived_by: row.derived_by as Shown['derived_by'],
    model: row.model,
    model_problem: row.model_problem,
    pages: row.pages,
    site_problem: row.site_problem,
    documents: row.documents,
    products_added: row.products_added,
    suggested_aliases: row.suggested_aliases.filter(
      (alias) => isFree(alias) && !borne.has(alias.toLowerCase()),
    ),
    set_by: (profile?.set_by ?? {}) as Shown['set_by'],
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
