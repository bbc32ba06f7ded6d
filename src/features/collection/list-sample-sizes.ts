import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import {
  plannableShare,
  precisionGoals,
  publishedParts,
  type VarianceParts,
} from '../../lib/statistics/sample-size.ts'
import { enoughDaysForParts, insufficientDataReasons } from '../../lib/statistics/variance-parts.ts'
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
} from '../visibility/index.ts'
import { type PlannedDesign, readPlannedDesign } from './planned-design.ts'
import {
  minDays,
  type SampleSizeRow,
  sampleSizeNeeds,
  sampleSizeRows,
  variedDimensions,
} from './sample-size-rows.ts'

/** Where nothing is known of a share, the one that varies most. */
const unknownShare = 0.5
const daysOfMonth = 30
const publishedSource =
  '528 answers of two engines to 132 shopping prompts, two runs each: github.com/amplifying-ai/ai-product-bench'

const part = z.number().describe('As a part of p(1−p), p being share_pct')
const usd = z.number().nullable()

const rowSchema = z.object({
  vary: z
    .enum(variedDimensions)
    .describe(
      'What this row has more of than the one before; the rest is as it is asked now. prompts_more_often: more prompts, asked best.times as often, where that takes fewer answers',
    ),
  prompts: z.int(),
  runs_per_day: z
    .number()
    .describe('Answers to one prompt in a day, on average: of all engines, markets, rounds and repetitions'),
  days: z.int(),
  answers: z.int().describe('In these days; for a change, in each of two periods'),
  usd: usd.describe('What these answers cost; null where nobody is asked by a plan, or a price is not known'),
  usd_per_month: usd.describe('The same in 30 days'),
  points: z
    .number()
    .nullable()
    .describe(
      'In percentage points: the half width of the interval, or the change that is found in 4 of 5 cases. Null where fewer than 5 prompts, or topics, may not speak of others',
    ),
  points_per_usd: z
    .number()
    .nullable()
    .describe('By how many points each dollar beyond those of the row before makes it surer'),
  is_now: z.boolean().describe('It is asked like this already'),
  is_least: z.boolean().describe('The least of what is varied by which the goal is reached'),
})

export const listSampleSizes = defineOperation({
  name: 'list-sample-sizes',
  summary:
    'How many prompts, runs and days make visibility as sure as wanted, and what each further dollar buys',
  description:
    'Rows show what more prompts, more runs or more days come to while the rest stays as it is asked now. What answers vary by ' +
    `is read off the brand’s own once it has ${enoughDaysForParts} days of them, and taken from published answers before: \`variance\` says which. ` +
    'Dates and filters say whose answers and which plans.',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  readsTables: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/visibility/sample-size', limit: 'read' },
  // Prices and what answers have cost change without the version of the brand's data.
  entityTag: 'content',
  fields: {
    ...plainFilterFields,
    goal: z
      .enum(precisionGoals)
      .default('change')
      .describe(
        'What is wanted: to find a change between two equally long periods, or an interval of that half width with other prompts like these, or with exactly these',
      ),
    points: z
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('The change or half width that is wanted, in percentage points'),
    days: z.int().min(2).max(400).default(daysOfMonth).describe('Days in which it is to be reached'),
    share_pct: z
      .int()
      .min(1)
      .max(99)
      .optional()
      .describe('The visibility to plan for; the brand’s own where not given, 50 where it has no answers'),
  },
  list: allComputedRows,
  data: z.array(rowSchema),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema.describe('Of the answers that say how they vary'),
    goal: z.enum(precisionGoals),
    points: z.int(),
    days: z.int(),
    share_pct: shareField.describe('The visibility to plan for, from 5 to 95'),
    share_basis: z.enum(['given', 'own', 'unknown']),
    needed: z
      .object({
        prompts: z.int().nullable().describe('At most 2,000'),
        times: z.int().nullable().describe('Times as often as now, at most 24'),
        days: z.int().nullable().describe('At most 400'),
        best: z
          .object({ prompts: z.int(), times: z.int() })
          .nullable()
          .describe('Prompts and how many times as often they are asked, with the fewest answers'),
      })
      .describe(
        'The least of each by which the goal is reached while the rest stays, and what reaches it with the fewest answers; null where nothing does',
      ),
    least_days: z
      .int()
      .nullable()
      .describe(
        'Days before which no number of prompts reaches it, however often they are asked, since days differ; null for never',
      ),
    prompts: z.int().describe('Prompts that are asked now'),
    engines: z.array(
      z.object({
        engine: z.string(),
        runs_per_day: z.number().describe('Answers to one prompt in a day, on average'),
        usd_per_answer: usd,
        usd_basis: z
          .enum(['measured', 'at_most'])
          .nullable()
          .describe(
            'The mean of what its answers have cost in the last 30 days, or the most that one can cost',
          ),
      }),
    ),
    engines_basis: z
      .enum(['plans', 'answers', 'assumed'])
      .describe(
        'Whether plans say who is asked how often, or the answers that there are; assumed: one engine, once a day. Where no prompt is asked yet, runs and days are shown for 20',
      ),
    clustered_by: z
      .enum(['prompt', 'topic'])
      .describe(
        'As the intervals have it; where topics hold several wordings, further prompts are taken to come in as many topics each',
      ),
    variance: z
      .object({
        basis: z.enum(['own', 'published']),
        reason: z
          .enum(insufficientDataReasons)
          .nullable()
          .describe(
            `Why not the brand’s own: few_days (fewer than ${enoughDaysForParts} with answers), few_prompts (fewer than 5), all_alike (none of the answers names it, or all do)`,
          ),
        source: z.string().nullable().describe('Of what is published'),
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
        'What answers vary by: between prompts, between engines of one prompt, between single answers, between days, and between prompts in how they change. The numbers of answers are the brand’s own',
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

const serializeVariance = (
  { parts: own, answers, prompts, days }: VisibilityVariance,
  parts: VarianceParts,
) => ({
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
