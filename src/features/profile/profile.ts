import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Brand, Services } from '../../kernel/context.ts'
import { nameList, trimmedText } from '../../kernel/fields.ts'
import { distinctNames, findableName, findableNamesInAnyCase } from '../../kernel/name-fields.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import type { BrandProfilesTable } from './tables.ts'

export type StoredProfile = Selectable<BrandProfilesTable>

export const profileSchema = z
  .object({
    name: z.string(),
    aliases: z.array(z.string()).describe('Other names that the brand is found by'),
    industry: z.string().nullable(),
    short_description: z.string().nullable(),
    description: z.string().nullable(),
    primary_audience: z.string().nullable(),
    main_market: z.string().nullable(),
    key_features: z.array(z.string()),
  })
  .meta({ component: 'BrandProfile' })

export const profileVersion = defineVersioned('profile', fieldsExcept(profileSchema))

const clearable = (max: number) => trimmedText(0, max).nullable()

/** What may be sent of a profile; null clears. */
export const profileFields = z
  .object({
    name: findableName(100).describe('Name of the brand; matched against answers'),
    aliases: findableNamesInAnyCase(50).nullable().describe('Other names to match on; null or [] clears'),
    industry: clearable(200),
    short_description: clearable(1000),
    description: clearable(5000),
    primary_audience: clearable(200),
    main_market: clearable(100),
    key_features: nameList(50).nullable().describe('null or [] clears'),
  })
  .partial().shape

export type ProfileInput = z.output<z.ZodObject<typeof profileFields>>

/** Who has set a field: a person, whose word stands, or an analysis by a model or by what pages declare of themselves. */
export type FieldSource = 'person' | 'model' | 'declared'

/** What an analysis may set; the name is a person's. */
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
/** Fields that nobody has set are not in it. */
export type SetBy = Partial<Record<DerivedField, FieldSource>>

/** The fields that somebody sends are theirs from then on, those cleared too. */
export const setByPerson = (input: ProfileInput): SetBy =>
  Object.fromEntries(
    derivedFields.filter((field) => input[field] !== undefined).map((field) => [field, 'person']),
  )

/** Notes that a person has set the brand's aliases, where an analysis could set them otherwise. */
export async function aliasesAreSet(transaction: Transaction<Tables>, brandId: string): Promise<void> {
  const profiles = transaction.updateTable('brand_profiles').where('brand_id', '=', brandId)
  await profiles.set({ set_by: sql`set_by || '{"aliases": "person"}'` }).execute()
}

export const isEmpty = (input: ProfileInput) => Object.values(input).every((value) => value === undefined)

export const profileFieldNames = Object.keys(profileFields).join(', ')

/** The profile of a brand; undefined where it has not been analysed. */
export const findProfile = (db: PostgresLike, brandId: string): Promise<StoredProfile | undefined> =>
  db.selectFrom('brand_profiles').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

/** Writes the name and aliases that were given to the brand, and has its history read again where they are others. */
export async function writeNames(
  services: Services,
  transaction: Transaction<Tables>,
  brand: Brand,
  { name, aliases }: ProfileInput,
): Promise<Brand> {
  if (name === undefined && aliases === undefined) return brand
  const changed = await transaction
    .updateTable('brands')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(aliases === undefined ? {} : { aliases: distinctNames(aliases ?? []) }),
      updated_at: services.now(),
    })
    .where('id', '=', brand.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await refreshReadingConfig(services, transaction, brand.id)
  return changed
}

/** The columns of the profile's own fields, those that were given. */
export function profileColumns({ name: _name, aliases: _aliases, key_features, ...texts }: ProfileInput) {
  return { ...texts, ...(key_features === undefined ? {} : { key_features: key_features ?? [] }) }
}

export function serializeProfile(brand: Brand, stored: StoredProfile): z.input<typeof profileSchema> {
  return {
    name: brand.name,
    aliases: brand.aliases,
    industry: stored.industry,
    short_description: stored.short_description,
    description: stored.description,
    primary_audience: stored.primary_audience,
    main_market: stored.main_market,
    key_features: stored.key_features,
  }
}
