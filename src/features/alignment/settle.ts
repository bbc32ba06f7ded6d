import type { Transaction } from 'kysely'
import { conflict, notFound } from '../../lib/errors.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { type Suggestion, serializeSuggestion, suggestionsOf } from './suggestion.ts'

/** @throws ApiError not_found if the brand has no such suggestion, conflict if it is no longer proposed */
export async function findProposed(
  transaction: Transaction<Tables>,
  brandId: string,
  id: string,
): Promise<Suggestion> {
  const suggestions = suggestionsOf(transaction, brandId).where('alignment_suggestions.id', '=', id)
  const suggestion = await suggestions.executeTakeFirstOrThrow(() => notFound('suggestion'))
  if (suggestion.state !== 'proposed') throw conflict(`the suggestion is already ${suggestion.state}`)
  return suggestion
}

/** Moves a proposed suggestion to a final state. Returns the data and audit record of the change. */
export async function finalizeSuggestion(
  transaction: Transaction<Tables>,
  proposed: Suggestion,
  state: 'accepted' | 'rejected' | 'promoted',
  at: Date,
  promptId: string | null = null,
) {
  const columns = { state, prompt_id: promptId, updated_at: at }
  await transaction.updateTable('alignment_suggestions').set(columns).where('id', '=', proposed.id).execute()
  const data = serializeSuggestion({ ...proposed, ...columns })
  return { data, audit: { before: serializeSuggestion(proposed), after: data } }
}
