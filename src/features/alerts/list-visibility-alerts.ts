import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { filterBy } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import {
  checkEngines,
  type FilterInput,
  lastDays,
  type Period,
  type PromptFilter,
  periodSchema,
  plainFilterFields,
  readPromptFilters,
  resolvePeriod,
} from '../visibility/index.ts'
import { alertSchema, alertState, alertVersion, readPromptTexts, serializeAlert } from './alert.ts'
import { raisedDays } from './refresh-brand.ts'

export const listVisibilityAlerts = defineOperation({
  name: 'list-visibility-alerts',
  summary: 'List alerts about changes in the brand’s visibility, newest first',
  description:
    'Sightline compares each engine in each market every day with the same weekdays of the previous seven weeks, for the same ' +
    'prompts, and raises one alert per change that exceeds the usual daily variation (a two-sided CUSUM). It needs 56 days ' +
    'of answers; 120 days are best for slow variation. start_date and end_date filter by the day that raised an alert and ' +
    `default to the last ${raisedDays} days. Topic and tag filters match alerts with such prompts in their evidence.`,
  ...brandRead('read:visibility', '/visibility/alerts'),
  shows: alertVersion,
  fields: {
    ...plainFilterFields,
    state: filterBy(alertState).describe('Filter by status.'),
  },
  list: storedRows(20),
  data: z.array(alertSchema),
  meta: z.object({ brand_id: z.uuid(), period: periodSchema }),
  async run({ ctx: { services, brand }, input, page }) {
    const period = periodOf(input, services.now())
    if (input.engine !== undefined) checkEngines(services, input.engine)
    const prompts = await readPromptFilters(services, brand, input)
    const alerts = services.db
      .selectFrom('visibility_alerts')
      .selectAll()
      .select('raised_at as created_at')
      .where('brand_id', '=', brand.id)
      .where('raised_on', '>=', period.start_date)
      .where('raised_on', '<=', period.end_date)
    const kept = services.db.selectFrom(narrowed(alerts, input, prompts).as('alerts')).selectAll()
    const { rows, next } = await newestFirst(kept, 'alerts', page)
    const texts = await readPromptTexts(services.db, brand.id, rows)
    return {
      data: rows.map((row) => serializeAlert(services, row, texts)),
      meta: { brand_id: brand.id, period },
      next,
    }
  },
})

/** Defaults to all days for which alerts can be raised. */
const periodOf = (input: Parameters<typeof resolvePeriod>[0], now: Date): Period =>
  input.start_date === undefined && input.end_date === undefined ? lastDays(raisedDays, now) : resolvePeriod(input, now)

type Query<Row> = SelectQueryBuilder<Tables, 'visibility_alerts', Row>

function narrowed<Row>(
  alerts: Query<Row>,
  { engine, country, state }: FilterInput & { state?: z.output<typeof alertState>[] | undefined },
  prompts: readonly PromptFilter[],
): Query<Row> {
  let rows = alerts
  if (engine !== undefined) rows = rows.where('engine', 'in', engine)
  if (country !== undefined) rows = rows.where('country', 'in', country)
  if (state !== undefined) rows = rows.where('state', 'in', state)
  if (prompts.length === 0) return rows
  const number = sql`(cell->>'prompt')::bigint`
  const conditions = prompts.map(({ keeps, numbers }) => {
    const isNamed = sql`${number} = any(${numbers})`
    return keeps ? isNamed : sql`not ${isNamed}`
  })
  return rows.where(
    sql<boolean>`exists (select from jsonb_array_elements(evidence) cell where ${sql.join(conditions, sql` and `)})`,
  )
}
