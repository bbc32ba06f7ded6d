import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { BrandContext } from '../../../kernel/context.ts'
import { metricCatalog } from '../metric-catalog.ts'
import { type Period, resolvePeriod } from '../period.ts'
import { shareField, shareOf } from '../shares.ts'
import { checkEngines, type FilterInput, readPromptFilters } from './filters.ts'
import type { ViewInput, ViewPosition } from './view.ts'

/** Answers planned by now, and those with a result: an answer, or none shown. */
export interface Planned {
  planned: number
  came: number
  /** Planned answers that failed or are in progress. */
  missing: number
}

const groupings = {
  engine: sql`engine`,
  day: sql`(planned_at at time zone 'UTC')::date`,
  engineAndMarket: sql`engine || ' ' || country`,
  engineMarketAndPrompt: sql`engine || ' ' || country || ' ' || coalesce((select number from prompts where prompts.id = prompt_id)::text, '')`,
}

/**
 * Counts the answers planned by now, for a view's filters and period. An answer that is not stored yet counts
 * as missing, as figures do not include it.
 */
export async function countPlanned(
  { services, brand }: BrandContext,
  input: FilterInput,
  { start_date, end_date }: Period,
  grouping: keyof typeof groupings,
): Promise<Map<string, Planned>> {
  // Runs in parallel with the figures, so it must reject the same filters.
  if (input.engine !== undefined) checkEngines(services, input.engine)
  const now = services.now()
  const conditions: RawBuilder<unknown>[] = (await readPromptFilters(services, brand, input)).map(
    ({ keeps, numbers }) => {
      const named = sql`(select id from prompts where brand_id = ${brand.id} and number = any(${numbers}))`
      return keeps ? sql`prompt_id in ${named}` : sql`prompt_id not in ${named}`
    },
  )
  if (input.engine !== undefined) conditions.push(sql`engine = any(${input.engine})`)
  if (input.country !== undefined) conditions.push(sql`country = any(${input.country})`)
  const { rows } = await sql<Planned & { grouping: string }>`
    select ${groupings[grouping]}::text as grouping, count(*)::int as planned,
      (count(*) filter (where state = 'settled' and outcome in ('answered', 'none_shown')))::int as came,
      (count(*) filter (where state <> 'settled' or outcome = 'failed'))::int as missing
    from collection_slots
    where brand_id = ${brand.id} and planned_at <= ${now} and planned_at >= ${new Date(start_date)}
      and planned_at < ${new Date(Date.parse(end_date) + 86_400_000)}
      ${sql.join(
        conditions.map((condition) => sql`and ${condition}`),
        sql` `,
      )}
    group by ${groupings[grouping]} order by 1`.execute(services.db)
  return new Map(rows.map(({ grouping: value, ...counts }) => [value, counts]))
}

/** Counts the planned answers of a whole list. */
export async function countAllPlanned({
  ctx,
  input,
  page,
}: {
  ctx: BrandContext
  input: ViewInput
  page: { after?: ViewPosition | undefined }
}): Promise<Planned> {
  const period = page.after?.period ?? resolvePeriod(input, ctx.services.now())
  return sumOfPlanned((await countPlanned(ctx, input, period, 'engine')).values())
}

export const plannedShape = {
  planned: z.int().describe('Answers planned by now, with any outcome.'),
  coverage_pct: shareField.nullable().describe(metricCatalog.coverage_pct),
}

export const nothingPlanned: Planned = { planned: 0, came: 0, missing: 0 }

export const serializePlanned = ({ planned, came }: Pick<Planned, 'planned' | 'came'>) => ({
  planned,
  coverage_pct: shareOf('coverage_pct', came, planned),
})

export function sumOfPlanned(groups: Iterable<Planned>): Planned {
  const sum = { ...nothingPlanned }
  for (const { planned, came, missing } of groups) {
    sum.planned += planned
    sum.came += came
    sum.missing += missing
  }
  return sum
}
