import { z } from 'zod'
import { lenientList, nameField, requiredText, textOrNull } from '../../../kernel/lenient-fields.ts'

const kinds = ['product', 'service', 'category'] as const

const product = z.object({
  name: requiredText(200),
  /** Unknown kinds become `product`. */
  kind: z.preprocess((kind) => kinds.find((known) => known === kind) ?? 'product', z.enum(kinds)),
  description: textOrNull(1000),
})

/** The result of an analysis. Nothing else from a page or model reaches the profile. */
export const derivedSchema = z.object({
  aliases: lenientList(nameField(100), 50),
  industry: textOrNull(200),
  short_description: textOrNull(1000),
  description: textOrNull(5000),
  primary_audience: textOrNull(200),
  main_market: textOrNull(100),
  key_features: lenientList(requiredText(200), 50),
  products: lenientList(product, 100),
})

export type Derived = z.output<typeof derivedSchema>
