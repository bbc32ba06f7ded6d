import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { compare } from '../visibility/index.ts'
import { currentReadings } from './current-pages.ts'
import type { ActiveCompetitor, EarnedView } from './earned-view.ts'
import { inBuckets, maxScoredEngines, type PriorityBucket, scoreSql } from './score.ts'

export interface RankedPage {
  /** `page_id` in ClickHouse, as text because it exceeds the safe integer range. */
  pageId: string
  /** Numbers of the mentioned active competitors. */
  named: number[]
  /** The same competitors, in alphabetical order. */
  competitors: Pick<ActiveCompetitor, 'id' | 'name'>[]
  citations: number
  score: number
}

export interface EarnedFilter {
  min_competitors: number
  priority_bucket?: PriorityBucket[] | undefined
  include_competitor_owned_domains: boolean
  /** A condition on `page_id`. */
  among?: Sql | undefined
}

interface RankedRow {
  id: string
  named: number[]
  cited: string
  points: number
  pages: string
}

/**
 * Counts the pages of a view that mention competitors but not the brand, and returns `limit` of them from the view's
 * offset, highest score first. Each call ranks all pages: 80 to 200 ms of CPU time for 200,000 cited pages, depending
 * on unmerged ClickHouse parts (`bench/RESULTS.md`).
 */
export async function rankPages(
  ctx: BrandContext,
  view: EarnedView,
  filter: EarnedFilter,
  limit: number,
): Promise<{ pages: RankedPage[]; total: number }> {
  const { clickhouse } = ctx.services
  const rows = await clickhouse.query<RankedRow>(
    sql`${ranking(view, ownedDomains(ctx, view, filter), filter)} LIMIT ${limit} OFFSET ${view.offset}`,
  )
  const competitors = new Map(view.competitors.map((competitor) => [competitor.number, competitor]))
  const byName = (numbers: readonly number[]) =>
    numbers
      .map((number) => competitors.get(number) as ActiveCompetitor)
      .sort((a, b) => compare(a.name, b.name) || a.number - b.number)
  return {
    pages: rows.map(({ id, named, cited, points }) => ({
      pageId: id,
      named,
      competitors: byName(named),
      citations: Number(cited),
      score: points,
    })),
    total: Number(rows[0]?.pages ?? 0),
  }
}

function ranking(view: EarnedView, owned: readonly string[], filter: EarnedFilter): Sql {
  const daysAgo = sql`dateDiff('day', toDate(last_cited), toDate(${view.asOf}))`
  const score = scoreSql(sql`cited`, daysAgo, sql`engines`, sql`length(named)`)
  const buckets = filter.priority_bucket
  const wanted = buckets === undefined ? sql`true` : inBuckets(sql`points`, buckets)
  // Count engines only up to the scored maximum: counting all would slow down grouping by half.
  return sql`SELECT toString(page_id) AS id, named, cited, ${score} AS points, count() OVER () AS pages
    FROM (SELECT page_id, count() AS cited, max(executed_at) AS last_cited, uniqUpTo(${maxScoredEngines})(engine) AS engines
      FROM readings ARRAY JOIN page_ids AS page_id WHERE ${view.answers} GROUP BY page_id) AS citing
    INNER JOIN (${earnedPages(view, owned, filter)}) AS earned USING page_id
    WHERE ${wanted}
    ORDER BY points DESC, cited DESC, last_cited DESC, page_id`
}

/** Domains whose pages are excluded. */
function ownedDomains({ brand }: BrandContext, view: EarnedView, filter: EarnedFilter): string[] {
  const competitorDomains = view.competitors.flatMap(({ domain }) => domain ?? [])
  return [
    ...(brand.primary_domain === null ? [] : [brand.primary_domain]),
    ...(filter.include_competitor_owned_domains ? [] : competitorDomains),
  ]
}

/** Selects read pages that mention enough active competitors but not the brand, with the mentioned competitors. */
function earnedPages(view: EarnedView, owned: readonly string[], filter: EarnedFilter): Sql {
  const numbers = (strict: boolean) =>
    view.competitors.filter((competitor) => competitor.match_require_domain === strict).map(({ number }) => number)
  const named = sql`arrayFilter(e -> has(${numbers(false)}, e) OR (has(${numbers(true)}, e) AND has(linked, e)), entities)`
  return sql`SELECT page_id, ${named} AS named FROM page_readings
    WHERE ${currentReadings(view.pages)} AND outcome = 'read' AND NOT has(entities, ${brandEntity})
      AND domain NOT IN ${owned} AND length(named) >= ${filter.min_competitors} AND ${filter.among ?? sql`true`}`
}
