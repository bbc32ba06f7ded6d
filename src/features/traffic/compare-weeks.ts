import { committedUntil } from '../../kernel/batches.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import { emit } from '../../kernel/events.ts'
import type { Job } from '../../kernel/jobs.ts'
import { testWeek, weekTestDays } from '../../lib/statistics/week-change.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { addDays, type Period, rounded } from '../visibility/index.ts'
import { visitsOf } from './visits.ts'
import { visitsChanged } from './visits-changed.ts'

const queue = 'compare-weeks-of-visits'

/** Chance that a brand gets an event in a week without any change: one in two years. */
const level = 0.01

/** Tests each brand’s visits of the last whole week once its logs are complete, and notifies webhooks of a change. */
export const compareWeeksOfVisits: Job<object> = {
  queue,
  everySeconds: 3600,
  async run(services, _, signal) {
    const brands = await services.db
      .selectFrom('brands')
      .selectAll()
      .where('is_active', '=', true)
      .where('traffic_seq', '>', 0)
      .where(({ eb, or }) => {
        const week = lastWeekEnd(services.now())
        return or([eb('visits_compared_until', 'is', null), eb('visits_compared_until', '<', week)])
      })
      .execute()
    await forEachBrand(services, queue, brands, signal, (brand) => compareWeeks(services, brand))
  },
}

/** The last Sunday before today (UTC). */
function lastWeekEnd(now: Date): string {
  const today = now.toISOString().slice(0, 10)
  return addDays(today, -(now.getUTCDay() === 0 ? 7 : now.getUTCDay()))
}

async function compareWeeks(services: Services, brand: Brand): Promise<void> {
  const end_date = lastWeekEnd(services.now())
  const period = { start_date: addDays(end_date, 1 - weekTestDays), end_date }
  if (brand.damaged_tables.length > 0 || !(await isLogged(services, brand, period))) return
  const changes = await findChanges(services, brand, period)
  const { id: brandId, workspace_id: workspaceId } = brand
  await services.db.transaction().execute(async (transaction) => {
    const own = transaction.updateTable('brands').set({ visits_compared_until: end_date }).where('id', '=', brandId)
    const { numUpdatedRows } = await own
      .where('visits_compared_until', 'is distinct from', end_date)
      .executeTakeFirstOrThrow()
    for (const data of numUpdatedRows > 0n ? changes : [])
      await emit(transaction, visitsChanged, { workspaceId, brandId, at: services.now(), data })
  })
}

/** Whether the logs of each day were imported, and of a day after: visits would seem to fall without them. */
async function isLogged({ clickhouse }: Services, brand: Brand, { start_date, end_date }: Period): Promise<boolean> {
  const daysIn = (table: 'crawler_visits' | 'ai_traffic', seq: number) =>
    sql`SELECT DISTINCT toDate(ts) AS day FROM ${sql.raw(table)}
      WHERE brand_id = ${brand.id} AND ${committedUntil(seq)} AND toDate(ts) >= ${start_date}`
  const [row] = await clickhouse.query<{ days: string; has_later: number }>(
    sql`SELECT uniqExactIf(day, day <= ${end_date}) AS days, max(day) > ${end_date} AS has_later
      FROM (${daysIn('crawler_visits', brand.visits_seq)} UNION ALL ${daysIn('ai_traffic', brand.traffic_seq)})`,
  )
  return Number(row?.days) === weekTestDays && Boolean(row?.has_later)
}

async function findChanges(services: Services, brand: Brand, period: Period) {
  const rows = await services.clickhouse.query<{ engine: string; day: number; visits: string }>(
    sql`SELECT engine, dateDiff('day', toDate(${period.start_date}), toDate(started)) AS day, count() AS visits
      FROM (${visitsOf(brand, period)}) WHERE NOT paid GROUP BY engine, day`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  const engines = [...new Set(rows.map(({ engine }) => engine))].sort()
  const series = [null, ...engines].flatMap((engine) => {
    const days = new Array<number>(weekTestDays).fill(0)
    for (const row of rows)
      if (engine === null || row.engine === engine)
        days[Number(row.day)] = (days[Number(row.day)] ?? 0) + Number(row.visits)
    const tested = testWeek(days)
    return tested === undefined ? [] : [{ engine, ...tested }]
  })
  const start_date = addDays(period.end_date, -6)
  return series
    .filter(({ p }) => p < level / series.length)
    .map(({ engine, before, after }) => ({
      engine,
      direction: after > before ? ('up' as const) : ('down' as const),
      ...{ start_date, end_date: period.end_date },
      ...{ visits: after, visits_before: rounded(before) },
    }))
}
