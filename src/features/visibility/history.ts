import { committedUntil } from '../../kernel/batches.ts'
import type { Brand, BrandContext, Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { FilterInput } from './filters.ts'
import { addDays, dayNumber } from './period.ts'
import type { View } from './view.ts'

/** Asked days before a period that show how days swing. */
const maxHistoryDays = 84

/** An engine and the days that it answered on, as days since 1970. */
export interface AskedEngine {
  engine: string
  days: number[]
}

/** Reads on which days each engine answered, until the end of the view's period. */
export async function readAskedDays({ services }: BrandContext, view: View): Promise<AskedEngine[]> {
  const { brandId, version, seq } = view.snapshot
  return services.clickhouse.query<AskedEngine>(
    sql`SELECT toString(engine) AS engine, groupUniqArray(toUInt16(toDate(executed_at))) AS days FROM readings
      PREWHERE brand_id = ${brandId} AND version = ${version} AND executed_at < ${new Date(addDays(view.period.end_date, 1))}
        AND ${committedUntil(seq)} AND ${view.condition}
      GROUP BY engine ORDER BY engine`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
}

/**
 * Days on which visibility is known to have changed (alerts), at engines and in markets that the filters keep, oldest first.
 * A history starts at the last one: swings around two levels would look larger than they are.
 */
export async function readSteps(
  { db }: Services,
  brand: Brand,
  { engine, country }: FilterInput,
): Promise<string[]> {
  let alerts = db.selectFrom('visibility_alerts').select('since').distinct().where('brand_id', '=', brand.id)
  if (engine !== undefined) alerts = alerts.where('engine', 'in', engine)
  if (country !== undefined) alerts = alerts.where('country', 'in', country)
  return (await alerts.orderBy('since').execute()).map(({ since }) => since)
}

/**
 * The first day of the history before a period, as days since 1970; the period's own first day if there is none.
 * @param start the period's first day
 */
export function firstOfHistory(
  asked: readonly AskedEngine[],
  start: string,
  steps: readonly string[],
): number {
  const end = dayNumber(start)
  const step = steps.findLast((since) => since <= start)
  const earliest = step === undefined ? 0 : dayNumber(step)
  const days = new Set(asked.flatMap((engine) => engine.days))
  const before = [...days].filter((day) => day >= earliest && day < end).sort((a, b) => a - b)
  return before.at(-maxHistoryDays) ?? before[0] ?? end
}
