import type { BrandContext } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Period } from '../visibility/index.ts'
import { readCommitted } from './committed-visits.ts'
import { isVisit, onDays } from './visit-filters.ts'

/** Requests of a bot to the pages below one first path segment. */
export interface SectionRequests {
  bot: string
  /** Such as `/blog/`; `/` for pages without a folder. */
  section: string
  requests: number
  /** Answered with 401, 403, 406, 429 or 503. */
  refused: number
}

/** Counts what the logs say about each bot and section, without spoofed visits. */
export async function countRefusals(ctx: BrandContext, period: Period): Promise<SectionRequests[]> {
  const rows = await readCommitted(ctx, (known) =>
    ctx.services.clickhouse.query<Record<keyof SectionRequests, string>>(
      sql`SELECT bot, if(match(path, '^/[^/]+/'), extract(path, '^/[^/]+/'), '/') AS section, count() AS requests,
          countIf(status IN (401, 403, 406, 429, 503)) AS refused
        FROM crawler_visits
        WHERE ${sql.and([sql`brand_id = ${ctx.brand.id}`, known, isVisit, onDays(period)])} GROUP BY bot, section`,
    ),
  )
  return rows.map(({ bot, section, requests, refused }) => ({
    ...{ bot, section },
    requests: Number(requests),
    refused: Number(refused),
  }))
}
