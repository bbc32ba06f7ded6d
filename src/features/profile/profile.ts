import { sql } from 'kysely'
import { z } from 'zod'
import { accessibleBrands } from '../../kernel/actor.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { nameList, trimmedText } from '../../kernel/fields.ts'
import { distinctNames, findableName, findableNamesInAnyCase } from '../../kernel/name-fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation } from '../../kernel/operation.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { ApiError, conflict, notFound } from '../../lib/errors.ts'
import type { PostgresLike, Row, Transaction } from '../../stores/postgres.ts'
import { findRow, updatedRow, updateRow } from '../../stores/postgres-rows.ts'
import { refreshReadingConfig } from '../answers/index.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'brand_profiles.set_by': Record<string, string>
  }
}

export type StoredProfile = Row<'brand_profiles'>

export const profileSchema = z
  .object({
    name: z.string(),
    aliases: z.array(z.string()).describe('Other names that count as mentions of the brand.'),
    industry: z.string().nullable(),
    short_description: z.string().nullable(),
    description: z.string().nullable(),
    primary_audience: z.string().nullable(),
    main_market: z.string().nullable(),
    key_features: z.array(z.string()),
  })
  .meta({ component: 'BrandProfile' })

const profileVersion = defineVersioned('profile', fieldsExcept(profileSchema))

const clearable = (max: number) => trimmedText(0, max).nullable()

/** Writable fields of a profile; null clears. */
export const profileFields = z
  .object({
    name: findableName(100).describe('Brand name. Sightline finds mentions by it.'),
    aliases: findableNamesInAnyCase(50)
      .nullable()
      .describe('Other names that count as mentions. Set to null or [] to clear.'),
    industry: clearable(200),
    short_description: clearable(1000),
    description: clearable(5000),
    primary_audience: clearable(200),
    main_market: clearable(100),
    key_features: nameList(50).nullable().describe('Set to null or [] to clear.'),
  })
  .partial().shape

export type ProfileInput = z.output<z.ZodObject<typeof profileFields>>

/** Who set a field: a person, whose value is final, or an analysis, by a model or from declared facts. */
export type FieldSource = 'person' | 'model' | 'declared'

/** Fields that an analysis can set; only a person sets the name. */
export const derivedFields = [
  'aliases',
  'industry',
  'short_description',
  'description',
  'primary_audience',
  'main_market',
  'key_features',
] as const

export type DerivedField = (typeof derivedFields)[number]
/** Omits fields that were never set. */
export type SetBy = Partial<Record<DerivedField, FieldSource>>

/** Marks all given fields, including cleared ones, as set by a person. */
export const setByPerson = (input: ProfileInput): SetBy =>
  Object.fromEntries(derivedFields.filter((field) => input[field] !== undefined).map((field) => [field, 'person']))

/** Records that a person set the brand's aliases, so that analyses do not change them. */
export async function aliasesAreSet(transaction: Transaction, brandId: string): Promise<void> {
  const profiles = transaction.updateTable('brand_profiles').where('brand_id', '=', brandId)
  await profiles.set({ set_by: sql`set_by || '{"aliases": "person"}'` }).execute()
}

export const isEmpty = (input: ProfileInput) => Object.values(input).every((value) => value === undefined)

export const profileFieldNames = Object.keys(profileFields).join(', ')

/** Undefined if the brand has no profile. */
export const findProfile = (db: PostgresLike, brandId: string): Promise<StoredProfile | undefined> =>
  findRow(db, 'brand_profiles', { brand_id: brandId })

/** Updates the brand's name and aliases if given, and rereads its history if they changed. */
export async function writeNames(
  services: Services,
  transaction: Transaction,
  brand: Brand,
  { name, aliases }: ProfileInput,
): Promise<Brand> {
  if (name === undefined && aliases === undefined) return brand
  const changed = await updatedRow(transaction, 'brands', brand.id, {
    ...(name === undefined ? {} : { name }),
    ...(aliases === undefined ? {} : { aliases: distinctNames(aliases ?? []) }),
    updated_at: services.now(),
  })
  await refreshReadingConfig(services, transaction, brand.id)
  return changed
}

/** The given fields as profile columns, without name and aliases. */
export function profileColumns({ name: _name, aliases: _aliases, key_features, ...texts }: ProfileInput) {
  return { ...texts, ...(key_features === undefined ? {} : { key_features: key_features ?? [] }) }
}

export const serializeProfile = ({ name, aliases }: Brand, stored: StoredProfile) =>
  showRow(profileSchema, { ...stored, name, aliases })

export const getProfile = defineOperation({
  name: 'get-profile',
  summary: 'Show the brand’s profile',
  description:
    'Returns 404 with `error.resource` `profile` if the brand has no profile, or `brand` if the key cannot access the brand.',
  ...brandRead('read:basic', '/profile'),
  shows: profileVersion,
  fields: {},
  data: profileSchema,
  async run({ ctx: { services, brand } }) {
    const stored = await findProfile(services.db, brand.id)
    if (stored === undefined) throw notFound('profile')
    return { data: serializeProfile(brand, stored) }
  },
})

export const updateProfile = defineChange({
  name: 'update-profile',
  summary: 'Update the brand’s profile; omitted fields stay unchanged, null clears',
  description:
    'Changing name or aliases rereads the stored answers in the background. A new name also renames the workspace to ' +
    'the name followed by “Workspace” if the brand is its only active one. Keys restricted to brands cannot change the name.',
  ...brandWrite('write:brand_profile', 'PATCH', '/profile', {
    body: Object.keys(profileFields),
    needsOne: true,
  }),
  changes: profileVersion,
  fields: profileFields,
  data: z.object({
    profile: profileSchema,
    workspace_renamed: z
      .boolean()
      .optional()
      .describe('Whether the workspace was renamed. Present only if the name changed.'),
  }),
  async change({ ctx: { services, actor, brand }, input, transaction }) {
    const at = services.now()
    const isRename = input.name !== undefined && input.name !== brand.name
    if (isRename && accessibleBrands(actor) !== 'all')
      throw new ApiError(
        'insufficient_scope',
        'name: a key restricted to brands cannot change it; send the other fields without name',
      )
    const stored = await findProfile(transaction, brand.id)
    if (stored === undefined) throw conflict('the brand has no profile yet; analyze the brand first')
    const named = await writeNames(services, transaction, brand, input)
    const changed = await transaction
      .updateTable('brand_profiles')
      .set({
        ...profileColumns(input),
        set_by: JSON.stringify({ ...stored.set_by, ...setByPerson(input) }),
        updated_at: at,
      })
      .where('brand_id', '=', brand.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const before = serializeProfile(brand, stored)
    const profile = serializeProfile(named, changed)
    if (!isRename) return { data: { profile }, audit: { before, after: profile } }
    const renamed = await renameWorkspace(transaction, named, at)
    return {
      data: { profile, workspace_renamed: renamed !== undefined },
      audit: {
        before: { ...before, ...(renamed && { workspace_name: renamed.from }) },
        after: { ...profile, ...(renamed && { workspace_name: renamed.to }) },
      },
    }
  },
})

/** Renames the workspace after its only active brand. Undefined if other brands are active. */
async function renameWorkspace(
  transaction: Transaction,
  brand: Brand,
  at: Date,
): Promise<{ from: string; to: string } | undefined> {
  const workspaces = transaction.selectFrom('workspaces').select('name').where('id', '=', brand.workspace_id)
  const { name: from } = await workspaces.forNoKeyUpdate().executeTakeFirstOrThrow()
  const brands = transaction.selectFrom('brands').select('id').where('workspace_id', '=', brand.workspace_id)
  const active = await brands.where('is_active', '=', true).limit(2).execute()
  if (active.length !== 1 || active[0]?.id !== brand.id) return undefined
  const to = `${brand.name} Workspace`
  await updateRow(transaction, 'workspaces', brand.workspace_id, { name: to, updated_at: at })
  return { from, to }
}
