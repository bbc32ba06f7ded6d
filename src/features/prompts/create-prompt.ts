import { uuid } from '../../core/fields.ts'
import { defineChange } from '../../core/operation.ts'
import { ensureTopics, unassignedTopic } from '../topics/index.ts'
import { type Prompt, promptFields, promptSchema, showPrompt } from './prompt.ts'
import { checkTextIsFree, checkTopicAndTags, insertPrompts, replaceTags, tagIdsOf } from './store-prompts.ts'

export const createPrompt = defineChange({
  name: 'create-prompt',
  summary: 'Create a prompt',
  on: 'brand',
  access: 'operator',
  fields: {
    text: promptFields.text,
    topic_id: promptFields.topic_id
      .optional()
      .describe(`Its topic; the root topic ${unassignedTopic} where not given`),
    tag_ids: promptFields.tag_ids.default([]),
    category_id: uuid.optional().describe('Its alignment category'),
    countries: promptFields.countries.default([]),
    is_active: promptFields.is_active.default(true),
  },
  data: promptSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const at = services.now()
    await checkTopicAndTags(transaction, brand.id, input.topic_id, input.tag_ids)
    await checkTextIsFree(transaction, brand.id, input.text)
    const unassigned = { root: unassignedTopic, child: undefined }
    const topicId =
      input.topic_id ?? (await ensureTopics(transaction, brand.id, [unassigned], at))(unassigned)
    const prompt = {
      text: input.text,
      topicId,
      countries: input.countries,
      isActive: input.is_active,
      ...(input.category_id === undefined ? {} : { categoryId: input.category_id }),
    }
    const [row] = (await insertPrompts(transaction, brand.id, [prompt], at)) as [Prompt]
    await replaceTags(transaction, row.id, input.tag_ids)
    const data = showPrompt(row, await tagIdsOf(transaction, row.id))
    return { data, audit: { before: null, after: data } }
  },
})
