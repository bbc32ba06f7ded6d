import { z } from 'zod'
import { nameText, trimmedText } from '../../kernel/fields.ts'
import type { Row } from '../../stores/postgres-schema.ts'

export type Tag = Row<'tags'>

export const tagSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string().describe('URL-safe form of the name.'),
  color: z.string().nullable().describe('Display color token.'),
  description: z.string().nullable(),
})

export const tagFields = {
  name: nameText(100),
  color: trimmedText(1, 50).describe('Display color token.'),
  description: trimmedText(1, 1000),
}

export function serializeTag({ id, name, slug, color, description }: Tag): z.input<typeof tagSchema> {
  return { id, name, slug, color, description }
}

/** The URL-safe form of a name: lower case without diacritics, hyphens between words, any script. */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu)
  return words === null ? 'tag' : words.join('-')
}

/**
 * Creates unique slugs by adding numbers to equal forms.
 * @param given existing slugs of the brand
 */
export function slugMaker(given: readonly string[]): (name: string) => string {
  const taken = new Set(given)
  // Remembers the last number: thousands of names can have the same form.
  const lastNumbers = new Map<string, number>()
  return (name) => {
    const form = slugOf(name)
    let number = lastNumbers.get(form) ?? 1
    let slug = number === 1 ? form : `${form}-${number}`
    while (taken.has(slug)) {
      number += 1
      slug = `${form}-${number}`
    }
    lastNumbers.set(form, number)
    taken.add(slug)
    return slug
  }
}
