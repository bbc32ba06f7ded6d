import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { type Compared, compareRanks } from './changes/comparison.ts'
import { type Counts, noAnswers } from './count-answers.ts'
import { countGroups, type View } from './view/view.ts'

/** The answers of a view with one column value. */
export interface Group {
  value: string
  executions: number
  /** The view's entities, with a comparison if requested. */
  ranked: Compared[]
}

export interface Groups {
  /** Groups with answers in the view's period. */
  groups: Group[]
  /** Column values that could not be read this time. */
  unavailable: string[]
}

/** Share of the time limit for one scan over all groups, before reading them one by one. */
const shareOfOneScan = 0.4
/** How long after the time limit another group can start: each gets at least one second. */
const overtimeMs = 5000

/**
 * Reads a view's answers grouped by a column, and those of the previous period. Uses one scan; if it fails,
 * reads each group separately in the remaining time, so that one bad group does not affect the others.
 * @param column a column of the readings, or an SQL expression
 * @throws the ClickHouse error if the groups cannot be listed
 */
export async function readGroups(ctx: BrandContext, view: View, column: Sql): Promise<Groups> {
  const { services } = ctx
  const seconds = services.config.QUERY_TIMEOUT_SECONDS
  const deadline = performance.now() + seconds * 1000
  const left = () => Math.max(1, (deadline - performance.now()) / 1000)
  try {
    const groups = await readInOneScan(ctx, view, column, view.condition, seconds * shareOfOneScan)
    return { groups, unavailable: [] }
  } catch (error) {
    services.log.warn({ err: error }, 'one scan over all groups failed; reading each group separately')
  }
  const groups: Group[] = []
  const unavailable: string[] = []
  for (const value of await listValues(ctx, view, column, left())) {
    try {
      if (performance.now() > deadline + overtimeMs) throw new Error('the time limit is used up')
      const condition = sql.and([sql`toString(${column}) = ${value}`, view.condition])
      groups.push(...(await readInOneScan(ctx, view, column, condition, left())))
    } catch (error) {
      services.log.warn({ err: error, group: value }, 'reading a group failed')
      unavailable.push(value)
    }
  }
  return { groups, unavailable }
}

async function readInOneScan(
  ctx: BrandContext,
  view: View,
  column: Sql,
  condition: Sql,
  timeoutSeconds: number,
): Promise<Group[]> {
  const options = { condition, timeoutSeconds }
  const [now, before] = await Promise.all([
    countGroups(ctx, view, view.period, column, options),
    view.previous === undefined ? undefined : countGroups(ctx, view, view.previous, column, options),
  ])
  const earlier = (value: string): Counts | undefined =>
    before === undefined ? undefined : (before.get(value) ?? noAnswers())
  return [...now].map(([value, counts]) => ({
    value,
    executions: counts.executions,
    ranked: compareRanks(view.entities, counts, earlier(value)),
  }))
}

/** Lists every value of the column in the brand's readings, regardless of filters: the cheapest query. */
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
