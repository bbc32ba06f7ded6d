import type { BrandContext } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { isOneOf } from '../../stores/postgres-rows.ts'
import { inSnapshot } from './count-answers.ts'
import type { FilterInput } from './filters.ts'
import { addDays, type Period } from './period.ts'
import type { View } from './view.ts'

/** Asked days before a period that show how its days swing; more would reach into another time. */
const historyDays = 84
/** History reaches back this far at most, however rarely the brand was asked. */
const maxSpan = 400

/**
 * Finds the asked days before a day under the same filters: the last 84, and none before the last known step of the brand's
 * visibility, which is an alert. A step would look like a slow swing and make every interval wide.
 * @returns undefined if there are none
 */
export async function findHistory(
  { services, brand }: BrandContext,
  { snapshot, condition }: View,
  { engine, country }: FilterInput,
  firstDay: string,
): Promise<Period | undefined> {
  const end_date = addDays(firstDay, -1)
  let alerts = services.db
    .selectFrom('visibility_alerts')
    .select(({ fn }) => fn.max('since').$castTo<string | null>().as('since'))
    .where('brand_id', '=', brand.id)
    .where('since', '<=', end_date)
  if (engine !== undefined) alerts = alerts.where(isOneOf('engine', engine, 'text'))
  if (country !== undefined) alerts = alerts.where(isOneOf('country', country, 'text'))
  const step = await alerts.executeTakeFirst()
  const earliest = addDays(firstDay, -maxSpan)
  const from = step?.since != null && step.since > earliest ? step.since : earliest
  const span = { start_date: from, end_date }
  const [first] = await services.clickhouse.query<{ day: string | null }>(
    sql`SELECT toString(min(day)) AS day, count() AS days FROM (
        SELECT DISTINCT toDate(executed_at) AS day FROM readings
        PREWHERE ${inSnapshot(snapshot, span)} AND ${condition} ORDER BY day DESC LIMIT ${historyDays})
      HAVING days > 0`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return first?.day == null ? undefined : { start_date: first.day, end_date }
}
