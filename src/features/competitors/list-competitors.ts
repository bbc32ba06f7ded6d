import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { competitorSchema, competitorVersion, serializeCompetitor } from './competitor.ts'

export const listCompetitors = defineOperation({
  name: 'list-competitors',
  summary: 'List competitors, including inactive ones, newest first',
  ...brandRead('read:visibility', '/competitors'),
  shows: competitorVersion,
  fields: {},
  list: storedRows(20),
  data: z.array(competitorSchema),
  async run({ ctx: { services, brand }, page }) {
    const competitors = services.db.selectFrom('competitors').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(competitors, 'competitors', page)
    return { data: rows.map(serializeCompetitor), next }
  },
})
