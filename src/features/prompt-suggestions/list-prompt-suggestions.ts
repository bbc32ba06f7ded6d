import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { allComputedRows, executions, pageOf, periodSchema } from '../visibility/index.ts'
import { readEvidence } from './read-evidence.ts'
import { suggestPrompts } from './suggest-prompts.ts'
import { serializeSuggestion, suggestionSchema } from './suggestion.ts'

export const listPromptSuggestions = defineOperation({
  name: 'list-prompt-suggestions',
  summary: 'Prompts worth asking that the brand does not ask yet, those with the strongest evidence first',
  description:
    'From what engines searched for while they answered, the competitors that answers name, the brand’s products, and topics ' +
    'with few prompts; in the languages and markets of the brand’s prompts. Where a language model is configured, from that ' +
    'as well: it is asked in the background, after what is known of the brand has changed. At most 90.',
  on: 'brand',
  access: 'read:prompts',
  role: 'viewer',
  readsTables: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/prompts/suggestions', limit: 'read' },
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
      .describe('That suggestions of the kind model come from; null where none has said anything'),
    model_problem: z
      .string()
      .nullable()
      .describe('Why the model gave nothing when it was last asked; what it said before stays'),
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
