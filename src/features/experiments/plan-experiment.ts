import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { minDays, minPrompts } from '../../lib/statistics/experiment.ts'
import { detectableEffect, powerOf, readPast } from '../../lib/statistics/experiment-plan.ts'
import {
  daysOf,
  lastDays,
  metricCatalog,
  openView,
  plainFilterFields,
  rounded,
  shareField,
  shareOf,
} from '../visibility/index.ts'
import { maxBaselineDays, maxDays, maxPrompts } from './experiment.ts'
import { firstDayWithAnswers, readPrompts } from './read-experiment.ts'

/** Days of answers to plan from. */
const pastDays = 168

const { engine, country } = plainFilterFields

export const planExperiment = defineOperation({
  name: 'get-experiment-plan',
  summary: 'Show what effect an experiment could find, before it starts',
  description:
    'Computed from the answers of the last 168 days to all active prompts, for visibility and a look every day. Effects ' +
    'are assumed to vary between prompts by half of their size.',
  ...brandRead('read:prompts', '/experiments/plan'),
  readsTables: ['answers', 'readings'],
  fields: {
    treated_prompts: z.int().min(minPrompts).max(maxPrompts).describe('Number of treated prompts.'),
    control_prompts: z.int().min(minPrompts).max(maxPrompts).describe('Number of control prompts.'),
    days: z.int().min(minDays).max(maxDays).default(28).describe('Days that count after the start.'),
    baseline_days: z.int().min(minDays).max(maxBaselineDays).default(28).describe('Days before the start.'),
    effect: z.int().min(1).max(100).default(10).describe('Effect to find, in points.'),
    ...{ engine, country },
  },
  data: z
    .object({
      power: z.number().nullable().describe('Probability of finding the effect, 0 to 1. Null with too few answers.'),
      smallest_detectable: z
        .number()
        .nullable()
        .describe('Smallest effect in points that is found in 80% of cases. Null if none is.'),
      visibility_pct: shareField.nullable().describe(metricCatalog.visibility_pct),
      answers_per_prompt: z.number().nullable().describe('Answers to a prompt per day.'),
    })
    .meta({ component: 'ExperimentPlan' }),
  async run({ ctx, input }) {
    const { services, brand } = ctx
    const period = lastDays(pastDays, services.now())
    const filters = { ...(input.engine && { engine: input.engine }), ...(input.country && { country: input.country }) }
    const view = await openView(ctx, filters, undefined)
    const active = await services.db
      .selectFrom('prompts')
      .select(['id', 'number', 'text'])
      .where('brand_id', '=', brand.id)
      .where('is_active', '=', true)
      .execute()
    const counted = active.map((prompt) => ({ ...prompt, is_treated: true }))
    const { prompts } = await readPrompts(ctx, { ...view, period }, 'visibility_pct', counted)
    // Today is not complete.
    const days = { from: firstDayWithAnswers(prompts, daysOf(period)), to: daysOf(period) - 1 }
    const past = readPast(prompts, days, [input.baseline_days, input.days])
    const planned = { treated: input.treated_prompts, controls: input.control_prompts, effect: input.effect / 100 }
    const plan = past && { ...planned, days: input.days, baselineDays: input.baseline_days, past }
    const tenths = plan && detectableEffect(plan)
    return {
      data: {
        power: plan ? rounded(powerOf(plan)) : null,
        smallest_detectable: tenths === undefined ? null : tenths / 10,
        visibility_pct: past ? shareOf('visibility_pct', past.share, 1) : null,
        answers_per_prompt: past ? rounded(past.answersPerDay) : null,
      },
    }
  },
})
