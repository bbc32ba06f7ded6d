import { sql } from 'kysely'
import { z } from 'zod'
import { accessibleBrands } from '../../kernel/actor.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { brandSchema, brandVersion, serializeBrand } from './brand.ts'

export const listBrands = defineOperation({
  name: 'list-brands',
  summary: 'List the brands that the key can access, newest first',
  description: 'Returns all brands unless limit is set.',
  on: 'workspace',
  access: 'read:basic',
  role: 'viewer',
  shows: brandVersion,
  http: { method: 'GET', path: '/v1/brands', limit: 'read' },
  fields: {},
  list: storedRows(null),
  data: z.array(brandSchema),
  meta: z.object({ count: z.int().describe('Rows in this response.') }),
  async run({ ctx: { services, actor, workspace }, page }) {
    let brands = services.db.selectFrom('brands').selectAll().where('workspace_id', '=', workspace.id)
    const reachable = accessibleBrands(actor)
    if (reachable !== 'all') {
      brands = brands.where('id', '=', sql<string>`any(${reachable}::uuid[])`)
    }
    const { rows, next } = await newestFirst(brands, 'brands', page)
    return { data: rows.map(serializeBrand), meta: { count: rows.length }, next }
  },
})
