import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { inList, updateRow } from '../../stores/postgres-rows.ts'
import {
  type Suggestion,
  serializeSuggestion,
  suggestionFields,
  suggestionsOf,
  suggestionVersion,
} from './suggestion.ts'

const update = z
  .strictObject({
    suggestion_id: uuid,
    suggested_prompt: suggestionFields.suggested_prompt.optional(),
    country_codes: suggestionFields.country_codes.optional(),
  })
  .refine(
    (one) => one.suggested_prompt !== undefined || one.country_codes !== undefined,
    'must have suggested_prompt, country_codes or both',
  )
  .meta({ minProperties: 2 })

export const updateAlignmentSuggestions = defineChange({
  name: 'update-alignment-suggestions',
  summary: 'Update proposed suggestions; all given ones or none',
  ...brandWrite('write:alignment', 'PATCH', '/alignment/suggestions', { body: ['updates'] }),
  changes: { ...suggestionVersion, each: 'suggestions' },
  fields: {
    updates: z
      .array(update)
      .min(1)
      .max(200)
      .describe(
        'Each item has a suggestion_id and suggested_prompt, country_codes or both. Suggestions must be distinct.',
      ),
  },
  data: z.object({ updated: z.array(z.uuid()).describe('Suggestion ids in the order of updates.') }),
  async change({ ctx: { services, brand }, input: { updates }, transaction }) {
    const ids = updates.map((one) => one.suggestion_id)
    const given = suggestionsOf(transaction, brand.id).where(inList('alignment_suggestions.id', ids, 'uuid'))
    const found = new Map((await given.execute()).map((row) => [row.id, row]))
    const problems = problemsWith(ids, found)
    if (problems.length > 0) throw invalidRequest(`updates: ${problems.join('; ')}`)
    const at = services.now()
    const changed = updates.map(({ suggestion_id: id, suggested_prompt: text, country_codes: codes }) => {
      const before = found.get(id) as Suggestion
      const suggested_prompt = text ?? before.suggested_prompt
      return { before, after: { ...before, suggested_prompt, country_codes: codes ?? before.country_codes } }
    })
    for (const { after } of changed)
      await updateRow(transaction, 'alignment_suggestions', after.id, {
        suggested_prompt: after.suggested_prompt,
        country_codes: after.country_codes,
        updated_at: at,
      })
    return {
      data: { updated: ids },
      audit: {
        before: { suggestions: changed.map(({ before }) => serializeSuggestion(before)) },
        after: { suggestions: changed.map(({ after }) => serializeSuggestion({ ...after, updated_at: at })) },
      },
    }
  },
})

/** Lists the problems that prevent the update, by kind, with the suggestions. */
function problemsWith(ids: readonly string[], found: ReadonlyMap<string, Suggestion>): string[] {
  const distinct = [...new Set(ids)]
  const repeated = distinct.filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id))
  const missing = distinct.filter((id) => !found.has(id))
  const settled = [...found.values()].filter(({ state }) => state !== 'proposed')
  const stateOf = ({ id, state }: Suggestion) => `${id} (${state})`
  return [
    ...(repeated.length > 0 ? [`duplicate suggestions: ${repeated.join(', ')}`] : []),
    ...(missing.length > 0 ? [`the brand has no suggestion ${missing.join(', ')}`] : []),
    ...(settled.length > 0 ? [`no longer proposed: ${settled.map(stateOf).join(', ')}`] : []),
  ]
}
