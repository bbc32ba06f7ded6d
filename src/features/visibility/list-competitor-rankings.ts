import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { compareRanks, movers, serializeComparison, serializeFigures } from './changes/comparison.ts'
import { periodSchema } from './period.ts'
import { comparisonShape, deltasShape, entityId, executions, figuresShape, rank } from './shapes.ts'
import { filterFields } from './view/filters.ts'
import { computedRows, countAll, openView, pageOf } from './view/view.ts'

const mover = z
  .object({
    id: entityId,
    name: z.string(),
    is_our_brand: z.boolean(),
    ...deltasShape,
  })
  .meta({ component: 'Mover' })

export const listCompetitorRankings = defineOperation({
  name: 'list-competitor-rankings',
  summary: 'Rank the brand and its competitors by visibility',
  description:
    'Every active competitor has a row, also without mentions. The figures of a new competitor are null until Sightline ' +
    'has read the brand’s history for it.',
  ...brandRead('read:visibility', '/competitors/rankings', ['answers', 'readings']),
  fields: filterFields,
  list: computedRows,
  data: z.array(
    z.object({
      rank,
      id: entityId,
      name: z.string(),
      is_our_brand: z.boolean(),
      ...figuresShape,
      ...comparisonShape,
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    total_competitors: z.int().describe('Number of competitors, excluding the brand.'),
    executions,
    previous_period: periodSchema.optional(),
    movers: z.object({ gainers: z.array(mover), losers: z.array(mover) }).optional(),
  }),
  async run({ ctx, input, page }) {
    const view = await openView(ctx, input, page.after)
    const [counts, previous] = await Promise.all([
      countAll(ctx, view, view.period),
      view.previous === undefined ? undefined : countAll(ctx, view, view.previous),
    ])
    const ranked = compareRanks(view.entities, counts, previous)
    const { rows, next } = pageOf(view, ranked, page.limit)
    return {
      data: rows.map((row) => ({
        rank: row.rank,
        id: row.entity.id,
        name: row.entity.name,
        is_our_brand: row.entity.isOurBrand,
        ...serializeFigures(row),
        ...serializeComparison(row),
      })),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        total_competitors: view.entities.length - 1,
        executions: counts.executions,
        ...(view.previous === undefined ? {} : { previous_period: view.previous, movers: movers(ranked) }),
      },
      next,
    }
  },
})
