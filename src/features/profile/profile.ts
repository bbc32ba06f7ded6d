import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { nameList, trimmedText } from '../../kernel/fields.ts'
import { distinctNames, findableName, findableNamesInAnyCase } from '../../kernel/name-fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Brand } from '../../kernel/tables.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import type { BrandProfilesTable } from './tables.ts'

export type StoredProfile = Selectable<BrandProfilesTable>

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

export const profileVersion = defineVersioned('profile', fieldsExcept(profileSchema))

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
  Object.fromEntries(
    derivedFields.filter((field) => input[field] !== undefined).map((field) => [field, 'person']),
  )

/** Records that a person set the brand's aliases, so that analyses do not change them. */
export async function aliasesAreSet(transaction: Transaction<Tables>, brandId: string): Promise<void> {
  const profiles = transaction.updateTable('brand_profiles').where('brand_id', '=', brandId)
  await profiles.set({ set_by: sql`set_by || '{"aliases": "person"}'` }).execute()
}

export const isEmpty = (input: ProfileInput) => Object.values(input).every((value) => value === undefined)

export const profileFieldNames = Object.keys(profileFields).join(', ')

/** Undefined if the brand has no profile. */
export const findProfile = (db: PostgresLike, brandId: string): Promise<StoredProfile | undefined> =>
  db.selectFrom('brand_profiles').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

/** Updates the brand's name and aliases if given, and rereads its history if they changed. */
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

/** The given fields as profile columns, without name and aliases. */
export function profileColumns({ name: _name, aliases: _aliases, key_features, ...texts }: ProfileInput) {
  return { ...texts, ...(key_features === undefined ? {} : { key_features: key_features ?? [] }) }
}

export const serializeProfile = ({ name, aliases }: Brand, stored: StoredProfile) =>
  showRow(profileSchema, { ...stored, name, aliases })
