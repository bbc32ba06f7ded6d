import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { day, uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { invalidRequest } from '../../lib/errors.ts'
import {
  type Experiment,
  effectSchema,
  experimentFields,
  experimentSchema,
  experimentShape,
  experimentsOf,
  experimentVersion,
  findExperiment,
  serializeExperiment,
  verdicts,
} from './experiment.ts'
import { judgeExperiment } from './judge-experiment.ts'

/** The result of an experiment, as far as lists show it. */
const resultShape = {
  verdict: z.enum(verdicts).describe('not_comparable: too few prompts have answers before and after.'),
  verdict_on: z.iso.date().nullable().describe('First day on which the effect was clear.'),
  headline: z.string(),
  effect: effectSchema
    .nullable()
    .describe('In points; in positions for avg_rank. Null before the 14th day and if not comparable.'),
  smallest_detectable: z
    .number()
    .nullable()
    .describe('The smallest effect that such an experiment finds in 80% of cases.'),
  treated_prompts: z.int().describe('Treated prompts with answers before and after.'),
  control_prompts: z.int(),
  checks: z.array(z.object({ name: z.string(), status: z.enum(['ok', 'warning', 'unknown']), text: z.string() })),
}

export const listExperiments = defineOperation({
  name: 'list-experiments',
  summary: 'List the experiments of a brand, newest first',
  ...brandRead('read:prompts', '/experiments'),
  shows: experimentVersion,
  readsTables: ['answers', 'readings'],
  fields: {
    start_date: day.optional().describe('Omit experiments that end before this day (UTC).'),
    end_date: day.optional().describe('Omit experiments that start after this day (UTC).'),
    with_results: z.boolean().default(false).describe('Add verdict, effect and checks to each experiment.'),
  },
  list: storedRows(20),
  data: z.array(z.object({ ...experimentShape, ...z.object(resultShape).partial().shape })),
  async run({ ctx, input: { start_date, end_date, with_results }, page }) {
    if (start_date !== undefined && end_date !== undefined && start_date > end_date)
      throw invalidRequest(`start_date must not be after end_date (${end_date})`)
    let own = experimentsOf(ctx.services.db, ctx.brand.id)
    if (start_date !== undefined) own = own.where('ended_on', '>=', start_date)
    if (end_date !== undefined) own = own.where('started_on', '<=', end_date)
    const { rows, next } = await newestFirst(own, 'experiments', page)
    const data = []
    for (const row of rows)
      data.push({ ...serializeExperiment(row), ...(with_results && (await readResult(ctx, row))) })
    return { data, next }
  },
})

async function readResult(ctx: BrandContext, row: Experiment) {
  const { series, ...result } = await judgeExperiment(ctx, row)
  return result
}

const weightOf = 'The denominator of the figure, such as answers, by which to pool days.'

export const getExperiment = defineOperation({
  name: 'get-experiment',
  summary: 'Show an experiment with its result',
  description:
    'The effect is the change of the treated prompts less that of the controls in the same engine and market. Before the ' +
    'end, its interval is wide enough to look at it every day. “Caused” appears only if a draw chose the treated prompts.',
  ...brandRead('read:prompts', '/experiments/{experiment_id}'),
  shows: experimentVersion,
  readsTables: ['answers', 'readings'],
  fields: { experiment_id: uuid },
  data: z
    .object({
      ...experimentShape,
      ...resultShape,
      series: z
        .array(
          z.object({
            date: z.iso.date(),
            treated: z.number().nullable(),
            control: z.number().nullable(),
            treated_weight: z.number().describe(weightOf),
            control_weight: z.number().describe(weightOf),
            effect: effectSchema.nullable().describe('The effect up to this day.'),
          }),
        )
        .describe('By day, from the start of the baseline.'),
    })
    .meta({ component: 'ExperimentResult' }),
  async run({ ctx, input: { experiment_id: id } }) {
    const experiment = await findExperiment(ctx.services.db, ctx.brand.id, id)
    return { data: { ...serializeExperiment(experiment), ...(await judgeExperiment(ctx, experiment)) } }
  },
})

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
