import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { insertTags } from './ensure-tags.ts'
import { serializeTag, tagFields, tagSchema } from './tag.ts'

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
