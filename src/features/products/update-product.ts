import { sql, type Transaction } from 'kysely'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { type Product, productFields, productSchema, productVersion, serializeProduct } from './product.ts'

export const updateProduct = defineChange({
  name: 'update-product',
  summary: 'Update a product, service or category; omitted fields stay unchanged',
  description:
    'Set parent_product_id to null to move it to the top level, or description to null to clear it. Its children move along.',
  ...forEditors,
  changes: productVersion,
  fields: {
    product_id: uuid,
    name: productFields.name.optional(),
    kind: productFields.kind.optional(),
    parent_product_id: productFields.parent_product_id.nullable().optional(),
    description: productFields.description.nullable().optional(),
  },
  data: productSchema,
  async change({ ctx: { brand }, input, transaction }) {
    const products = transaction.selectFrom('products').selectAll().where('brand_id', '=', brand.id)
    const before = await products.where('id', '=', input.product_id).executeTakeFirst()
    if (before === undefined) throw notFound('product')
    const after: Product = {
      ...before,
      name: input.name ?? before.name,
      kind: input.kind ?? before.kind,
      parent_id: input.parent_product_id === undefined ? before.parent_id : input.parent_product_id,
      description: input.description === undefined ? before.description : input.description,
    }
    if (after.parent_id !== before.parent_id) await checkParent(transaction, after)
    await checkName(transaction, after)
    const { name, kind, parent_id, description } = after
    await transaction
      .updateTable('products')
      .set({ name, kind, parent_id, description })
      .where('id', '=', after.id)
      .execute()
    const data = serializeProduct(after)
    return { data, audit: { before: serializeProduct(before), after: data } }
  },
})

/** @throws ApiError invalid_request if the brand has no such parent, or the parent is the product or below it */
async function checkParent(transaction: Transaction<Tables>, { id, brand_id, parent_id }: Product) {
  if (parent_id === null) return
  const above = sql<{ id: string }>`
    with recursive above as (
      select id, parent_id from products where id = ${parent_id} and brand_id = ${brand_id}
      union
      select products.id, products.parent_id from products join above on products.id = above.parent_id
    ) select id from above`
  const { rows } = await above.execute(transaction)
  if (rows.length === 0) throw invalidRequest('parent_product_id: the brand has no such product')
  if (rows.some((row) => row.id === id))
    throw invalidRequest('parent_product_id: must not be the product itself or one inside it')
}

/** @throws ApiError conflict if another product with the same parent has this name */
async function checkName(transaction: Transaction<Tables>, { id, brand_id, parent_id, name }: Product) {
  const namesake = await transaction
    .selectFrom('products')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('parent_id', parent_id === null ? 'is' : '=', parent_id)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (namesake !== undefined) throw conflict(`name: a product named ${JSON.stringify(name)} already exists`)
}
