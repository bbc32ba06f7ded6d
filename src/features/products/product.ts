import { z } from 'zod'
import { nameText, trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import type { Row } from '../../stores/postgres-schema.ts'

export type Product = Row<'products'>

const kind = z.enum(['product', 'service', 'category'])

export const productSchema = z
  .object({
    id: z.uuid(),
    kind,
    name: z.string(),
    parent_product_id: z.uuid().nullable().describe('Parent product. Null at the top level.'),
    description: z.string().nullable(),
    created_at: utcTimestamp,
  })
  .meta({ component: 'Product' })

export const productVersion = defineVersioned('product', fieldsExcept(productSchema))

export const productFields = {
  name: nameText(200).describe('Unique per parent.'),
  kind,
  parent_product_id: uuid.describe('Parent product.'),
  description: trimmedText(1, 1000),
}

export const serializeProduct = (row: Product) => showRow(productSchema, { ...row, parent_product_id: row.parent_id })
