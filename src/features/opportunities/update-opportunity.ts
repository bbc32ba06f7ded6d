import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { findExperiment } from '../experiments/index.ts'
import {
  columnsOfProgress,
  opportunitiesOf,
  opportunityProgress,
  opportunitySchema,
  opportunityVersion,
  serializeOpportunity,
} from './opportunity.ts'

export const updateOpportunity = defineChange({
  name: 'update-opportunity',
  summary: 'Record how far the work on an opportunity is',
  description:
    'A done opportunity reopens if its cause goes away and returns; a dismissed one stays dismissed. With measuring and ' +
    'an experiment, the verdict replaces measuring once the experiment has ended, or done if it is not comparable. Every other update ' +
    'removes the experiment.',
  ...forEditors,
  changes: opportunityVersion,
  fields: {
    opportunity_id: uuid,
    state: z.enum(['open', ...opportunityProgress.options]).describe('open is the same as todo.'),
    experiment_id: uuid.optional().describe('The experiment that measures the work. Only with measuring.'),
  },
  data: opportunitySchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const own = opportunitiesOf(transaction, brand.id).where('opportunities.id', '=', input.opportunity_id)
    const before = await own.executeTakeFirstOrThrow(() => notFound('opportunity'))
    const { state, experiment_id } = input
    if (experiment_id !== undefined) {
      if (state !== 'measuring') throw invalidRequest('experiment_id: allowed only with the state measuring')
      await findExperiment(transaction, brand.id, experiment_id)
    }
    const columns = {
      ...columnsOfProgress(state),
      experiment_id: experiment_id ?? null,
      updated_at: services.now(),
    }
    await transaction.updateTable('opportunities').set(columns).where('id', '=', before.id).execute()
    const data = serializeOpportunity({ ...before, ...columns })
    return { data, audit: { before: serializeOpportunity(before), after: data } }
  },
})
