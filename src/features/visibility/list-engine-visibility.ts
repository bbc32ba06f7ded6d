import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { serializeComparison, serializeFigures } from './changes/comparison.ts'
import { serializeLeaders } from './intervals/leaders.ts'
import { metricCatalog } from './metric-catalog.ts'
import { compare, isNamed } from './metrics.ts'
import { periodSchema, resolvePeriod } from './period.ts'
import { type Group, readGroups } from './read-groups.ts'
import { comparisonShape, entityId, executions, figuresShape, leadersShape, rank } from './shapes.ts'
import { share, shareField } from './shares.ts'
import { countNoneShown } from './view/answers-of-view.ts'
import { filterFields } from './view/filters.ts'
import { countPlanned, nothingPlanned, type Planned, plannedShape, serializePlanned } from './view/planned-answers.ts'
import { computedRows, openView, pageOf } from './view/view.ts'

const { engine: _axis, ...fields } = filterFields

const data = z.array(
  z.object({
    engine: z.string(),
    executions,
    asked: z.int().describe(metricCatalog.asked),
    shown_pct: shareField.describe(metricCatalog.shown_pct),
    ...plannedShape,
    leader: leadersShape.leader,
    leader_id: leadersShape.leader_id,
    brand: z
      .object({ id: entityId, name: z.string(), rank, ...figuresShape, ...comparisonShape })
      .nullable()
      .describe('Null if the engine’s answers do not mention the brand.'),
    top_competitors: leadersShape.top_competitors,
  }),
)

export const listEngineVisibility = defineOperation({
  name: 'list-engine-visibility',
  summary: 'List the visibility of the brand and its top competitors by engine, most answers first',
  ...brandRead('read:visibility', '/visibility/engines', ['answers', 'readings']),
  fields: {
    ...fields,
    top_competitors: z.int().min(0).max(20).default(5).describe('Competitors per engine.'),
  },
  list: computedRows,
  data,
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    previous_period: periodSchema.optional(),
    unavailable_engines: z
      .array(z.string())
      .describe('Engines that Sightline could not read this time. Their figures are unknown, not zero.'),
    coverage: z
      .array(z.object({ engine: z.string(), ...plannedShape }))
      .describe('Coverage of every planned engine, including engines without answers, which have no row.'),
  }),
  async facts({ ctx, input, page }) {
    const period = page.after?.period ?? resolvePeriod(input, ctx.services.now())
    return [...(await countPlanned(ctx, input, period, 'engine'))]
  },
  async run({ ctx, input, page, facts }) {
    const planned = new Map(facts)
    const view = await openView(ctx, input, page.after)
    const [{ groups, unavailable }, noneShown] = await Promise.all([
      readGroups(ctx, view, sql`engine`),
      countNoneShown(ctx, view),
    ])
    groups.sort((a, b) => b.executions - a.executions || compare(a.value, b.value))
    const { rows, next } = pageOf(view, groups, page.limit)
    return {
      data: rows.map((group) =>
        serializeEngine(
          ctx,
          group,
          noneShown.get(group.value) ?? 0,
          planned.get(group.value) ?? nothingPlanned,
          input.top_competitors,
        ),
      ),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        ...(view.previous === undefined ? {} : { previous_period: view.previous }),
        unavailable_engines: unavailable,
        coverage: facts.map(([engine, counts]) => ({ engine, ...serializePlanned(counts) })),
      },
      next,
      partial: unavailable.length > 0,
    }
  },
})

function serializeEngine(
  { brand }: BrandContext,
  { value, executions, ranked }: Group,
  noneShown: number,
  planned: Planned,
  maxCompetitors: number,
) {
  const own = ranked.find((row) => row.entity.isOurBrand)
  const { top_competitors, ...leader } = serializeLeaders(ranked, maxCompetitors)
  return {
    engine: value,
    executions,
    asked: executions + noneShown,
    shown_pct: share('shown_pct', (100 * executions) / (executions + noneShown)),
    ...serializePlanned(planned),
    ...leader,
    brand:
      own !== undefined && isNamed(own)
        ? {
            id: brand.id,
            name: brand.name,
            rank: own.rank,
            ...serializeFigures(own),
            ...serializeComparison(own),
          }
        : null,
    top_competitors,
  }
}
