import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { unassignedTopic } from '../topics/index.ts'
import { addPrompt } from './add-prompt.ts'
import { promptFields, promptSchema } from './prompt.ts'

export const createPrompt = defineChange({
  name: 'create-prompt',
  summary: 'Create a prompt',
  ...brandWrite('write:prompts', 'POST', '/prompts', {
    body: ['text', 'topic_id', 'tag_ids', 'category_id', 'countries', 'is_active'],
  }),
  fields: {
    text: promptFields.text,
    topic_id: promptFields.topic_id
      .optional()
      .describe(`Topic of the prompt. Defaults to the root topic ${unassignedTopic}.`),
    tag_ids: promptFields.tag_ids.default([]),
    category_id: uuid.optional().describe('Alignment category of the prompt.'),
    countries: promptFields.countries.default([]),
    is_active: promptFields.is_active.default(true),
  },
  data: promptSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const data = await addPrompt(transaction, brand.id, input, services.now())
    return { data, audit: { before: null, after: data } }
  },
})
