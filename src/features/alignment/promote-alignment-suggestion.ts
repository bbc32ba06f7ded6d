import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { addPrompt } from '../prompts/index.ts'
import { unassignedTopic } from '../topics/index.ts'
import { finalizeSuggestion, findProposed } from './settle.ts'
import { suggestionSchema, suggestionVersion } from './suggestion.ts'

export const promoteAlignmentSuggestion = defineChange({
  name: 'promote-alignment-suggestion',
  summary: 'Create a prompt from a proposed suggestion, with its text, markets and category',
  ...forEditors,
  changes: suggestionVersion,
  fields: {
    suggestion_id: uuid,
    topic_id: uuid.optional().describe(`Topic of the prompt. Defaults to the root topic ${unassignedTopic}.`),
  },
  data: suggestionSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const at = services.now()
    const proposed = await findProposed(transaction, brand.id, input.suggestion_id)
    const wanted = {
      text: proposed.suggested_prompt,
      topic_id: input.topic_id,
      tag_ids: [],
      category_id: proposed.category_id,
      countries: proposed.country_codes,
      is_active: true,
    }
    const prompt = await addPrompt(transaction, brand.id, wanted, at)
    const { data, audit } = await finalizeSuggestion(transaction, proposed, 'promoted', at, prompt.id)
    return { data, audit: { before: audit.before, after: { ...data, prompt } } }
  },
})
