import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { allComputedRows, executions, pageOf, periodSchema } from '../visibility/index.ts'
import { readEvidence } from './read-evidence.ts'
import { suggestPrompts } from './suggest-prompts.ts'
import { serializeSuggestion, suggestionSchema } from './suggestion.ts'

export const listPromptSuggestions = defineOperation({
  name: 'list-prompt-suggestions',
  summary: 'List suggested prompts, strongest evidence first',
  description:
    'From search queries of engines, mentioned competitors, the brand’s products, and topics with few prompts, in the ' +
    'languages and markets of the brand’s prompts. If a language model is configured, also from the model, which runs in ' +
    'the background after the brand’s data changes. At most 90.',
  ...brandRead('read:prompts', '/prompts/suggestions'),
  readsTables: ['answers', 'readings'],
  fields: {},
  list: allComputedRows,
  data: z.array(suggestionSchema),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    executions,
    model: z
      .string()
      .nullable()
      .describe('The model behind suggestions of kind model. Null if there are none.'),
    model_problem: z
      .string()
      .nullable()
      .describe('Why the last request to the model failed. Earlier suggestions remain.'),
  }),
  async run({ ctx, page }) {
    const { view, queries, material, told } = await readEvidence(ctx, page.after)
    const suggestions = suggestPrompts(queries, material, told?.suggestions)
    const { rows, next } = pageOf(view, suggestions, page.limit)
    return {
      data: rows.map(serializeSuggestion),
      next,
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        executions: material.answers,
        model: told?.model ?? null,
        model_problem: told?.problem ?? null,
      },
    }
  },
})
