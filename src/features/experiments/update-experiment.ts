import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import {
  experimentFields,
  experimentSchema,
  experimentVersion,
  findExperiment,
  serializeExperiment,
} from './experiment.ts'

export const updateExperiment = defineChange({
  name: 'update-experiment',
  summary: 'Update the name or description of an experiment; its design cannot change',
  ...brandWrite('write:prompts', 'PATCH', '/experiments/{experiment_id}', {
    body: ['name', 'description'],
    needsOne: true,
  }),
  changes: experimentVersion,
  fields: {
    experiment_id: uuid,
    name: experimentFields.name.optional(),
    description: experimentFields.description.nullable().optional(),
  },
  data: experimentSchema,
  async change({ ctx: { services, brand }, input: { experiment_id: id, ...columns }, transaction }) {
    const before = serializeExperiment(await findExperiment(transaction, brand.id, id))
    const row = await transaction
      .updateTable('experiments')
      .set({ ...columns, updated_at: services.now() })
      .where('brand_id', '=', brand.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = serializeExperiment(row)
    return { data, audit: { before, after: data } }
  },
})
