import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { filterBy, uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { serializeFigures } from './changes/comparison.ts'
import { noAnswers, sumOf } from './count-answers.ts'
import { topCompetitors } from './intervals/leaders.ts'
import { type Bounds, boundsShape, readIntervals, serializeBounds } from './intervals/list-visibility-intervals.ts'
import { figuresOf, type Ranked, rankEntities } from './metrics.ts'
import { type Period, periodSchema, resolvePeriod } from './period.ts'
import { executions, figuresShape } from './shapes.ts'
import { plainFilterFields } from './view/answers-of-view.ts'
import { bucketKey, bucketOfAnswer, bucketsOf, intervals } from './view/buckets.ts'
import { readSteps } from './view/history.ts'
import { countPlanned, nothingPlanned, plannedShape, serializePlanned, sumOfPlanned } from './view/planned-answers.ts'
import { readTopics, type StoredTopic } from './view/topic-tree.ts'
import { computedRows, countGroups, openViewWith, pageOf, type View } from './view/view.ts'

const maxCompetitors = 5
/** A year of weeks. Each point needs as many queries as the intervals of a period. */
const maxIntervals = 53

export const listVisibilityTrend = defineOperation({
  name: 'list-visibility-trend',
  summary: 'List the metrics of the brand and its competitors over time',
  description:
    'Share of voice and ranks count all active competitors, regardless of competitor_id. Days without answers have points ' +
    'with null figures. The first and last week or month contain only their days within the period. The brand comes first.',
  ...brandRead('read:visibility', '/visibility/trend', ['answers', 'readings']),
  fields: {
    ...plainFilterFields,
    interval: z.enum(intervals).default('day').describe('Days, weeks from Monday, or calendar months (UTC).'),
    intervals: z
      .boolean()
      .default(false)
      .describe(`Adds 95% intervals of visibility_pct to up to ${maxIntervals} points per entity.`),
    competitor_id: filterBy(uuid).describe('Active competitors to show. Defaults to the 5 most visible in the period.'),
  },
  list: computedRows,
  data: z.array(
    z.object({
      id: z.uuid().describe('Id of the brand or competitor.'),
      name: z.string(),
      is_our_brand: z.boolean(),
      points: z.array(
        z.object({
          ...periodSchema.shape,
          executions,
          ...plannedShape,
          ...figuresShape,
          intervals: z.object(boundsShape).optional().describe('Only with intervals: of visibility_pct.'),
        }),
      ),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    interval: z.enum(intervals),
    executions,
    ...plannedShape,
  }),
  async facts({ ctx, input, page }) {
    const period = page.after?.period ?? resolvePeriod(input, ctx.services.now())
    const days = [...(await countPlanned(ctx, input, period, 'day'))]
    return bucketsOf(period, input.interval).map(({ start_date, end_date }) => {
      const inBucket = days.filter(([day]) => day >= start_date && day <= end_date)
      return [start_date, sumOfPlanned(inBucket.map(([, counts]) => counts))] as const
    })
  },
  async run({ ctx, input, page, facts }) {
    const planned = new Map(facts)
    const { view, more } = await openViewWith(ctx, input, page.after, async (lastPrompt) =>
      input.intervals
        ? {
            topics: await readTopics(ctx.services, ctx.brand, lastPrompt),
            steps: await readSteps(ctx.services, ctx.brand, input),
          }
        : null,
    )
    if (input.competitor_id !== undefined) await checkCompetitors(ctx, view, input.competitor_id)
    const buckets = bucketsOf(view.period, input.interval)
    if (more !== null && buckets.length > maxIntervals)
      throw invalidRequest(
        `intervals: allowed for at most ${maxIntervals} points; choose a longer interval or a shorter period`,
      )
    const counts = await countGroups(ctx, view, view.period, bucketOfAnswer(buckets))
    const whole = sumOf(counts.values())
    const chosen = chooseEntities(rankEntities(view.entities, whole), input.competitor_id)
    const { rows, next } = pageOf(view, chosen, page.limit)
    const plannedIn = ({ start_date }: { start_date: string }) =>
      serializePlanned(planned.get(start_date) ?? nothingPlanned)
    const bounds = more === null ? undefined : await readBounds(ctx, view, buckets, more)
    const series = buckets.map((bucket, index) => {
      const inBucket = counts.get(bucketKey(bucket)) ?? noAnswers()
      const figures = figuresOf(view.entities, inBucket).map((row) => [row.entity.id, row] as const)
      return { bucket, executions: inBucket.executions, figures: new Map(figures), bounds: bounds?.[index] }
    })
    return {
      data: rows.map(({ entity: { id, name, isOurBrand } }) => ({
        id,
        name,
        is_our_brand: isOurBrand,
        points: series.flatMap(({ bucket, executions, figures, bounds }) => {
          const own = figures.get(id)
          const intervals = bounds === undefined ? {} : { intervals: bounds.get(id) }
          return own === undefined
            ? []
            : [{ ...bucket, executions, ...plannedIn(bucket), ...serializeFigures(own), ...intervals }]
        }),
      })),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        interval: input.interval,
        executions: whole.executions,
        ...serializePlanned(sumOfPlanned(planned.values())),
      },
      next,
    }
  },
})

/** The intervals of visibility by entity, per bucket; one after the other, to leave the database to others. */
async function readBounds(
  ctx: BrandContext,
  view: View,
  buckets: readonly Period[],
  { topics, steps }: { topics: readonly StoredTopic[]; steps: readonly string[] },
) {
  const found: Map<string, Bounds>[] = []
  for (const period of buckets) {
    const { rows } = await readIntervals(ctx, { ...view, period }, topics, steps)
    found.push(
      new Map(rows.map(({ entity, figures }) => [entity.id, serializeBounds(figures.visibility_pct)] as const)),
    )
  }
  return found
}

/** The brand, then the requested or most visible competitors, by rank. */
function chooseEntities(ranked: readonly Ranked[], competitorIds: readonly string[] | undefined): Ranked[] {
  const brand = ranked.filter(({ entity }) => entity.isOurBrand)
  if (competitorIds === undefined) return [...brand, ...topCompetitors(ranked, maxCompetitors)]
  return [...brand, ...ranked.filter(({ entity }) => competitorIds.includes(entity.id))]
}

/** @throws ApiError invalid_request for an unknown or inactive competitor */
async function checkCompetitors(
  { services, brand }: BrandContext,
  view: View,
  competitorIds: readonly string[],
): Promise<void> {
  const active = new Set(view.entities.filter(({ isOurBrand }) => !isOurBrand).map(({ id }) => id))
  const missing = competitorIds.find((id) => !active.has(id))
  if (missing === undefined) return
  const competitors = services.db.selectFrom('competitors').select('id').where('brand_id', '=', brand.id)
  const found = await competitors.where('id', '=', missing).executeTakeFirst()
  throw invalidRequest(
    found === undefined
      ? `competitor_id: the brand has no competitor ${missing}`
      : `competitor_id: the competitor ${missing} is not active`,
  )
}
