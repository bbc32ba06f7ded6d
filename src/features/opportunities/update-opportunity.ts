import { uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import {
  opportunitiesOf,
  opportunitySchema,
  opportunityState,
  opportunityVersion,
  serializeOpportunity,
} from './opportunity.ts'

export const updateOpportunity = defineChange({
  name: 'update-opportunity',
  summary: 'Mark an opportunity as done or dismissed, or reopen it',
  description:
    'A done opportunity reopens if its cause goes away and returns; a dismissed one stays dismissed.',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  changes: opportunityVersion,
  fields: { opportunity_id: uuid, state: opportunityState },
  data: opportunitySchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const own = opportunitiesOf(transaction, brand.id).where('opportunities.id', '=', input.opportunity_id)
    const before = await own.executeTakeFirst()
    if (before === undefined) throw notFound('opportunity')
    const columns = { state: input.state, updated_at: services.now() }
    await transaction.updateTable('opportunities').set(columns).where('id', '=', before.id).execute()
    const data = serializeOpportunity({ ...before, ...columns })
    return { data, audit: { before: serializeOpportunity(before), after: data } }
  },
})
