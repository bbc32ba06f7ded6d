import { committedUntil } from '../../../kernel/batches.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { visitsRetainedSince } from '../../crawler/index.ts'
import { readGoals, trafficTable, visitsOf } from '../../traffic/index.ts'
import { column, optionalText } from '../columns.ts'
import { defineKind } from './kind.ts'

export const aiVisits = defineKind({
  summary:
    'Visits of people from AI engines, at least: one row per visit, without IP addresses and other personal data. ' +
    'Referrers can be forged',
  scope: 'read:crawler',
  readsTables: ['ai_traffic'],
  table: trafficTable,
  hasPrompts: false,
  columns: [
    column('ai_visit_id', 'text', 'Visit id', () => sql`toString(r.hit_id)`),
    column('started_at', 'time', 'Time of the first request from the engine', () => sql`r.ts`),
    column('engine', 'text', 'Engine that the person came from'),
    column('evidence', 'text', 'What shows the engine: `referrer`, `utm`, `referrer_utm` or `click_id`'),
    column('is_paid', 'boolean', 'Whether there is evidence of payment', () => sql`r.paid`),
    optionalText('address', 'Host and path of the landing page'),
    column('goals', 'texts', 'Names of the goals that the visit reached'),
  ],
  filters: [],
  async open({ brand, services }, filters) {
    const retained = visitsRetainedSince(services)
    // Excludes visits that are due for erasure, as a file would keep them longer.
    const isRetained = retained === undefined ? sql`true` : sql`ts >= ${retained}`
    const goals = await readGoals(services, brand.id)
    const names = goals.map(({ name }) => name)
    return {
      entities: new Map(),
      owners: new Map(),
      belongs: sql.and([
        sql`brand_id = ${brand.id} AND ${committedUntil(brand.traffic_seq)}`,
        sql`toDate(ts) BETWEEN ${filters.start_date} AND ${filters.end_date} AND ${isRetained}`,
      ]),
      // A visit belongs to the chunk with its first hit; the others can be in any.
      rows: (chunk) =>
        sql`(SELECT started AS ts, hit_id, engine, evidence, paid, address,
            arrayFilter((name, is_reached) -> is_reached = 1, ${names}, reached) AS goals
          FROM (${visitsOf(brand, filters, goals)}) WHERE (${chunk}) AND ${isRetained} ORDER BY ts, hit_id) AS r`,
    }
  },
})
