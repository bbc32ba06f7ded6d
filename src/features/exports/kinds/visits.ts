import { committedUntil } from '../../../kernel/batches.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { isVisit, visitsOf, visitsRetainedSince } from '../../crawler/index.ts'
import { orNull } from '../columns.ts'
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
    {
      name: 'visit_id',
      type: 'text',
      meaning: 'Visit id, as `id` of crawler logs',
      value: () => sql`toString(r.visit_id)`,
    },
    { name: 'ts', type: 'time', meaning: 'Time of the visit', value: () => sql`r.ts` },
    { name: 'bot_name', type: 'text', meaning: 'Name of the bot', value: () => sql`r.bot` },
    {
      name: 'bot_category',
      type: 'text',
      meaning: 'Category of the bot',
      value: () => sql`r.category`,
    },
    {
      name: 'domain',
      type: 'text?',
      meaning: 'Domain; null if the log omits it',
      value: () => orNull(sql`r.domain`),
    },
    {
      name: 'path',
      type: 'text?',
      meaning: 'Path; null if the log omits it',
      value: () => orNull(sql`r.path`),
    },
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
        sql`(SELECT visit_id, ts, bot, category, domain, path FROM crawler_visits
          WHERE ${belongs} AND (${chunk}) ORDER BY ts, visit_id) AS r`,
    }
  },
})
