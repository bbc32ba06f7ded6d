import { z } from 'zod'
import { brandRead, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { conflict } from '../../lib/errors.ts'
import { insertTags } from './ensure-tags.ts'
import { serializeTag, tagFields, tagSchema } from './tag.ts'

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

export const createTag = defineChange({
  name: 'create-tag',
  summary: 'Create a tag',
  ...forEditors,
  fields: {
    name: tagFields.name,
    color: tagFields.color.optional(),
    description: tagFields.description.optional(),
  },
  data: tagSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const tag = { name: input.name, color: input.color ?? null, description: input.description ?? null }
    const same = transaction
      .selectFrom('tags')
      .select('id')
      .where('brand_id', '=', brand.id)
      .where('name', '=', tag.name)
    if ((await same.executeTakeFirst()) !== undefined) {
      throw conflict(`name: a tag named ${JSON.stringify(tag.name)} already exists`)
    }
    const created = await insertTags(transaction, brand.id, [tag], services.now())
    const data = serializeTag(created[0] as (typeof created)[0])
    return { data, audit: { before: null, after: data } }
  },
})
