import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { productSchema, productVersion, serializeProduct } from './product.ts'

export const listProducts = defineOperation({
  name: 'list-products',
  summary: 'List products, services and categories, newest first',
  ...brandRead('read:basic', '/products'),
  shows: productVersion,
  fields: {},
  list: storedRows(20),
  data: z.array(productSchema),
  async run({ ctx: { services, brand }, page }) {
    const products = services.db.selectFrom('products').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(products, 'products', page)
    return { data: rows.map(serializeProduct), next }
  },
})
