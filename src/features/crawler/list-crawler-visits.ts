import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { rowPosition } from '../../kernel/pagination.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { periodSchema, resolvePeriod } from '../visibility/index.ts'
import { category, timezone, verifiedBy, visitFilterFields, visitsOf } from './visit-filters.ts'

const dayMs = 86_400_000

const proofs = '`signature`: the operator signed the request; `address`: its IP address is the operator’s.'

export const listCrawlerVisits = defineOperation({
  name: 'list-crawler-visits',
  summary: 'List AI bot visits of the brand’s site, newest first',
  description:
    'One row per request. Excludes spoofed visits, whose IP address does not belong to the claimed bot; ' +
    'get-crawler-summary counts them separately.',
  ...brandRead('read:website', '/crawler/logs'),
  readsTables: ['crawler_visits'],
  fields: visitFilterFields,
  list: { position: z.object({ period: periodSchema, after: rowPosition }), defaultLimit: 20 },
  data: z.array(
    z.object({
      id: z.uuid(),
      ts: utcTimestamp.describe('Time of the request.'),
      bot_name: z.string().nullable().describe('Name of the bot.'),
      bot_category: category,
      path: z.string().nullable(),
      domain: z.string().nullable(),
      verified_by: z.enum(['signature', 'address']).nullable().describe(`${proofs} Null without proof.`),
    }),
  ),
  meta: z.object({ period: periodSchema, timezone }),
  async run({ ctx: { services, brand }, input, page }) {
    const period = page.after?.period ?? resolvePeriod(input, services.now())
    const start = new Date(period.start_date)
    const end = new Date(Date.parse(period.end_date) + dayMs)
    const conditions: Sql[] = [
      visitsOf(brand.id, input),
      committedUntil(brand.visits_seq),
      sql`verdict != 'spoofed' AND ts >= ${start} AND ts < ${end}`,
    ]
    if (page.after !== undefined) {
      const [time, id] = page.after.after
      const at = new Date(time)
      conditions.push(sql`ts <= ${at} AND (ts < ${at} OR visit_id < toUUID(${id}))`)
    }
    const rows = await services.clickhouse.query<Row>(
      sql`SELECT toString(visit_id) AS id, toString(ts) AS shown_ts, bot, category, path, domain, ${verifiedBy} AS proof
        FROM crawler_visits WHERE ${sql.and(conditions)}
        ORDER BY brand_id DESC, ts DESC, visit_id DESC LIMIT ${page.limit + 1}`,
      services.config.QUERY_TIMEOUT_SECONDS,
    )
    const data = rows.slice(0, page.limit).map((row) => ({
      id: row.id,
      ts: toTimestamp(row.shown_ts),
      bot_name: row.bot,
      bot_category: row.category,
      path: row.path || null,
      domain: row.domain || null,
      verified_by: row.proof || null,
    }))
    const last = data.at(-1)
    const hasMore = rows.length > page.limit && last !== undefined
    return {
      data,
      meta: { period, timezone: 'UTC' as const },
      next: hasMore ? { period, after: [last.ts, last.id] as [string, string] } : undefined,
    }
  },
})

interface Row {
  id: string
  shown_ts: string
  bot: string
  category: string
  path: string
  domain: string
  proof: '' | 'signature' | 'address'
}
