import { z } from 'zod'
import { deprecatedFor } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import {
  serializeSuggestion,
  suggestionSchema,
  suggestionState,
  suggestionsOf,
  suggestionVersion,
} from './suggestion.ts'

export const listAlignmentSuggestions = defineOperation({
  name: 'list-alignment-suggestions',
  summary: 'List prompt suggestions, newest first',
  ...brandRead('read:prompts', '/alignment/suggestions'),
  shows: suggestionVersion,
  fields: {
    state: suggestionState.optional().meta(deprecatedFor('status')),
    status: suggestionState.optional().describe('Filter by status.'),
  },
  list: storedRows(20),
  data: z.array(suggestionSchema),
  async run({ ctx: { services, brand }, input, page }) {
    let suggestions = suggestionsOf(services.db, brand.id)
    for (const state of [input.state, input.status])
      if (state !== undefined) suggestions = suggestions.where('state', '=', state)
    const { rows, next } = await newestFirst(suggestions, 'alignment_suggestions', page)
    return { data: rows.map(serializeSuggestion), next }
  },
})
