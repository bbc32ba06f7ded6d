import { z } from 'zod'
import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { promptVersion } from '../prompts/index.ts'
import {
  countGroups,
  entityId,
  figuresShape,
  noAnswers,
  openView,
  periodSchema,
  rank,
  rankEntities,
  serializeFigures,
} from '../visibility/index.ts'
import { enginesOf, enginesSchema, trendSchema, trendsOf } from './breakdowns.ts'
import {
  answerFilters,
  type PromptInContext,
  promptMetricsShape,
  promptsInContext,
  serializePromptMetrics,
} from './prompt-metrics.ts'

export const getPrompt = defineOperation({
  name: 'get-prompt',
  summary: 'Show a prompt with the ranking of the brand and its competitors',
  ...brandRead('read:prompts', '/prompts/{prompt_id}', ['answers', 'readings']),
  shows: promptVersion,
  fields: { prompt_id: uuid, ...answerFilters },
  data: z.object({
    ...promptMetricsShape,
    rankings: z
      .array(
        z.object({
          rank,
          id: entityId,
          name: z.string(),
          is_our_brand: z.boolean(),
          ...figuresShape,
        }),
      )
      .describe('The brand and every active competitor, most visible first.'),
    engines: enginesSchema,
    trend: trendSchema,
  }),
  meta: z.object({ brand_id: z.uuid(), period: periodSchema }),
  async run({ ctx, input: { prompt_id: id, ...filters } }) {
    const [view, row] = await Promise.all([openView(ctx, filters, undefined), readPrompt(ctx, id)])
    const condition = sql.and([view.condition, sql`prompt = ${row.number}`])
    const [groups, trend, engines] = await Promise.all([
      countGroups(ctx, view, view.period, undefined, { condition }),
      trendsOf(ctx, view, [row.number]),
      enginesOf(ctx, view, [row.number]),
    ])
    const counts = groups.get('') ?? noAnswers()
    return {
      data: {
        ...serializePromptMetrics(row, view.entities, counts),
        rankings: rankEntities(view.entities, counts).map((ranked) => ({
          rank: ranked.rank,
          id: ranked.entity.id,
          name: ranked.entity.name,
          is_our_brand: ranked.entity.isOurBrand,
          ...serializeFigures(ranked),
        })),
        engines: engines(row.number),
        trend: trend(row.number),
      },
      meta: { brand_id: ctx.brand.id, period: view.period },
    }
  },
})

/** @throws ApiError not_found for an unknown prompt */
const readPrompt = (ctx: BrandContext, id: string): Promise<PromptInContext> =>
  cacheByDataVersion(ctx.services, ctx.brand, `prompt ${id}`, () =>
    promptsInContext(ctx)
      .where('prompts.id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('prompt')),
  )
