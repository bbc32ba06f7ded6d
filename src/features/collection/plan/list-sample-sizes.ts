import { z } from 'zod'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import {
  plannableShare,
  precisionGoals,
  publishedParts,
  type VarianceParts,
} from '../../../lib/statistics/sample-size.ts'
import { enoughDaysForParts, insufficientDataReasons } from '../../../lib/statistics/variance-parts.ts'
import {
  allComputedRows,
  openViewWith,
  pageOf,
  periodSchema,
  plainFilterFields,
  readTopics,
  readVariance,
  rounded,
  shareField,
  share as shownShare,
  type VisibilityVariance,
} from '../../visibility/index.ts'
import { type PlannedDesign, readPlannedDesign } from './planned-design.ts'
import { minDays, type SampleSizeRow, sampleSizeNeeds, sampleSizeRows, variedDimensions } from './sample-size-rows.ts'

/** The share with the largest variance, if none is known. */
const unknownShare = 0.5
const daysOfMonth = 30
const publishedSource =
  '528 answers of two engines to 132 shopping prompts, two runs each: github.com/amplifying-ai/ai-product-bench'

const part = z.number().describe('Fraction of p(1−p), where p is share_pct.')
const usd = z.number().nullable()

const rowSchema = z.object({
  vary: z
    .enum(variedDimensions)
    .describe(
      'What this row varies; the rest follows the current plan. `prompts_more_often`: more prompts, each run best.times as often, if that needs fewer answers.',
    ),
  prompts: z.int(),
  runs_per_day: z
    .number()
    .describe('Average answers per prompt and day, over all engines, markets, runs and replicates.'),
  days: z.int(),
  answers: z.int().describe('Answers in these days; for the goal change, in each of two periods.'),
  usd: usd.describe('Cost of these answers. Null without a plan or a known price.'),
  usd_per_month: usd.describe('Cost per 30 days.'),
  points: z
    .number()
    .nullable()
    .describe(
      'Half width of the interval, or the change detected in 4 of 5 cases, in percentage points. Null with fewer than 5 prompts, or for prompts_like_these with fewer than 5 topics.',
    ),
  points_per_usd: z
    .number()
    .nullable()
    .describe('Points of interval width saved per additional dollar, compared with the previous row.'),
  is_now: z.boolean().describe('Whether this is the current plan.'),
  is_least: z.boolean().describe('Whether this is the smallest value that reaches the goal.'),
})

export const listSampleSizes = defineOperation({
  name: 'list-sample-sizes',
  summary: 'Estimate the prompts, runs and days that a target precision needs, and its cost',
  description:
    'Rows show the effect of more prompts, runs or days on the current plan. Variances come from the brand’s answers if ' +
    `these cover at least ${enoughDaysForParts} days, else from published answers; \`variance\` says which. Dates and filters ` +
    'select the answers and plans.',
  ...brandRead('read:visibility', '/visibility/sample-size'),
  readsTables: ['answers', 'readings'],
  // Prices and costs change without a new data version.
  entityTag: 'content',
  fields: {
    ...plainFilterFields,
    goal: z
      .enum(precisionGoals)
      .default('change')
      .describe(
        'The goal: detect a change between two periods of the same length, or reach an interval of this half width with other prompts like these or with exactly these.',
      ),
    points: z.int().min(1).max(50).default(5).describe('Target change or half width, in percentage points.'),
    days: z.int().min(2).max(400).default(daysOfMonth).describe('Days in which to reach the goal.'),
    share_pct: z
      .int()
      .min(1)
      .max(99)
      .optional()
      .describe('The visibility to plan for. Defaults to the brand’s own, or 50 without answers.'),
  },
  list: allComputedRows,
  data: z.array(rowSchema),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema.describe('Period of the answers that determine the variance.'),
    goal: z.enum(precisionGoals),
    points: z.int(),
    days: z.int(),
    share_pct: shareField.describe('The visibility to plan for, from 5 to 95.'),
    share_basis: z.enum(['given', 'own', 'unknown']),
    needed: z
      .object({
        prompts: z.int().nullable().describe('At most 2,000.'),
        times: z.int().nullable().describe('Factor on the current frequency, at most 24.'),
        days: z.int().nullable().describe('At most 400.'),
        best: z
          .object({ prompts: z.int(), times: z.int() })
          .nullable()
          .describe('The combination of prompts and frequency with the fewest answers.'),
      })
      .describe(
        'The smallest value of each that reaches the goal with the rest unchanged, and the combination with the fewest answers. Null if no value does.',
      ),
    least_days: z
      .int()
      .nullable()
      .describe(
        'Minimum days for any number and frequency of prompts, as days vary. Null if the goal is never reached.',
      ),
    prompts: z.int().describe('Prompts in the current plans.'),
    engines: z.array(
      z.object({
        engine: z.string(),
        runs_per_day: z.number().describe('Average answers per prompt and day.'),
        usd_per_answer: usd,
        usd_basis: z
          .enum(['measured', 'typical', 'at_most'])
          .nullable()
          .describe(
            'Mean cost of its answers in the last 30 days, cost of the usage shipped with the prices, or a fixed price.',
          ),
      }),
    ),
    engines_basis: z
      .enum(['plans', 'answers', 'assumed'])
      .describe(
        'Source of the current frequency: plans, existing answers, or an assumption of one engine once a day. Without prompts, runs and days are shown for 20.',
      ),
    clustered_by: z
      .enum(['prompt', 'topic'])
      .describe(
        'As in list-visibility-intervals. With `topic`, additional prompts are assumed to have the same number of prompts per topic.',
      ),
    variance: z
      .object({
        basis: z.enum(['own', 'published']),
        reason: z
          .enum(insufficientDataReasons)
          .nullable()
          .describe(
            `Why the brand’s own variance is not used: few_days (fewer than ${enoughDaysForParts} with answers), few_prompts (fewer than 5), all_alike (all answers mention it, or none).`,
          ),
        source: z.string().nullable().describe('Source of published variances.'),
        answers: z.int(),
        prompts: z.int(),
        days: z.int(),
        prompt: part,
        prompt_engine: part,
        run: part,
        day: part,
        day_correlation: z
          .number()
          .describe(
            'Correlation of adjacent days with answers, from 0 to 0.95; assumed to be 0.5 in published variances.',
          ),
        prompt_change: part,
      })
      .describe(
        'Variance between prompts, between engines for one prompt, between single answers, between days, and of changes between prompts. The answer counts are the brand’s own.',
      ),
  }),
  async run({ ctx, input, page }) {
    const { view, more: topics } = await openViewWith(ctx, input, page.after, (lastPrompt) =>
      readTopics(ctx.services, ctx.brand, lastPrompt),
    )
    const variance = await readVariance(ctx, view, topics)
    const planned = await readPlannedDesign(ctx, input, variance)
    const { goal, points, days } = input
    const { share, share_basis } = shareOf(variance, input.share_pct)
    const parts = typeof variance.parts === 'string' ? publishedParts(share) : variance.parts
    const model = { goal, share, parts }
    const design = { ...planned.design, days }
    const needed = sampleSizeNeeds(model, design, points / 100)
    const { rows, next } = pageOf(view, sampleSizeRows(planned, model, days, needed), page.limit)
    const { period } = view
    return {
      data: rows.map(serializeRow),
      meta: {
        brand_id: ctx.brand.id,
        ...{
          period,
          goal,
          points,
          days,
          share_pct: shownShare('share_pct', 100 * share),
          share_basis,
          needed,
        },
        least_days: minDays(model, design, points / 100),
        ...serializePlanned(planned),
        clustered_by: variance.by,
        variance: serializeVariance(variance, parts),
      },
      next,
    }
  },
})

function shareOf({ share }: VisibilityVariance, given: number | undefined) {
  if (given !== undefined) return { share: plannableShare(given / 100), share_basis: 'given' as const }
  if (share === null) return { share: unknownShare, share_basis: 'unknown' as const }
  return { share: plannableShare(share), share_basis: 'own' as const }
}

const dollars = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6)

function serializeRow({ vary, design, answers, points, ...row }: SampleSizeRow) {
  return {
    vary,
    prompts: design.prompts,
    runs_per_day: rounded(design.runsPerDay),
    days: design.days,
    answers: Math.round(answers),
    usd: dollars(row.usd),
    usd_per_month: dollars(row.usdPerDay === null ? null : daysOfMonth * row.usdPerDay),
    points: rounded(points),
    points_per_usd: row.pointsPerUsd === null ? null : Number(row.pointsPerUsd.toPrecision(4)),
    is_now: row.isNow,
    is_least: row.isLeast,
  }
}

const serializePlanned = ({ basis, prompts, engines }: PlannedDesign) => ({
  prompts,
  engines: engines.map((one) => ({
    engine: one.engine,
    runs_per_day: rounded(one.runsPerDay),
    usd_per_answer: dollars(one.usd),
    usd_basis: one.basis,
  })),
  engines_basis: basis,
})

const serializeVariance = ({ parts: own, answers, prompts, days }: VisibilityVariance, parts: VarianceParts) => ({
  ...(typeof own === 'string'
    ? { basis: 'published' as const, reason: own, source: publishedSource }
    : { basis: 'own' as const, reason: null, source: null }),
  answers,
  prompts,
  days,
  prompt: Number(parts.prompt.toFixed(4)),
  prompt_engine: Number(parts.promptEngine.toFixed(4)),
  run: Number(parts.run.toFixed(4)),
  day: Number(parts.day.toFixed(4)),
  day_correlation: Number(parts.dayCorrelation.toFixed(4)),
  prompt_change: Number(parts.promptChange.toFixed(4)),
})
