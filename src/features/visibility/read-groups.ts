import type { BrandContext } from '../../core/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Counts } from './count-answers.ts'
import { countGroups, type View } from './view.ts'

export interface GroupCounts {
  counts: Counts
  /** Of the period before, where a comparison is asked for and it has answers. */
  previous: Counts | undefined
}

export interface Groups {
  groups: Map<string, GroupCounts>
  /** Values of the column that could not be read this time. */
  unavailable: string[]
}

/** The share of a request's time that the scan over all groups may take before each is read on its own. */
const shareOfOneScan = 0.4

/**
 * Counts a view's answers in groups of a column, and those of the period before. One scan does; where it fails, each
 * group is read on its own within what is left of the time, so that one bad group leaves the others readable.
 * @throws what the store says, where not even the groups can be listed
 */
export async function readGroups(ctx: BrandContext, view: View, column: Sql): Promise<Groups> {
  const { services } = ctx
  const seconds = services.config.QUERY_TIMEOUT_SECONDS
  const deadline = performance.now() + seconds * 1000
  const left = () => Math.max(1, (deadline - performance.now()) / 1000)
  try {
    return {
      groups: await countBoth(ctx, view, column, view.condition, seconds * shareOfOneScan),
      unavailable: [],
    }
  } catch (error) {
    services.log.warn({ err: error }, 'reading all groups in one scan failed: reading each on its own')
  }
  const groups = new Map<string, GroupCounts>()
  const unavailable: string[] = []
  for (const value of await listValues(ctx, view, column, left())) {
    try {
      const condition = sql.and([sql`${column} = ${value}`, view.condition])
      const found = (await countBoth(ctx, view, column, condition, left())).get(value)
      if (found !== undefined) groups.set(value, found)
    } catch (error) {
      services.log.warn({ err: error, group: value }, 'reading a group failed')
      unavailable.push(value)
    }
  }
  return { groups, unavailable }
}

async function countBoth(
  ctx: BrandContext,
  view: View,
  column: Sql,
  condition: Sql,
  timeoutSeconds: number,
): Promise<Map<string, GroupCounts>> {
  const options = { condition, timeoutSeconds }
  const [now, before] = await Promise.all([
    countGroups(ctx, view, view.period, column, options),
    view.previous === undefined ? undefined : countGroups(ctx, view, view.previous, column, options),
  ])
  return new Map([...now].map(([value, counts]) => [value, { counts, previous: before?.get(value) }]))
}

/** Every value of the column in the brand's readings, whatever the filters: the cheapest way to learn the groups. */
async function listValues(
  { services }: BrandContext,
  { snapshot }: View,
  column: Sql,
  timeoutSeconds: number,
): Promise<string[]> {
  const rows = await services.clickhouse.query<{ value: string }>(
    sql`SELECT DISTINCT toString(${column}) AS value FROM readings
      WHERE brand_id = ${snapshot.brandId} AND version = ${snapshot.version} ORDER BY value`,
    timeoutSeconds,
  )
  return rows.map((row) => row.value)
}
