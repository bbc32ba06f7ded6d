import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { brandRows } from '../../kernel/pagination.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { inList, updateRow } from '../../stores/postgres-rows.ts'
import { type Product, productFields, productSchema, productVersion, serializeProduct } from './product.ts'

export const listProducts = defineOperation({
  name: 'list-products',
  summary: 'List products, services and categories, newest first',
  ...brandRead('read:basic', '/products'),
  shows: productVersion,
  ...brandRows('products', productSchema, serializeProduct),
})

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
    if (product === undefined) throw conflict(`name: a product named ${JSON.stringify(input.name)} already exists`)
    const data = serializeProduct(product)
    return { data, audit: { before: null, after: data } }
  },
})

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
    const before = await products.where('id', '=', input.product_id).executeTakeFirstOrThrow(() => notFound('product'))
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
    await updateRow(transaction, 'products', after.id, { name, kind, parent_id, description })
    const data = serializeProduct(after)
    return { data, audit: { before: serializeProduct(before), after: data } }
  },
})

/** @throws ApiError invalid_request if the brand has no such parent, or the parent is the product or below it */
async function checkParent(transaction: Transaction, { id, brand_id, parent_id }: Product) {
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
async function checkName(transaction: Transaction, { id, brand_id, parent_id, name }: Product) {
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

export const deleteProduct = defineChange({
  name: 'delete-product',
  summary: 'Delete a product, service or category with everything inside it',
  description: 'Alignment suggestions and other references keep their text but lose the link.',
  ...brandWrite('write:brand_profile', 'DELETE', '/products/{product_id}'),
  changes: productVersion,
  fields: { product_id: uuid },
  data: z.object({
    deleted_product_id: z.uuid(),
    also_deleted: z.int().describe('Number of deleted products inside it, at any depth.'),
  }),
  async change({ ctx: { brand }, input: { product_id: id }, transaction }) {
    const tree = sql<Product>`
      with recursive tree as (
        select * from products where id = ${id} and brand_id = ${brand.id}
        union all
        select products.* from products join tree on products.parent_id = tree.id
      ) select * from tree`
    const { rows } = await tree.execute(transaction)
    const product = rows.find((row) => row.id === id)
    if (product === undefined) throw notFound('product')
    const ids = rows.map((row) => row.id)
    await transaction
      .deleteFrom('products')
      .where(inList('id', ids, 'uuid'))
      .execute()
    const inside = rows.filter((row) => row !== product).map(serializeProduct)
    return {
      data: { deleted_product_id: id, also_deleted: inside.length },
      audit: { before: { ...serializeProduct(product), inside }, after: null },
    }
  },
})
