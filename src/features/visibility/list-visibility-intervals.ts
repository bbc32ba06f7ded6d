import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { plainFilterFields } from './answers-of-view.ts'
import { countClusters } from './count-clusters.ts'
import { type FigureIntervals, figureIntervals, intervalReasons } from './figure-intervals.ts'
import { metricCatalogue } from './metric-catalogue.ts'
import { rankEntities, rounded } from './metrics.ts'
import { periodSchema } from './period.ts'
import { countAllPlanned, nothingPlanned, plannedShape, serializePlanned } from './planned-answers.ts'
import { entityId, executions, figure } from './shapes.ts'
import { readTopics, type StoredTopic } from './topic-tree.ts'
import { computedRows, openViewWith, pageOf, type View } from './view.ts'

const interval = z.object({ low: z.number(), high: z.number() }).nullable()

const intervalsShape = (meaning: string) =>
  z
    .object({
      value: figure,
      prompts_like_these: interval.describe(metricCatalogue.prompts_like_these),
      these_prompts: interval.describe(metricCatalogue.these_prompts),
      reason: z
        .enum(intervalReasons)
        .nullable()
        .describe(
          'Why an interval is missing: few_prompts (fewer than 5, or too alike or too unequal to tell), one_prompt, one_day, not_named (no answers to count), being_read (a competitor whose history is being read); null where none is',
        ),
    })
    .describe(meaning)

export const listVisibilityIntervals = defineOperation({
  name: 'list-visibility-intervals',
  summary: 'How sure the figures of the brand and its competitors are, most visible first',
  description:
    'Each figure has two intervals: with other prompts like these, which is why two tools differ, and with exactly these ' +
    'prompts on other days, which is why two runs differ. An interval covers chance: not that an API answers ' +
    'otherwise than the engine’s own interface, nor topics that were not asked about.',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  madeOf: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/visibility/intervals', limit: 'read' },
  fields: plainFilterFields,
  list: computedRows,
  data: z.array(
    z.object({
      id: entityId,
      name: z.string(),
      is_our_brand: z.boolean(),
      visibility_pct: intervalsShape(metricCatalogue.visibility_pct),
      market_share_pct: intervalsShape(metricCatalogue.market_share_pct),
      sentiment_score: intervalsShape(metricCatalogue.sentiment_score),
      avg_rank: intervalsShape(metricCatalogue.avg_rank),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    prompts: z.int().describe('Prompts with answers, also deleted ones'),
    answers: executions,
    days: z.int().describe('Days with answers'),
    confidence: z.int().describe('Of both intervals, in percent'),
    clustered_by: z
      .enum(['prompt', 'topic'])
      .describe(
        'What the intervals of prompts like these take for independent: prompts, or topics where ten or more have answers ' +
          'and hold several wordings. They then speak of other topics like these',
      ),
    coverage: z.object(plannedShape),
  }),
  async run({ ctx, input, page }) {
    const { view, more: topics } = await openViewWith(ctx, input, page.after, (lastPrompt) =>
      readTopics(ctx.services, ctx.brand, lastPrompt),
    )
    const { by, prompts, days, answers, rows } = await readIntervals(ctx, view, topics)
    const { rows: shown, next } = pageOf(view, rows, page.limit)
    return {
      data: shown.map(({ entity: { id, name, isOurBrand }, figures }) => ({
        id,
        name,
        is_our_brand: isOurBrand,
        visibility_pct: serializeIntervals(figures.visibility_pct),
        market_share_pct: serializeIntervals(figures.market_share_pct),
        sentiment_score: serializeIntervals(figures.sentiment_score),
        avg_rank: serializeIntervals(figures.avg_rank),
      })),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        prompts,
        answers,
        days,
        confidence: 95,
        clustered_by: by,
        coverage: serializePlanned(nothingPlanned),
      },
      next,
    }
  },
  besides: {
    read: countAllPlanned,
    add: ({ meta, ...result }, planned) => ({
      ...result,
      ...(meta !== undefined && { meta: { ...meta, coverage: serializePlanned(planned) } }),
    }),
  },
})

/** The entities of a view by their rank, each with its figures and how sure these are, unrounded. */
export async function readIntervals(ctx: BrandContext, view: View, topics: readonly StoredTopic[]) {
  const { by, prompts, days, counts, entities } = await countClusters(ctx, view, topics)
  const rows = rankEntities(view.entities, counts).map(({ entity }) => ({
    entity,
    figures: figureIntervals(view.entities, entities.get(entity.number)),
  }))
  return { by, prompts, days, answers: counts.executions, rows }
}

const roundedInterval = (bounds: FigureIntervals['thesePrompts']) =>
  bounds === null ? null : { low: rounded(bounds.low), high: rounded(bounds.high) }

const serializeIntervals = ({ value, promptsLikeThese, thesePrompts, reason }: FigureIntervals) => ({
  value: rounded(value),
  prompts_like_these: roundedInterval(promptsLikeThese),
  these_prompts: roundedInterval(thesePrompts),
  reason,
})
