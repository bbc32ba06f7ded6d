import { type SqlBool, sql } from 'kysely'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import type { PostgresLike, Transaction } from '../../stores/postgres.ts'
import type { WritingStyle } from './writing-style.ts'

/** The content surface, or one social channel. Names, defaults and the limit apply per scope. */
export interface Scope {
  brand_id: string
  surface: string
  channel: string | null
}

const contentOnly = ['heading_case_style', 'translation_formality', 'competitor_statistics_mode', 'english_variant']

/**
 * Rejects fields that do not apply to the surface.
 * @throws ApiError invalid_request
 */
export function checkFieldsOfSurface(surface: string, input: Record<string, unknown>): void {
  const wrong = (surface === 'content' ? ['language_overrides'] : contentOnly).find(
    (field) => input[field] !== undefined,
  )
  if (wrong === undefined) return
  const other = surface === 'content' ? 'social' : 'content'
  const hint = wrong === 'english_variant' ? '; use language_overrides.en' : ''
  throw invalidRequest(`${wrong} applies only to ${other} styles, but this is a ${surface} style${hint}`)
}

const inScope = ({ brand_id, surface, channel }: Scope) =>
  sql<SqlBool>`(brand_id, surface) = (${brand_id}, ${surface}) and channel is not distinct from ${channel}`

/** The styles of a scope in order. The caller holds the lock on the brand's row. */
export const stylesOfScope = (transaction: Transaction, scope: Scope): Promise<WritingStyle[]> =>
  transaction
    .selectFrom('writing_styles')
    .selectAll()
    .where(inScope(scope))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()

/** The form in which names are compared. Upper case first, so that ß equals SS, and ς equals σ. */
export const nameKey = (name: string) => name.normalize('NFC').toUpperCase().toLowerCase()

/** @throws ApiError conflict if another style has the name */
export function checkNameIsFree(styles: readonly WritingStyle[], name: string, ownId?: string): void {
  if (styles.some((style) => style.id !== ownId && style.name_key === nameKey(name)))
    throw conflict(`name: a writing style named ${JSON.stringify(name)} already exists in this scope`)
}

/** Unsets the default before another style becomes it. */
export async function unsetDefault(transaction: Transaction, scope: Scope, at: Date): Promise<void> {
  await transaction
    .updateTable('writing_styles')
    .set({ is_default: false, updated_at: at })
    .where(inScope(scope))
    .where('is_default', '=', true)
    .execute()
}

/** @throws ApiError not_found if the brand has no such style */
export async function findStyle(db: PostgresLike, brandId: string, id: string): Promise<WritingStyle> {
  const own = db.selectFrom('writing_styles').selectAll().where('brand_id', '=', brandId)
  const style = await own.where('id', '=', id).executeTakeFirstOrThrow(() => notFound('writing style'))
  return style
}
