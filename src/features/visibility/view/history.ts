import { committedUntil } from '../../../kernel/batches.ts'
import type { Brand, BrandContext, Services } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import { inSnapshot } from '../count-answers.ts'
import { addDays, dayNumber, type Period } from '../period.ts'
import type { FilterInput } from './filters.ts'
import type { View } from './view.ts'

/** Maximum days with answers before a period that measure daily variation. */
const maxHistoryDays = 84

/** An engine and the days with answers, in days since 1970. */
export interface AskedEngine {
  engine: string
  days: number[]
}

/** Reads the days with answers of each engine, up to the end of the view's period. */
export async function readAskedDays({ services }: BrandContext, view: View): Promise<AskedEngine[]> {
  const { brandId, version, seq } = view.snapshot
  return services.clickhouse.query<AskedEngine>(
    sql`SELECT toString(engine) AS engine, groupUniqArray(toUInt16(toDate(executed_at))) AS days FROM readings
      PREWHERE brand_id = ${brandId} AND version = ${version} AND executed_at < ${new Date(addDays(view.period.end_date, 1))}
        AND ${committedUntil(seq)} AND ${view.condition}
      GROUP BY engine ORDER BY engine`,
  )
}

/**
 * Days on which visibility is known to have changed (alerts), on engines and in markets that match the
 * filters, oldest first. The history starts at the last one: variation around two levels would look larger
 * than it is.
 */
export async function readSteps({ db }: Services, brand: Brand, { engine, country }: FilterInput): Promise<string[]> {
  let alerts = db.selectFrom('visibility_alerts').select('since').distinct().where('brand_id', '=', brand.id)
  if (engine !== undefined) alerts = alerts.where(inList('engine', engine, 'text'))
  if (country !== undefined) alerts = alerts.where(inList('country', country, 'text'))
  return (await alerts.orderBy('since').execute()).map(({ since }) => since)
}

/**
 * The first day of the history before a period, as days since 1970; the period's first day if there is none.
 * @param start the period's first day
 */
export function firstOfHistory(asked: readonly AskedEngine[], start: string, steps: readonly string[]): number {
  const end = dayNumber(start)
  const step = steps.findLast((since) => since <= start)
  const earliest = step === undefined ? 0 : dayNumber(step)
  const days = new Set(asked.flatMap((engine) => engine.days))
  const before = [...days].filter((day) => day >= earliest && day < end).sort((a, b) => a - b)
  return before.at(-maxHistoryDays) ?? before[0] ?? end
}

/** Maximum length of a history in days, also for brands with few answers. */
const maxSpan = 400

/**
 * Finds the history before a day, for a view's filters.
 * @param steps see `readSteps`
 * @returns undefined without earlier answers
 */
export async function findHistory(
  { services }: BrandContext,
  { snapshot, condition }: View,
  steps: readonly string[],
  firstDay: string,
): Promise<Period | undefined> {
  const end_date = addDays(firstDay, -1)
  const earliest = addDays(firstDay, -maxSpan)
  const step = steps.findLast((since) => since <= firstDay)
  const start_date = step !== undefined && step > earliest ? step : earliest
  if (start_date > end_date) return undefined
  const [first] = await services.clickhouse.query<{ day: string; days: string }>(
    sql`SELECT toString(min(day)) AS day, count() AS days FROM (
        SELECT DISTINCT toDate(executed_at) AS day FROM readings
        PREWHERE ${inSnapshot(snapshot, { start_date, end_date })} AND ${condition}
        ORDER BY day DESC LIMIT ${maxHistoryDays})
      HAVING days > 0`,
  )
  return first === undefined ? undefined : { start_date: first.day, end_date }
}
