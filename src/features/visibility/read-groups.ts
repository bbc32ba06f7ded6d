import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { type Compared, compareRanks } from './comparison.ts'
import { type Counts, noAnswers } from './count-answers.ts'
import { countGroups, type View } from './view.ts'

/** A view's answers that have one value of a column. */
export interface Group {
  value: string
  executions: number
  /** The view's entities, compared with the period before where that is asked for. */
  ranked: Compared[]
}

export interface Groups {
  /** Those with answers in the view's period. */
  groups: Group[]
  /** Values of the column that could not be read this time. */
  unavailable: string[]
}

/** The share of a request's time that the scan over all groups may take before each is read on its own. */
const shareOfOneScan = 0.4
/** How long after a request's time the last group may be begun: each is given a second at least. */
const overtimeMs = 5000

/**
 * Reads a view's answers in groups of a column, and those of the period before. One scan does; where it fails, each
 * group is read on its own within what is left of the time, so that one bad group leaves the others readable.
 * @param column a column of the readings, or an expression over columns
 * @throws what the store says, where not even the groups can be listed
 */
export async function readGroups(ctx: BrandContext, view: View, column: Sql): Promise<Groups> {
  const { services } = ctx
  const seconds = services.config.QUERY_TIMEOUT_SECONDS
  const deadline = performance.now() + seconds * 1000
  const left = () => Math.max(1, (deadline - performance.now()) / 1000)
  try {
    const groups = await readAtOnce(ctx, view, column, view.condition, seconds * shareOfOneScan)
    return { groups, unavailable: [] }
  } catch (error) {
    services.log.warn({ err: error }, 'reading all groups in one scan failed: reading each on its own')
  }
  const groups: Group[] = []
  const unavailable: string[] = []
  for (const value of await listValues(ctx, view, column, left())) {
    try {
      if (performance.now() > deadline + overtimeMs) throw new Error('no time is left')
      const condition = sql.and([sql`toString(${column}) = ${value}`, view.condition])
      groups.push(...(await readAtOnce(ctx, view, column, condition, left())))
    } catch (error) {
      services.log.warn({ err: error, group: value }, 'reading a group failed')
      unavailable.push(value)
    }
  }
  return { groups, unavailable }
}

async function readAtOnce(
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
