import { randomUUID } from 'node:crypto'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { checkCategory } from '../prompts/index.ts'
import { serializeSuggestion, suggestionFields, suggestionSchema, suggestionsOf } from './suggestion.ts'

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
    await transaction
      .insertInto('alignment_suggestions')
      .values({
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
      .execute()
    const created = suggestionsOf(transaction, brand.id).where('alignment_suggestions.id', '=', id)
    const data = serializeSuggestion(await created.executeTakeFirstOrThrow())
    return { data, audit: { before: null, after: data } }
  },
})
