import { sql } from 'kysely'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { inList } from '../../stores/postgres-rows.ts'
import { type Product, productVersion, serializeProduct } from './product.ts'

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
