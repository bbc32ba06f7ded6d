import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { filterBy, utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { botCatalog } from '../../lib/bots/index.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import {
  answersOf,
  computedRows,
  metricCatalog,
  openView,
  periodFields,
  periodSchema,
  previousPeriod,
  type View,
} from '../visibility/index.ts'
import { readGoals } from './goal.ts'
import { visitsOf } from './visits.ts'

const statuses = ['read_never_cited', 'cited_never_visited', 'visited_falling'] as const

/** 99% (two-sided) for the difference of two counts’ doubled square roots, whose variance is 2 (Anscombe 1948). */
const fallsBy = 2.576 * Math.SQRT2

const fetches = (what: string) => z.int().describe(`Fetches by bots ${what}.`)
const first = utcTimestamp.nullable()

export const listAiTrafficPages = defineOperation({
  name: 'list-ai-traffic-pages',
  summary: 'List pages from the bots’ fetch to citations and visits of people, most visited first',
  description:
    'Includes pages that AI bots fetched, cited pages on the primary domain, and landing pages of visits from AI ' +
    'engines. Visits mean “at least”. All figures and first times are those of the period.',
  ...brandRead('read:crawler', '/traffic/pages'),
  readsTables: ['answers', 'readings', 'crawler_visits', 'ai_traffic'],
  fields: { ...periodFields, status: filterBy(z.enum(statuses)).describe('Filter by status.') },
  list: {
    position: z.object({ view: computedRows.position, visits_seq: z.int(), traffic_seq: z.int() }),
    defaultLimit: 20,
  },
  data: z.array(
    z.object({
      url: z.string(),
      fetches: z.object({
        training: fetches('that collect pages to train models'),
        search: fetches('that build an index'),
        fetch: fetches('for a question that someone asked'),
        other: fetches('with another purpose'),
      }),
      citation_count: z.int().describe(metricCatalog.citation_count),
      visits: z.int().describe('Visits from AI engines that began on the page: at least this many.'),
      previous_visits: z.int().describe('The same in the previous period.'),
      visits_by_engine: z.record(z.string(), z.int()),
      goals: z.int().describe('Goals that these visits reached; each goal counts once per visit.'),
      first_fetch_at: first,
      first_citation_at: first,
      first_visit_at: first,
      status: z
        .enum(statuses)
        .nullable()
        .describe('visited_falling: fewer visits than in the previous period, by a test at 99% for this page.'),
    }),
  ),
  meta: z.object({ period: periodSchema, total: z.int().describe('Number of pages.') }),
  async run({ ctx, input, page }) {
    const { brand } = ctx
    const view = await openView(ctx, input, page.after?.view)
    const sequence = {
      visits_seq: page.after?.visits_seq ?? brand.visits_seq,
      traffic_seq: page.after?.traffic_seq ?? brand.traffic_seq,
    }
    const rows = await readPages({ ...ctx, brand: { ...brand, ...sequence } }, view, input.status, page.limit)
    const total = Number(rows[0]?.pages ?? 0)
    const end = view.offset + rows.length
    return {
      data: rows.map(serializePage),
      meta: { period: view.period, total },
      next: end < total ? { view: view.at(end), ...sequence } : undefined,
    }
  },
})

interface PageRow {
  address: string
  by_purpose: string[]
  citations: string
  visits: string
  previous: string
  by_engine: [engine: string, visits: string][]
  goals: string
  firsts: string[]
  status: (typeof statuses)[number] | ''
  pages: string
}

const serializePage = (row: PageRow) => {
  const [training = 0, search = 0, fetch = 0, other = 0] = row.by_purpose.map(Number)
  // A minimum over no rows is the epoch.
  const [first_fetch_at = null, first_citation_at = null, first_visit_at = null] = row.firsts.map((time) =>
    time.startsWith('1970') ? null : toTimestamp(time),
  )
  return {
    url: row.address,
    fetches: { training, search, fetch, other },
    citation_count: Number(row.citations),
    visits: Number(row.visits),
    previous_visits: Number(row.previous),
    visits_by_engine: Object.fromEntries(row.by_engine.map(([engine, visits]) => [engine, Number(visits)])),
    goals: Number(row.goals),
    first_fetch_at,
    first_citation_at,
    first_visit_at,
    status: row.status === '' ? null : row.status,
  }
}

async function readPages(
  { services, brand }: BrandContext,
  view: View,
  wanted: readonly string[] | undefined,
  limit: number,
): Promise<PageRow[]> {
  const { period } = view
  const both = { start_date: previousPeriod(period).start_date, end_date: period.end_date }
  const isOf = (purpose: 'training' | 'search' | 'fetch') =>
    sql`bot IN ${botCatalog.flatMap((bot) => (bot.purpose === purpose ? [bot.name] : []))}`
  const events = sql`
    SELECT page_key, concat('https://', domain, path) AS url, ts, 'fetch' AS event,
      multiIf(${isOf('training')}, 1, ${isOf('search')}, 2, ${isOf('fetch')}, 3, 4) AS purpose, '' AS engine, 0 AS reached_goals
    FROM crawler_visits
    WHERE brand_id = ${brand.id} AND ${committedUntil(brand.visits_seq)} AND verdict != 'spoofed' AND domain != ''
      AND startsWith(path, '/') AND toDate(ts) BETWEEN ${period.start_date} AND ${period.end_date}
    UNION ALL
    SELECT citations.page, citations.url, executed_at, 'citation', 0, '', 0
    FROM readings ARRAY JOIN citations.page, citations.url, citations.domain
    WHERE ${answersOf(view)} AND citations.domain = ${brand.primary_domain ?? ''} AND citations.domain != ''
    UNION ALL
    SELECT page_key, concat('https://', address), started,
      if(toDate(started) >= ${period.start_date}, 'visit', 'earlier'), 0, engine, arraySum(reached)
    FROM (${visitsOf(brand, both, await readGoals(services, brand.id))})`
  const first = (event: string) => sql`toString(minIf(ts, event = ${event}))`
  return services.clickhouse.query<PageRow>(
    sql`SELECT max(url) AS address, arrayMap(at -> countEqual(groupArrayIf(purpose, event = 'fetch'), at), [1, 2, 3, 4])
        AS by_purpose, countIf(event = 'fetch') AS fetches, countIf(event = 'citation') AS citations,
        countIf(event = 'visit') AS visits, countIf(event = 'earlier') AS previous,
        arrayMap(name -> (name, countEqual(groupArrayIf(engine, event = 'visit'), name)),
          arraySort(groupUniqArrayIf(engine, event = 'visit'))) AS by_engine,
        sumIf(reached_goals, event = 'visit') AS goals,
        [${first('fetch')}, ${first('citation')}, ${first('visit')}] AS firsts,
        multiIf(2 * (sqrt(previous) - sqrt(visits)) > ${fallsBy}, 'visited_falling', visits > 0, '',
          citations > 0, 'cited_never_visited', fetches > 0, 'read_never_cited', '') AS status,
        count() OVER () AS pages
      FROM (${events}) GROUP BY page_key
      HAVING fetches + citations + visits > 0 ${wanted === undefined ? sql`` : sql`AND status IN ${wanted}`}
      ORDER BY visits DESC, citations DESC, fetches DESC, page_key LIMIT ${limit} OFFSET ${view.offset}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
}
