import type { Selectable } from 'kysely'
import { z } from 'zod'
import { trimmedText } from '../../core/fields.ts'
import type { TagsTable } from '../../stores/postgres-schema.ts'

export type Tag = Selectable<TagsTable>

export const tagSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string().describe('URL-safe form of the name'),
  color: z.string().nullable().describe('Display colour token'),
  description: z.string().nullable(),
})

export const tagFields = {
  name: trimmedText(1, 100),
  color: trimmedText(1, 50).describe('Display colour token'),
  description: trimmedText(1, 1000),
}

export function showTag({ id, name, slug, color, description }: Tag): z.input<typeof tagSchema> {
  return { id, name, slug, color, description }
}

/**
 * The URL-safe form of a name: lower case without diacritics, words joined by hyphens; letters of other scripts stay.
 * @param taken slugs that the brand's other tags have: a number sets this one apart
 */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu)
  const slug = words === null ? 'tag' : words.join('-')
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
}
