import { z } from 'zod'
import { nameList, trimmedText } from '../../../core/fields.ts'

const orNull = (most: number) =>
  trimmedText(0, most)
    .nullable()
    .transform((text) => (text === '' ? null : text))

const product = z.strictObject({
  name: trimmedText(1, 200),
  kind: z.enum(['product', 'service', 'category']),
  description: orNull(1000),
})

/** What an analysis finds of a brand; nothing else gets from a page, or a model, into its profile. */
export const derivedSchema = z.strictObject({
  aliases: nameList(50),
  industry: orNull(200),
  short_description: orNull(1000),
  description: orNull(5000),
  primary_audience: orNull(200),
  main_market: orNull(100),
  key_features: nameList(50),
  products: z.array(product).max(100),
})

export type Derived = z.output<typeof derivedSchema>
export type DerivedProduct = z.output<typeof product>

/** A text within a field's limit, in code points: cut where a word ends. */
export function within(text: string, most: number): string {
  const points = [...text]
  if (points.length <= most) return text
  const start = points.slice(0, most - 1).join('')
  const space = start.lastIndexOf(' ')
  return `${start.slice(0, space > most / 2 ? space : start.length)}…`
}
