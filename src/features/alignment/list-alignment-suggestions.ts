import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/walk.ts'
import {
  serializeSuggestion,
  suggestionSchema,
  suggestionState,
  suggestionsOf,
  suggestionVersion,
} from './suggestion.ts'

export const listAlignmentSuggestions = defineOperation({
  name: 'list-alignment-suggestions',
  summary: 'Prompts that are or were suggested, newest first',
  on: 'brand',
  access: 'read:prompts',
  role: 'viewer',
  shows: suggestionVersion,
  http: { method: 'GET', path: '/v1/brands/{brand_id}/alignment/suggestions', limit: 'read' },
  fields: { state: suggestionState.optional().describe('Only suggestions in this state') },
  list: storedRows(20),
  data: z.array(suggestionSchema),
  async run({ ctx: { services, brand }, input, page }) {
    let suggestions = suggestionsOf(services.db, brand.id)
    if (input.state !== undefined) suggestions = suggestions.where('state', '=', input.state)
    const { rows, next } = await newestFirst(suggestions, 'alignment_suggestions', page)
    return { data: rows.map(serializeSuggestion), next }
  },
})
