import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { competitorSchema, competitorVersion, serializeCompetitor } from './competitor.ts'

export const listCompetitors = defineOperation({
  name: 'list-competitors',
  summary: 'List competitors, including inactive ones, newest first',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  shows: competitorVersion,
  http: { method: 'GET', path: '/v1/brands/{brand_id}/competitors', limit: 'read' },
  fields: {},
  list: storedRows(20),
  data: z.array(competitorSchema),
  async run({ ctx: { services, brand }, page }) {
    const competitors = services.db.selectFrom('competitors').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(competitors, 'competitors', page)
    return { data: rows.map(serializeCompetitor), next }
  },
})
