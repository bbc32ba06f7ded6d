import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { experimentSchema, experimentsOf, experimentVersion, serializeExperiment } from './experiment.ts'

export const listExperiments = defineOperation({
  name: 'list-experiments',
  summary: 'List the experiments of a brand, newest first',
  ...brandRead('read:prompts', '/experiments'),
  shows: experimentVersion,
  fields: {},
  list: storedRows(20),
  data: z.array(experimentSchema),
  async run({ ctx: { services, brand }, page }) {
    const { rows, next } = await newestFirst(experimentsOf(services.db, brand.id), 'experiments', page)
    return { data: rows.map(serializeExperiment), next }
  },
})
