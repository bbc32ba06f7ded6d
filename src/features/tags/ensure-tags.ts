import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../stores/postgres.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'
import { slugMaker, type Tag } from './tag.ts'

/** A tag to create. Only create-tag sets `color` and `description`. */
export type NewTag = Pick<Tag, 'name' | 'color' | 'description'>

/** Creates tags with unique slugs. The caller holds the lock on the brand's row. */
export async function insertTags(
  transaction: Transaction,
  brandId: string,
  tags: readonly NewTag[],
  at: Date,
): Promise<Tag[]> {
  const others = await transaction.selectFrom('tags').select('slug').where('brand_id', '=', brandId).execute()
  const makeSlug = slugMaker(others.map((tag) => tag.slug))
  const rows = tags.map((tag) => {
    return { ...tag, id: randomUUID(), brand_id: brandId, slug: makeSlug(tag.name), created_at: at }
  })
  await insertRows(transaction, 'tags', rows)
  return rows
}

/**
 * Finds tags by their name and creates missing ones.
 * @returns ids by name
 */
export async function ensureTags(
  transaction: Transaction,
  brandId: string,
  names: readonly string[],
  at: Date,
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const wanted = transaction.selectFrom('tags').select(['id', 'name']).where('brand_id', '=', brandId)
  const found = await wanted.where(inList('name', names, 'text')).execute()
  const ids = new Map(found.map((tag) => [tag.name, tag.id]))
  const missing = [...new Set(names)].filter((name) => !ids.has(name))
  const made = await insertTags(
    transaction,
    brandId,
    missing.map((name) => ({ name, color: null, description: null })),
    at,
  )
  for (const tag of made) ids.set(tag.name, tag.id)
  return ids
}
