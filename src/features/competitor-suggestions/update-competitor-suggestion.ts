import { z } from 'zod'
import type { Brand, Services } from '../../kernel/context.ts'
import { statusFields, statusOf, uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { isCommonWord } from '../../lib/text/mentions/common-words.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { insertCompetitor } from '../competitors/index.ts'
import { createNameMatcher } from './name-matcher.ts'
import {
  excludedNames,
  findSearch,
  type Suggestion,
  serializeSuggestion,
  suggestionSchema,
  suggestionsOf,
  suggestionVersion,
} from './suggestion.ts'

const decision = z.enum(['accepted', 'dismissed'])

export const updateCompetitorSuggestion = defineChange({
  ...brandWrite('write:competitors', 'PATCH', '/competitors/suggestions/{suggestion_id}', {
    body: ['state', 'status'],
    wrap: 'suggestion',
  }),
  name: 'update-competitor-suggestion',
  summary: 'Accept a suggested brand as a competitor, or dismiss it',
  description:
    'An accepted brand becomes a competitor immediately, without a site. Rankings include it after Sightline has reread ' +
    'earlier answers. A dismissed brand is not suggested again, but you can still accept it.',
  changes: suggestionVersion,
  fields: { suggestion_id: uuid, ...statusFields(decision) },
  data: suggestionSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { suggestion_id: id } = input
    const state = statusOf(input)
    const before = await suggestionsOf(transaction, brand.id).where('id', '=', id).executeTakeFirst()
    if (before === undefined) throw notFound('suggestion')
    const search = await findSearch(transaction, brand.id)
    if (before.state === 'accepted' && state === 'dismissed')
      throw conflict('status: already accepted; deactivate the competitor instead')
    let competitor_id = before.competitor_id
    if (before.state !== 'accepted' && state === 'accepted')
      competitor_id = await addCompetitor(services, transaction, brand, before.name)
    const columns = { state, competitor_id, updated_at: services.now() }
    await transaction.updateTable('competitor_suggestions').set(columns).where('id', '=', id).execute()
    const data = serializeSuggestion({ ...before, ...columns }, search)
    return { data, audit: { before: auditOf(before), after: auditOf(data) } }
  },
})

/** Excludes quotes, which may have to be erased while audit records remain. */
const auditOf = ({ id, name, state, competitor_id }: Pick<Suggestion, 'id' | 'name' | 'state' | 'competitor_id'>) => ({
  id,
  name,
  state,
  competitor_id,
})

/** @throws ApiError conflict if the name is taken */
async function addCompetitor(
  services: Services,
  transaction: Transaction,
  brand: Brand,
  name: string,
): Promise<string> {
  const { own, others } = await excludedNames(transaction, brand)
  if (createNameMatcher([...own, ...others])(name))
    throw conflict('name: already used by the brand, a competitor or a product')
  const { id } = await insertCompetitor(services, transaction, brand, {
    name,
    aliases: [],
    primary_url: null,
    domain: null,
    relation: 'direct_competitor',
    is_active: true,
    is_manual: false,
    match_case_sensitive: false,
    match_require_domain: false,
    // Matches the way the search counted it.
    match_in_context: isCommonWord(name),
  })
  return id
}
