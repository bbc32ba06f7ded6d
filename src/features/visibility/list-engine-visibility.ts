import { z } from 'zod'
import type { BrandContext } from '../../core/context.ts'
import { defineOperation } from '../../core/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { type Compared, compareRanks, shownComparison, shownFigures } from './comparison.ts'
import { type Counts, noAnswers } from './count-answers.ts'
import { filterFields } from './filters.ts'
import { rounded } from './metrics.ts'
import { periodSchema } from './period.ts'
import { readGroups } from './read-groups.ts'
import { comparisonShape, figure, figuresShape } from './shapes.ts'
import { computedRows, openView, pageOf, type View } from './view.ts'

const { engine: _axis, ...fields } = filterFields

export const listEngineVisibility = defineOperation({
  name: 'list-engine-visibility',
  summary: 'The brand and its top competitors on each AI search engine, engines with most answers first',
  on: 'brand',
  access: 'read:visibility',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/visibility/engines', limit: 'read' },
  fields: {
    ...fields,
    top_competitors: z.int().min(0).max(20).default(5).describe('Competitors shown per engine'),
  },
  list: computedRows,
  data: z.array(
    z.object({
      engine: z.string(),
      executions: z.int().describe('Answers counted'),
      leader: z
        .string()
        .nullable()
        .describe('Who is first, the brand or a competitor; null where nobody is named'),
      brand: z
        .object({ name: z.string(), rank: z.int(), ...figuresShape, ...comparisonShape })
        .nullable()
        .describe('Null where the engine’s answers do not name it'),
      top_competitors: z.array(
        z.object({ name: z.string(), rank: z.int(), visibility_pct: figure, market_share_pct: figure }),
      ),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    previous_period: periodSchema.optional(),
    unavailable_engines: z.array(z.string()).describe('Could not be read this time: unknown, not zero'),
  }),
  async run({ ctx, input, page }) {
    const view = await openView(ctx, input, page.after)
    const { groups, unavailable } = await readGroups(ctx, view, sql`engine`)
    const engines = [...groups].sort(
      ([a, { counts: x }], [b, { counts: y }]) => y.executions - x.executions || (a < b ? -1 : 1),
    )
    const { rows, next } = pageOf(view, engines, page.limit)
    return {
      data: rows.map(([engine, { counts, previous }]) =>
        showEngine(ctx, view, engine, counts, previous, input.top_competitors),
      ),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        ...(view.previous === undefined ? {} : { previous_period: view.previous }),
        unavailable_engines: unavailable,
      },
      next,
    }
  },
})

function showEngine(
  ctx: BrandContext,
  view: View,
  engine: string,
  counts: Counts,
  previous: Counts | undefined,
  top: number,
) {
  const before = view.previous === undefined ? undefined : (previous ?? noAnswers())
  const ranked = compareRanks(view.entities, counts, before)
  const [first] = ranked
  const own = ranked.find((row) => row.entity.isOurBrand)
  return {
    engine,
    executions: counts.executions,
    leader: isNamed(first) ? first.entity.name : null,
    brand: isNamed(own)
      ? { name: ctx.brand.name, rank: own.rank, ...shownFigures(own), ...shownComparison(own) }
      : null,
    top_competitors: ranked
      .filter((row) => !row.entity.isOurBrand && row.entity.isRead)
      .slice(0, top)
      .map(({ entity, rank, visibility, marketShare }) => ({
        name: entity.name,
        rank,
        visibility_pct: rounded(visibility),
        market_share_pct: rounded(marketShare),
      })),
  }
}

const isNamed = (row: Compared | undefined): row is Compared => row !== undefined && (row.visibility ?? 0) > 0
