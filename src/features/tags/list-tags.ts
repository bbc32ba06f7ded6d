import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { serializeTag, tagSchema } from './tag.ts'

export const listTags = defineOperation({
  name: 'list-tags',
  summary: 'List the tags of a brand, newest first',
  description: 'Returns all tags in one response unless limit is set.',
  ...brandRead('read:basic', '/tags'),
  fields: {},
  list: storedRows(null),
  data: z.array(tagSchema),
  meta: z.object({ count: z.int().describe('Tags in this response.') }),
  async run({ ctx: { services, brand }, page }) {
    const tags = services.db.selectFrom('tags').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(tags, 'tags', page)
    return { data: rows.map(serializeTag), meta: { count: rows.length }, next }
  },
})
