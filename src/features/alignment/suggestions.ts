import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deprecatedFor, uuid } from '../../kernel/fields.ts'
import { brandRead, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRow, updateRow } from '../../stores/postgres-rows.ts'
import { addPrompt, checkCategory } from '../prompts/index.ts'
import { unassignedTopic } from '../topics/index.ts'
import {
  type Suggestion,
  serializeSuggestion,
  suggestionFields,
  suggestionSchema,
  suggestionState,
  suggestionsOf,
  suggestionVersion,
} from './suggestion.ts'

/** @throws ApiError not_found if the brand has no such suggestion, conflict if it is no longer proposed */
async function findProposed(transaction: Transaction, brandId: string, id: string): Promise<Suggestion> {
  const suggestions = suggestionsOf(transaction, brandId).where('alignment_suggestions.id', '=', id)
  const suggestion = await suggestions.executeTakeFirstOrThrow(() => notFound('suggestion'))
  if (suggestion.state !== 'proposed') throw conflict(`the suggestion is already ${suggestion.state}`)
  return suggestion
}

/** Moves a proposed suggestion to a final state. Returns the data and audit record of the change. */
async function finalizeSuggestion(
  transaction: Transaction,
  proposed: Suggestion,
  state: 'accepted' | 'rejected' | 'promoted',
  at: Date,
  promptId: string | null = null,
) {
  const columns = { state, prompt_id: promptId, updated_at: at }
  await updateRow(transaction, 'alignment_suggestions', proposed.id, columns)
  const data = serializeSuggestion({ ...proposed, ...columns })
  return { data, audit: { before: serializeSuggestion(proposed), after: data } }
}

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

export const createAlignmentSuggestion = defineChange({
  name: 'create-alignment-suggestion',
  summary: 'Propose a prompt',
  ...forEditors,
  fields: {
    ...suggestionFields,
    category_id: uuid.optional().describe('Alignment category of the suggestion.'),
    product_id: uuid.optional().describe('Product that the prompt is about.'),
  },
  data: suggestionSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { category_id = null, product_id = null, ...texts } = input
    await checkCategory(transaction, brand.id, category_id)
    if (product_id !== null) {
      const products = transaction.selectFrom('products').select('id').where('brand_id', '=', brand.id)
      const product = await products.where('id', '=', product_id).executeTakeFirst()
      if (product === undefined) throw invalidRequest('product_id: the brand has no such product')
    }
    const at = services.now()
    const id = randomUUID()
    await insertRow(transaction, 'alignment_suggestions', {
      ...texts,
      id,
      brand_id: brand.id,
      category_id,
      product_id,
      state: 'proposed',
      prompt_id: null,
      created_at: at,
      updated_at: at,
    })
    const created = suggestionsOf(transaction, brand.id).where('alignment_suggestions.id', '=', id)
    const data = serializeSuggestion(await created.executeTakeFirstOrThrow())
    return { data, audit: { before: null, after: data } }
  },
})

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

const settling = (verb: 'accept' | 'reject', state: 'accepted' | 'rejected') =>
  defineChange({
    name: `${verb}-alignment-suggestion`,
    summary: `${verb === 'accept' ? 'Accept' : 'Reject'} a proposed suggestion; this is final`,
    ...forEditors,
    changes: suggestionVersion,
    fields: { suggestion_id: uuid },
    data: suggestionSchema,
    async change({ ctx: { services, brand }, input, transaction }) {
      const proposed = await findProposed(transaction, brand.id, input.suggestion_id)
      return finalizeSuggestion(transaction, proposed, state, services.now())
    },
  })

export const acceptAlignmentSuggestion = settling('accept', 'accepted')
export const rejectAlignmentSuggestion = settling('reject', 'rejected')
