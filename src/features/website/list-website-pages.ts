import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { day, utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { citationId } from '../citations/index.ts'
import { answersOf, computedRows, metricCatalog, openView, periodSchema, type View } from '../visibility/index.ts'

/** Bots shown per page, latest first. */
const maxBots = 5

const presence = (what: string) => z.boolean().optional().describe(what)

export const listWebsitePages = defineOperation({
  name: 'list-website-pages',
  summary: 'List pages of the brand’s site that AI bots visit or answers cite, most of both first',
  description:
    'Includes pages that AI bots visited, and cited pages on the brand’s primary domain. Set visited=true and ' +
    'cited=false for pages that are visited but never cited, visited=false and cited=true for the opposite.',
  ...brandRead('read:website', '/website/pages', ['answers', 'readings', 'crawler_visits']),
  fields: {
    start_date: day.optional().describe('First day (UTC), inclusive. Defaults to 29 days before end_date.'),
    end_date: day.optional().describe('Last day (UTC), inclusive. Defaults to today.'),
    visited: presence('Filter by whether AI bots visited the page in the period.'),
    cited: presence('Filter by whether answers of the period cite the page.'),
  },
  list: {
    position: z.object({ view: computedRows.position, visits_seq: z.int() }),
    defaultLimit: 20,
  },
  data: z.array(
    z.object({
      page_id: z.uuid().describe('Permanent id of the page. The citation_id of a cited page.'),
      url: z.string(),
      domain: z.string(),
      path: z.string(),
      visits: z.int().describe('Visits of AI bots in the period.'),
      errors: z.int().describe('Visits with a response status of 400 or above.'),
      last_visit_at: utcTimestamp.nullable(),
      last_visits: z
        .array(z.object({ bot_name: z.string(), bot_category: z.string(), last_visit_at: utcTimestamp }))
        .describe(`Last visit of each bot, latest first; at most ${maxBots}.`),
      citation_count: z.int().describe(metricCatalog.citation_count),
      engines: z.array(z.string()).describe('Engines whose answers cite the page.'),
      last_cited_at: utcTimestamp.nullable().describe('Time of the last citing answer. Null if never cited.'),
    }),
  ),
  meta: z.object({ brand_id: z.uuid(), period: periodSchema, total: z.int().describe('Number of pages.') }),
  async run({ ctx, input, page }) {
    const { brand } = ctx
    const view = await openView(ctx, input, page.after?.view)
    const visitsSeq = page.after?.visits_seq ?? brand.visits_seq
    const visits = sql`brand_id = ${brand.id} AND ${committedUntil(visitsSeq)} AND verdict != 'spoofed'
      AND toDate(ts) BETWEEN ${view.period.start_date} AND ${view.period.end_date}`
    const rows = await readPages(ctx, visits, view, input, page.limit)
    const bots = await readBots(ctx, visits, rows)
    const total = Number(rows[0]?.pages ?? 0)
    const end = view.offset + rows.length
    return {
      data: rows.map((row) => ({
        page_id: citationId(brand.id, row.page_key),
        url: row.address,
        ...placeOf(row.address),
        visits: Number(row.visits),
        errors: Number(row.errors),
        last_visit_at: Number(row.visits) === 0 ? null : toTimestamp(row.last_visit),
        last_visits: bots.get(row.page_key) ?? [],
        citation_count: Number(row.citing),
        engines: row.engines,
        last_cited_at: Number(row.citing) === 0 ? null : toTimestamp(row.last_cited),
      })),
      meta: { brand_id: brand.id, period: view.period, total },
      next: end < total ? { view: view.at(end), visits_seq: visitsSeq } : undefined,
    }
  },
})

interface PageRow {
  page_key: string
  address: string
  visits: string
  errors: string
  last_visit: string
  citing: string
  engines: string[]
  last_cited: string
  pages: string
}

function readPages(
  { services, brand }: BrandContext,
  visits: Sql,
  view: View,
  { visited, cited }: { visited?: boolean | undefined; cited?: boolean | undefined },
  limit: number,
): Promise<PageRow[]> {
  const wanted = sql.and([
    ...(visited === undefined ? [] : [visited ? sql`visits > 0` : sql`visits = 0`]),
    ...(cited === undefined ? [] : [cited ? sql`citing > 0` : sql`citing = 0`]),
  ])
  const never = sql`toDateTime64(0, 3, 'UTC')`
  const visitedPages = sql`
    SELECT page_key, concat('https://', max((domain, path)).1, max((domain, path)).2) AS url, count() AS visits_of,
      countIf(status >= 400) AS errors_of, max(ts) AS last_visit_of, toUInt64(0) AS citing_of,
      emptyArrayString() AS engines_of, ${never} AS last_cited_of
    FROM crawler_visits WHERE ${visits} AND domain != '' AND startsWith(path, '/') GROUP BY page_key`
  const citedPages = sql`
    SELECT cited_page, max(url), toUInt64(0), toUInt64(0), ${never}, count(), groupUniqArray(toString(engine)),
      max(executed_at)
    FROM readings ARRAY JOIN citations.page AS cited_page, citations.url AS url, citations.domain AS domain
    WHERE ${answersOf(view)} AND domain = ${brand.primary_domain ?? ''} AND domain != '' GROUP BY cited_page`
  return services.clickhouse.query<PageRow>(
    sql`SELECT page_key, max(url) AS address, sum(visits_of) AS visits, sum(errors_of) AS errors,
        toString(max(last_visit_of)) AS last_visit, sum(citing_of) AS citing,
        arraySort(groupUniqArrayArray(engines_of)) AS engines, toString(max(last_cited_of)) AS last_cited,
        count() OVER () AS pages
      FROM (${visitedPages} UNION ALL ${citedPages})
      GROUP BY page_key HAVING ${wanted}
      ORDER BY visits + citing DESC, visits DESC, address, page_key LIMIT ${limit} OFFSET ${view.offset}`,
  )
}

interface LastVisit {
  bot_name: string
  bot_category: string
  last_visit_at: string
}

/** The bots that last visited each page, by page key. */
async function readBots(
  { services }: BrandContext,
  visits: Sql,
  pages: readonly PageRow[],
): Promise<Map<string, LastVisit[]>> {
  const keys = pages.filter((page) => Number(page.visits) > 0).map(({ page_key }) => page_key)
  if (keys.length === 0) return new Map()
  const rows = await services.clickhouse.query<{
    page_key: string
    bot: string
    category: string
    latest: string
  }>(
    sql`SELECT page_key, bot, category, toString(max(ts)) AS latest FROM crawler_visits
      WHERE ${visits} AND page_key IN ${keys} GROUP BY page_key, bot, category
      ORDER BY latest DESC, bot, category LIMIT ${maxBots} BY page_key`,
  )
  const byPage = Map.groupBy(rows, ({ page_key }) => page_key)
  const shown = ({ bot, category, latest }: (typeof rows)[number]) => ({
    bot_name: bot,
    bot_category: category,
    last_visit_at: toTimestamp(latest),
  })
  return new Map([...byPage].map(([key, own]) => [key, own.map(shown)]))
}

function placeOf(address: string): { domain: string; path: string } {
  const [, domain = '', path = ''] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(address) ?? []
  return { domain, path: path || '/' }
}
