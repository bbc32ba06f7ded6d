import { committedUntil } from '../../../kernel/batches.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { isVisit, verifiedBy, visitsOf, visitsRetainedSince } from '../../crawler/index.ts'
import { column, optionalText } from '../columns.ts'
import { defineKind } from './kind.ts'

export const visits = defineKind({
  summary: 'Bot visits of the brand’s site: one row per visit, without IP addresses and other personal data',
  scope: 'read:website',
  readsTables: ['crawler_visits'],
  table: {
    name: 'crawler_visits',
    key: ['ts', 'visit_id'],
    rowBytes: sql`100 + length(path) + length(domain)`,
  },
  hasPrompts: false,
  columns: [
    column('visit_id', 'text', 'Visit id, as `id` of crawler logs', () => sql`toString(r.visit_id)`),
    column('ts', 'time', 'Time of the visit'),
    column('bot_name', 'text', 'Name of the bot', () => sql`r.bot`),
    column('bot_category', 'text', 'Category of the bot', () => sql`r.category`),
    optionalText('domain', 'Domain; null if the log omits it'),
    optionalText('path', 'Path; null if the log omits it'),
    optionalText('verified_by', 'Proof of the bot: `signature`, `address`, or null'),
  ],
  filters: ['bot_category', 'crawler'],
  async open({ brand, services }, filters) {
    const start = new Date(filters.start_date)
    const end = new Date(Date.parse(filters.end_date) + 86_400_000)
    const retained = visitsRetainedSince(services)
    const belongs = sql.and([
      visitsOf(brand.id, filters),
      committedUntil(brand.visits_seq),
      sql`${isVisit} AND ts >= ${start} AND ts < ${end}`,
      // Excludes visits that are due for erasure, as a file would keep them longer.
      ...(retained === undefined ? [] : [sql`ts >= ${retained}`]),
    ])
    return {
      entities: new Map(),
      owners: new Map(),
      belongs,
      rows: (chunk) =>
        sql`(SELECT visit_id, ts, bot, category, domain, path, ${verifiedBy} AS verified_by FROM crawler_visits
          WHERE ${belongs} AND (${chunk}) ORDER BY ts, visit_id) AS r`,
    }
  },
})
