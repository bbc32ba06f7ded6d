import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { type FilterInput, readPromptFilters } from './filters.ts'
import { metricCatalogue } from './metric-catalogue.ts'
import { rounded } from './metrics.ts'
import type { Period } from './period.ts'

/** Questions that were to be asked by now, and those of them that have a result: an answer, or that none was shown. */
export interface Planned {
  planned: number
  came: number
}

const groupings = {
  engine: sql`engine`,
  day: sql`(planned_at at time zone 'UTC')::date`,
}

/**
 * Counts the questions of a view's filters and period that were to be asked by now. An answer that still waits to be stored
 * is in no figure, and has not come.
 */
export async function countPlanned(
  { services, brand }: BrandContext,
  input: FilterInput,
  { start_date, end_date }: Period,
  grouping: keyof typeof groupings,
): Promise<Map<string, Planned>> {
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
      (count(*) filter (where state = 'settled' and outcome in ('answered', 'none_shown')))::int as came
    from collection_slots
    where brand_id = ${brand.id} and planned_at <= ${now} and planned_at >= ${new Date(start_date)}
      and planned_at < ${new Date(Date.parse(end_date) + 86_400_000)}
      ${sql.join(
        conditions.map((condition) => sql`and ${condition}`),
        sql` `,
      )}
    group by ${groupings[grouping]} order by 1`.execute(services.db)
  return new Map(rows.map(({ grouping: value, planned, came }) => [value, { planned, came }]))
}

/** How much of what was planned is behind figures. */
export const plannedShape = {
  planned: z.int().describe('Questions that were to be asked by now, whatever came of them'),
  coverage_pct: z.number().nullable().describe(metricCatalogue.coverage_pct),
}

export const nothingPlanned: Planned = { planned: 0, came: 0 }

export const serializePlanned = ({ planned, came }: Planned) => ({
  planned,
  coverage_pct: planned === 0 ? null : rounded((100 * came) / planned),
})

export function sumOfPlanned(groups: Iterable<Planned>): Planned {
  const sum = { ...nothingPlanned }
  for (const { planned, came } of groups) {
    sum.planned += planned
    sum.came += came
  }
  return sum
}
