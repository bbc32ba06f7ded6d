import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { categorySchema, categoryVersion, serializeCategory } from './category.ts'
import { categoriesOf } from './read-categories.ts'

export const listAlignmentCategories = defineOperation({
  name: 'list-alignment-categories',
  summary: 'List alignment categories with prompt counts, newest first',
  ...brandRead('read:prompts', '/alignment/categories'),
  shows: categoryVersion,
  fields: {},
  list: storedRows(20),
  data: z.array(categorySchema),
  async run({ ctx: { services, brand }, page }) {
    const { rows, next } = await newestFirst(
      categoriesOf(services.db, brand.id),
      'alignment_categories',
      page,
    )
    return { data: rows.map(serializeCategory), next }
  },
})
