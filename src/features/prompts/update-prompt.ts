import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { checkCategory } from './check-category.ts'
import { promptFields, promptSchema, promptVersion, serializePrompt } from './prompt.ts'
import { checkTextIsFree, checkTopicAndTags, hashText, replaceTags, tagIdsOf } from './store-prompts.ts'

export const updatePrompt = defineChange({
  name: 'update-prompt',
  summary: 'Update a prompt; omitted fields stay unchanged',
  description:
    'Figures change immediately, as filters use a prompt’s current topic and tags. Inactive prompts no longer run.',
  ...brandWrite('write:prompts', 'PATCH', '/prompts/{prompt_id}', {
    body: ['text', 'topic_id', 'tag_ids', 'category_id', 'countries', 'is_active'],
  }),
  changes: promptVersion,
  fields: {
    prompt_id: uuid,
    text: promptFields.text.optional(),
    topic_id: promptFields.topic_id.optional(),
    tag_ids: promptFields.tag_ids.optional(),
    category_id: uuid.optional().describe('Alignment category of the prompt.'),
    countries: promptFields.countries.optional(),
    is_active: promptFields.is_active.optional(),
  },
  data: promptSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { prompt_id: id, tag_ids: tagIds, text, ...columns } = input
    const own = transaction.selectFrom('prompts').selectAll().where('id', '=', id)
    const prompt = await own.where('brand_id', '=', brand.id).executeTakeFirst()
    if (prompt === undefined) throw notFound('prompt')
    const before = serializePrompt(prompt, await tagIdsOf(transaction, id))
    await checkTopicAndTags(transaction, brand.id, input.topic_id, tagIds ?? [])
    await checkCategory(transaction, brand.id, input.category_id)
    if (text !== undefined) await checkTextIsFree(transaction, brand.id, text, id)
    const row = await transaction
      .updateTable('prompts')
      .set({
        ...columns,
        ...(text === undefined ? {} : { text, text_hash: hashText(text) }),
        updated_at: services.now(),
      })
      .where('id', '=', id)
      .where('brand_id', '=', brand.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (tagIds !== undefined) await replaceTags(transaction, id, tagIds)
    const data = serializePrompt(row, await tagIdsOf(transaction, id))
    return { data, audit: { before, after: data } }
  },
})
