import { z } from 'zod'
import { utcTimestamp } from '../../../kernel/fields.ts'
import { showRow } from '../../../kernel/shown-row.ts'
import type { Brand } from '../../../kernel/tables.ts'
import type { PostgresLike, Row } from '../../../stores/postgres.ts'
import { derivedFields, type FieldSource, findProfile } from '../profile.ts'

export const analyseBrandQueue = 'analyse-brand'

export interface AnalysisJob {
  brand_id: string
  /** Number of the brand's analysis. */
  run: number
}

export type Analysis = Row<'brand_analyses'>

const setters = ['person', 'model', 'declared'] as const satisfies readonly FieldSource[]

export const analysisSchema = z.object({
  status: z.enum(['running', 'done', 'failed']),
  error: z.string().nullable().describe('Why the analysis failed.'),
  derived_by: z
    .enum(['model', 'declared'])
    .nullable()
    .describe('`model`: derived by a language model, `declared`: only from facts that pages declare.'),
  model: z.string().nullable().describe('The language model that derived the profile.'),
  model_problem: z.string().nullable().describe('Why the configured language model did not derive the profile.'),
  pages: z.array(z.string()).describe('Pages of the site that were read and, if configured, sent to the model.'),
  site_problem: z.string().nullable().describe('Why the site was not read, or not completely.'),
  documents: z
    .int()
    .describe('Knowledge documents that were read and, if configured, sent to the model: the newest, at most 20.'),
  products_added: z.int(),
  suggested_aliases: z
    .array(z.string())
    .describe('Names found by the model that are not aliases. They count only after a person adds them.'),
  set_by: z
    .partialRecord(z.enum(derivedFields), z.enum(setters))
    .describe('Who set each profile field. An analysis does not change fields set by a person.'),
  started_at: utcTimestamp,
  ended_at: utcTimestamp.nullable(),
})

export const findAnalysis = (db: PostgresLike, brandId: string): Promise<Analysis | undefined> =>
  db.selectFrom('brand_analyses').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

/** Returns a filter that rejects the brand's own name and competitors' names, which would be ambiguous. */
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
  // Read current aliases: the analysis may have changed them after the brand was loaded.
  const names = db.selectFrom('brands').select('aliases').where('id', '=', brand.id)
  const { aliases } = (await names.executeTakeFirst()) ?? brand
  const current = new Set(aliases.map((alias) => alias.toLowerCase()))
  const isFree = await createAliasFilter(db, brand)
  const profile = await findProfile(db, row.brand_id)
  type Serialized = z.input<typeof analysisSchema>
  return showRow(analysisSchema, {
    ...row,
    derived_by: row.derived_by as Serialized['derived_by'],
    suggested_aliases: row.suggested_aliases.filter((alias) => isFree(alias) && !current.has(alias.toLowerCase())),
    set_by: (profile?.set_by ?? {}) as Serialized['set_by'],
  })
}
