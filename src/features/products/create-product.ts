import { randomUUID } from 'node:crypto'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { productFields, productSchema, serializeProduct } from './product.ts'

export const createProduct = defineChange({
  name: 'create-product',
  summary: 'Create a product, service or category',
  ...forEditors,
  fields: {
    name: productFields.name,
    kind: productFields.kind.default('product'),
    parent_product_id: productFields.parent_product_id.optional(),
    description: productFields.description.optional(),
  },
  data: productSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const parentId = input.parent_product_id ?? null
    if (parentId !== null) {
      const products = transaction.selectFrom('products').select('id').where('brand_id', '=', brand.id)
      const parent = await products.where('id', '=', parentId).executeTakeFirst()
      if (parent === undefined) throw invalidRequest('parent_product_id: the brand has no such product')
    }
    const row = {
      id: randomUUID(),
      brand_id: brand.id,
      parent_id: parentId,
      kind: input.kind,
      name: input.name,
      description: input.description ?? null,
      created_at: services.now(),
    }
    const insert = transaction
      .insertInto('products')
      .values(row)
      .onConflict((on) => on.doNothing())
    const product = await insert.returningAll().executeTakeFirst()
    if (product === undefined)
      throw conflict(`name: a product named ${JSON.stringify(input.name)} already exists`)
    const data = serializeProduct(product)
    return { data, audit: { before: null, after: data } }
  },
})
