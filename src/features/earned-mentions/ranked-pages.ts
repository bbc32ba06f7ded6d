import { LRUCache } from 'lru-cache'
import type { BrandContext, Services } from '../../core/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { compare } from '../visibility/index.ts'
import { currentReadings } from './current-pages.ts'
import type { EarnedView } from './earned-view.ts'
import { inBuckets, type PriorityBucket, scoreSql } from './score.ts'

export interface RankedPage {
  /** The number that stands for the page, as text: it is larger than numbers of this language are exact. */
  pageId: string
  /** Names of the active competitors on it, by the alphabet. */
  rivals: string[]
  citations: number
  score: number
}

interface EarnedFilter {
  min_competitors: number
  priority_bucket?: PriorityBucket[] | undefined
  include_competitor_owned_domains: boolean
}

interface RankedRow {
  id: string
  named: number[]
  cited: string
  points: number
  pages: string
}

/** Rows of a list that are read and kept together: what is behind them is seldom asked for. */
const keptRows = 2000
const mostKept = 40
const keptOf = new WeakMap<Services, LRUCache<string, Promise<RankedRow[]>>>()

/**
 * Counts all pages of a view that name competitors and not the brand, and gives a part of them in their order. Ranking a
 * million pages takes a while, so the first rows of a list are kept for as long as they are asked for: their key is the
 * query, which names the state that it is of.
 */
export async function mostWorthwhile(
  { services, brand }: BrandContext,
  view: EarnedView,
  filter: EarnedFilter,
  limit: number,
): Promise<{ pages: RankedPage[]; total: number }> {
  const ranking = rankingOf(view, brand.primary_domain, filter)
  const end = view.offset + limit
  const rows =
    end <= keptRows
      ? (await keptRanking(services, ranking)).slice(view.offset, end)
      : await rank(services, ranking, limit, view.offset)
  const names = new Map(view.rivals.map(({ number, name }) => [number, name]))
  return {
    pages: rows.map(({ id, named, cited, points }) => ({
      pageId: id,
      rivals: named.map((number) => names.get(number) as string).sort(compare),
      citations: Number(cited),
      score: points,
    })),
    total: Number(rows[0]?.pages ?? 0),
  }
}

function keptRanking(services: Services, ranking: Sql): Promise<RankedRow[]> {
  const kept = keptOf.get(services) ?? new LRUCache<string, Promise<RankedRow[]>>({ max: mostKept })
  keptOf.set(services, kept)
  const known = kept.get(ranking.text)
  if (known !== undefined) return known
  const found = rank(services, ranking, keptRows, 0)
  kept.set(ranking.text, found)
  found.catch(() => kept.delete(ranking.text))
  return found
}

const rank = ({ clickhouse, config }: Services, ranking: Sql, limit: number, offset: number) =>
  clickhouse.query<RankedRow>(sql`${ranking} LIMIT ${limit} OFFSET ${offset}`, config.QUERY_TIMEOUT_SECONDS)

function rankingOf(view: EarnedView, ownDomain: string | null, filter: EarnedFilter): Sql {
  const daysAgo = sql`dateDiff('day', toDate(last_cited), toDate(${view.asOf}))`
  const score = scoreSql(sql`cited`, daysAgo, sql`engines`, sql`length(named)`)
  const buckets = filter.priority_bucket
  const wanted = buckets === undefined ? sql`true` : inBuckets(sql`points`, buckets)
  return sql`SELECT toString(page_id) AS id, named, cited, ${score} AS points, count() OVER () AS pages
    FROM (SELECT page_id, count() AS cited, max(executed_at) AS last_cited, uniqExact(engine) AS engines
      FROM readings ARRAY JOIN page_ids AS page_id WHERE ${view.answers} GROUP BY page_id) AS citing
    INNER JOIN (${earnedPages(view, ownDomain, filter)}) AS earned USING page_id
    WHERE ${wanted}
    ORDER BY points DESC, cited DESC, last_cited DESC, page_id`
}

/** Pages that were read and name enough active competitors, and not the brand: their numbers, and whom they name. */
function earnedPages(view: EarnedView, ownDomain: string | null, filter: EarnedFilter): Sql {
  const numbers = (strict: boolean) =>
    view.rivals.filter((rival) => rival.match_require_domain === strict).map(({ number }) => number)
  const named = sql`arrayFilter(e -> has(${numbers(false)}, e) OR (has(${numbers(true)}, e) AND has(linked, e)), entities)`
  const rivalDomains = view.rivals.flatMap(({ domain }) => domain ?? [])
  const owned = [
    ...(ownDomain === null ? [] : [ownDomain]),
    ...(filter.include_competitor_owned_domains ? [] : rivalDomains),
  ]
  return sql`SELECT page_id, ${named} AS named FROM page_readings
    WHERE ${currentReadings(view.pages)} AND outcome = 'read' AND NOT has(entities, ${brandEntity})
      AND domain NOT IN ${owned} AND length(named) >= ${filter.min_competitors}`
}
