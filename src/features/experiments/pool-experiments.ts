import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { minPooled, poolEffects } from '../../lib/statistics/experiment-pool.ts'
import { rounded } from '../visibility/index.ts'
import { effectSchema, experimentsOf, metrics } from './experiment.ts'
import { readLastLook } from './judge-experiment.ts'

export const poolExperiments = defineOperation({
  name: 'pool-experiments',
  summary: 'Show the mean effect of all finished experiments',
  description:
    'Every finished experiment of the metric counts, not only those with a verdict. Experiments that share prompts with an ' +
    'earlier one, or are not comparable, do not count. The mean needs three.',
  ...brandRead('read:prompts', '/experiments/pooled'),
  readsTables: ['answers', 'readings'],
  fields: { metric: z.enum(metrics).default('visibility_pct').describe('The metric of the experiments.') },
  data: z
    .object({
      effect: effectSchema
        .nullable()
        .describe(`Mean effect with its 95% interval, as effect of an experiment. Null with fewer than ${minPooled}.`),
      experiments: z
        .array(z.object({ id: z.uuid(), name: z.string(), effect: z.number().describe('Its effect.') }))
        .describe('The experiments that count, oldest first.'),
      left_out: z
        .array(z.object({ id: z.uuid(), name: z.string(), reason: z.enum(['shared_prompts', 'not_comparable']) }))
        .describe('Finished experiments that do not count.'),
    })
    .meta({ component: 'PooledExperiments' }),
  async run({ ctx, input: { metric } }) {
    const { services, brand } = ctx
    const finished = await experimentsOf(services.db, brand.id)
      .where('metric', '=', metric)
      .where('ended_on', '<', services.now().toISOString().slice(0, 10))
      .orderBy('started_on')
      .orderBy('id')
      .execute()
    const used = new Set<string>()
    const counted = []
    const left_out = []
    for (const experiment of finished) {
      const { id, name, prompts } = experiment
      const isShared = prompts.some((prompt) => used.has(prompt.id))
      const look = isShared ? undefined : await readLastLook(ctx, experiment)
      if (look === undefined) {
        left_out.push({ id, name, reason: isShared ? ('shared_prompts' as const) : ('not_comparable' as const) })
        continue
      }
      for (const prompt of prompts) used.add(prompt.id)
      counted.push({ id, name, ...look })
    }
    const pooled = poolEffects(counted)
    return {
      data: {
        effect: pooled ? { value: rounded(pooled.value), low: rounded(pooled.low), high: rounded(pooled.high) } : null,
        experiments: counted.map(({ id, name, value }) => ({ id, name, effect: rounded(value) })),
        left_out,
      },
    }
  },
})
