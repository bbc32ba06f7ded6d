import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { finalizeSuggestion, findProposed } from './settle.ts'
import { suggestionSchema, suggestionVersion } from './suggestion.ts'

export const rejectAlignmentSuggestion = defineChange({
  name: 'reject-alignment-suggestion',
  summary: 'Reject a proposed suggestion; this is final',
  ...forEditors,
  changes: suggestionVersion,
  fields: { suggestion_id: uuid },
  data: suggestionSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const proposed = await findProposed(transaction, brand.id, input.suggestion_id)
    return finalizeSuggestion(transaction, proposed, 'rejected', services.now())
  },
})
