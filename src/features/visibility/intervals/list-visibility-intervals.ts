import { z } from 'zod'
import type { BrandContext } from '../../../kernel/context.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { minTopics } from '../../../lib/statistics/ratio-interval.ts'
import type { IntervalName } from '../entity-sums.ts'
import { metricCatalog } from '../metric-catalog.ts'
import { rankEntities, rounded, shownChange } from '../metrics.ts'
import { periodSchema } from '../period.ts'
import { entityId, executions, figure } from '../shapes.ts'
import { shownFigure } from '../shares.ts'
import { plainFilterFields } from '../view/answers-of-view.ts'
import { readSteps } from '../view/history.ts'
import { countAllPlanned, plannedShape, serializePlanned } from '../view/planned-answers.ts'
import { readTopics, type StoredTopic } from '../view/topic-tree.ts'
import { computedRows, openViewWith, pageOf, type View } from '../view/view.ts'
import { countClusters } from './count-clusters.ts'
import { type FigureIntervals, figureIntervals, intervalReasons } from './figure-intervals.ts'
import { type Lead, leadsOf, leadVerdicts } from './leads.ts'

const spokenOf = ['prompts_like_these', 'these_topics', 'topics_like_these'] as const

const interval = z.object({ low: z.number(), high: z.number() }).nullable()

export const boundsShape = {
  prompts_like_these: interval.describe(metricCatalog.prompts_like_these),
  these_prompts: interval.describe(metricCatalog.these_prompts),
  reason: z
    .enum(intervalReasons)
    .nullable()
    .describe(
      'Why an interval is missing or less reliable. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading this competitor’s history; `short_history`: both intervals exist, but with fewer than 14 days of answers before the period they can miss variation over several weeks. Null if nothing is missing.',
    ),
}

const intervalsShape = (meaning: string) => z.object({ value: figure, ...boundsShape }).describe(meaning)

const leadShape = z
  .object({
    value: z
      .number()
      .nullable()
      .describe('visibility_pct of the brand minus that of this competitor, both as shown, in percentage points.'),
    ...boundsShape,
    is_real: z
      .enum(leadVerdicts)
      .nullable()
      .describe(
        'Whether the lead of either entity is statistically significant. `yes_also_with_other_prompts`: with these prompts on other days and with other prompts; `yes_for_these_prompts`: only with these prompts; `not_clear`. Tested over all competitors together (Benjamini and Hochberg). Null if it cannot be tested: see reason.',
      ),
  })
  .nullable()
  .describe(metricCatalog.lead)

export const listVisibilityIntervals = defineOperation({
  name: 'list-visibility-intervals',
  summary: 'List confidence intervals for the figures of the brand and its competitors',
  description:
    'Each figure has two intervals: one for other prompts like these, which is why two tools differ, and one for exactly ' +
    'these prompts on other days, which is why two runs differ. Intervals cover random variation only, not differences ' +
    'between an API and the engine’s website, nor topics without prompts. Most visible first.',
  ...brandRead('read:visibility', '/visibility/intervals', ['answers', 'readings']),
  fields: plainFilterFields,
  list: computedRows,
  data: z.array(
    z.object({
      id: entityId,
      name: z.string(),
      is_our_brand: z.boolean(),
      visibility_pct: intervalsShape(metricCatalog.visibility_pct),
      market_share_pct: intervalsShape(metricCatalog.market_share_pct),
      sentiment_score: intervalsShape(metricCatalog.sentiment_score),
      avg_rank: intervalsShape(metricCatalog.avg_rank),
      recommended_pct: intervalsShape(metricCatalog.recommended_pct),
      lead: leadShape,
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    prompts: z.int().describe('Prompts with answers, including deleted prompts.'),
    answers: executions,
    days: z.int().describe('Days with answers.'),
    confidence: z.int().describe('Confidence level of both intervals, in percent.'),
    speaks_of: z
      .enum(spokenOf)
      .describe(
        'What prompts_like_these applies to. `prompts_like_these`: no prompt has a topic; `these_topics`: other prompts of these 1 to 4 topics, never of other topics; `topics_like_these`: other topics too, with 5 or more topics with answers. For sentiment and average position, it applies to these topics if fewer than 5 topics have answers that mention the entity.',
      ),
    clustered_by: z
      .enum(['prompt', 'topic'])
      .describe(
        '`prompt`: prompts_like_these treats prompts as independent; `topic`: it uses the larger of the variances by prompt and by topic, with 5 or more topics with answers.',
      ),
    coverage: z.object(plannedShape),
  }),
  facts: countAllPlanned,
  async run({ ctx, input, page, facts }) {
    const { view, more } = await openViewWith(ctx, input, page.after, async (lastPrompt) => ({
      topics: await readTopics(ctx.services, ctx.brand, lastPrompt),
      steps: await readSteps(ctx.services, ctx.brand, input),
    }))
    const { topics, prompts, days, answers, rows } = await readIntervals(ctx, view, more.topics, more.steps)
    const { rows: shown, next } = pageOf(view, rows, page.limit)
    const own = rows.find(({ entity }) => entity.isOurBrand)?.figures.visibility_pct.value ?? null
    return {
      data: shown.map(({ entity: { id, name, isOurBrand }, figures, lead }) => ({
        id,
        name,
        is_our_brand: isOurBrand,
        visibility_pct: serializeFigure('visibility_pct', figures),
        market_share_pct: serializeFigure('market_share_pct', figures),
        sentiment_score: serializeFigure('sentiment_score', figures),
        avg_rank: serializeFigure('avg_rank', figures),
        recommended_pct: serializeFigure('recommended_pct', figures),
        lead: lead === undefined ? null : serializeLead(lead, own, figures.visibility_pct.value),
      })),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        prompts,
        answers,
        days,
        confidence: 95,
        speaks_of: speaksOf(topics),
        clustered_by: topics < minTopics ? ('prompt' as const) : ('topic' as const),
        coverage: serializePlanned(facts),
      },
      next,
    }
  },
})

/** The entities of a view by rank, with their figures, leads and intervals, unrounded. */
export async function readIntervals(
  ctx: BrandContext,
  view: View,
  topics: readonly StoredTopic[],
  steps: readonly string[],
) {
  const { counts, clusters, asked, ...found } = await countClusters(ctx, view, topics, steps)
  const leads = leadsOf(view.entities, clusters, asked)
  const rows = rankEntities(view.entities, counts).map(({ entity }) => ({
    entity,
    figures: figureIntervals(entity, view.entities, clusters, asked),
    lead: leads.get(entity.number),
  }))
  return { ...found, prompts: clusters.length, answers: counts.executions, rows }
}

const speaksOf = (topics: number): (typeof spokenOf)[number] =>
  topics === 0 ? 'prompts_like_these' : topics < minTopics ? 'these_topics' : 'topics_like_these'

const roundedInterval = (bounds: FigureIntervals['thesePrompts']) =>
  bounds === null ? null : { low: rounded(bounds.low), high: rounded(bounds.high) }

const serializeFigure = (name: IntervalName, figures: Record<IntervalName, FigureIntervals>) => ({
  value: shownFigure(name, figures[name].value),
  ...serializeBounds(figures[name]),
})

export const serializeBounds = ({ promptsLikeThese, thesePrompts, reason }: FigureIntervals) => ({
  prompts_like_these: roundedInterval(promptsLikeThese),
  these_prompts: roundedInterval(thesePrompts),
  reason,
})

export type Bounds = ReturnType<typeof serializeBounds>

function serializeLead({ isReal, ...lead }: Lead, own: number | null, theirs: number | null) {
  return { value: shownChange(own, theirs), ...serializeBounds(lead), is_real: isReal }
}
