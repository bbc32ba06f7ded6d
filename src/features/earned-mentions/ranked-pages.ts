import { LRUCache } from 'lru-cache'
import type { BrandContext, Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { compare } from '../visibility/index.ts'
import { currentReadings } from './current-pages.ts'
import type { EarnedView } from './earned-view.ts'
import type { CitingQuestion, EarnedQuestion } from './ranking/cited-pages.ts'
import { askKept } from './ranking/kept-brands.ts'
import { bucketOf, inBuckets, type PriorityBucket, scoreSql } from './score.ts'

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
const dayMs = 86_400_000
const keptOf = new WeakMap<Services, LRUCache<string, Promise<RankedRow[]>>>()

/** The citing answers of a view, as they are looked for in memory. */
export function questionOf({ period, prompts }: EarnedView): CitingQuestion {
  const { start_date, end_date } = period
  if (start_date === null || end_date === null) return { days: null, prompts }
  return { days: [Date.parse(start_date), Date.parse(end_date) + dayMs], prompts }
}

/**
 * Counts all pages of a view that name competitors and not the brand, and gives a part of them in their order. The first
 * rows of a list are kept for as long as they are asked for: their key is the query, which names the state that it is of.
 * They are ranked in memory where the brand's pages are kept there, else by the store, as all that comes after them is.
 */
export async function mostWorthwhile(
  ctx: BrandContext,
  view: EarnedView,
  filter: EarnedFilter,
  limit: number,
): Promise<{ pages: RankedPage[]; total: number }> {
  const { services } = ctx
  const owned = ownedDomains(ctx, view, filter)
  const ranking = rankingOf(view, owned, filter)
  const end = view.offset + limit
  const rows =
    end <= keptRows
      ? (await keptRanking(ctx, view, filter, owned, ranking)).slice(view.offset, end)
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

function keptRanking(
  ctx: BrandContext,
  view: EarnedView,
  filter: EarnedFilter,
  owned: readonly string[],
  ranking: Sql,
): Promise<RankedRow[]> {
  const { services } = ctx
  const kept = keptOf.getOrInsertComputed(services, () => new LRUCache({ max: mostKept }))
  const known = kept.get(ranking.text)
  if (known !== undefined) return known
  const found = rankInMemory(ctx, view, filter, owned).then(
    (rows) => rows ?? rank(services, ranking, keptRows, 0),
  )
  kept.set(ranking.text, found)
  found.catch(() => kept.delete(ranking.text))
  return found
}

/** The first rows of the ranking; undefined where the brand's pages are not in memory. */
async function rankInMemory(
  { services, brand }: BrandContext,
  view: EarnedView,
  filter: EarnedFilter,
  owned: readonly string[],
): Promise<RankedRow[] | undefined> {
  if (brand.data_unstable) return undefined
  const buckets = filter.priority_bucket
  const question: EarnedQuestion = {
    ...questionOf(view),
    asOfDay: Date.parse(view.asOf) / dayMs,
    rivals: view.rivals.map(({ number }) => number),
    strictRivals: view.rivals.filter((rival) => rival.match_require_domain).map(({ number }) => number),
    owned,
    leastRivals: filter.min_competitors,
    isWanted: (score) => buckets === undefined || buckets.includes(bucketOf(score)),
  }
  const ranked = await askKept(services, view.state, (cited) => cited.rank(question, keptRows))
  return ranked?.pages.map(({ pageId, named, citations, score }) => ({
    id: pageId,
    named,
    cited: String(citations),
    points: score,
    pages: String(ranked.total),
  }))
}

const rank = ({ clickhouse, config }: Services, ranking: Sql, limit: number, offset: number) =>
  clickhouse.query<RankedRow>(sql`${ranking} LIMIT ${limit} OFFSET ${offset}`, config.QUERY_TIMEOUT_SECONDS)

function rankingOf(view: EarnedView, owned: readonly string[], filter: EarnedFilter): Sql {
  const daysAgo = sql`dateDiff('day', toDate(last_cited), toDate(${view.asOf}))`
  const score = scoreSql(sql`cited`, daysAgo, sql`engines`, sql`length(named)`)
  const buckets = filter.priority_bucket
  const wanted = buckets === undefined ? sql`true` : inBuckets(sql`points`, buckets)
  return sql`SELECT toString(page_id) AS id, named, cited, ${score} AS points, count() OVER () AS pages
    FROM (SELECT page_id, count() AS cited, max(executed_at) AS last_cited, uniqExact(engine) AS engines
      FROM readings ARRAY JOIN page_ids AS page_id WHERE ${view.answers} GROUP BY page_id) AS citing
    INNER JOIN (${earnedPages(view, owned, filter)}) AS earned USING page_id
    WHERE ${wanted}
    ORDER BY points DESC, cited DESC, last_cited DESC, page_id`
}

/** Domains whose pages are not listed. */
function ownedDomains({ brand }: BrandContext, view: EarnedView, filter: EarnedFilter): string[] {
  const rivalDomains = view.rivals.flatMap(({ domain }) => domain ?? [])
  return [
    ...(brand.primary_domain === null ? [] : [brand.primary_domain]),
    ...(filter.include_competitor_owned_domains ? [] : rivalDomains),
  ]
}

/** Pages that were read and name enough active competitors, and not the brand: their numbers, and whom they name. */
function earnedPages(view: EarnedView, owned: readonly string[], filter: EarnedFilter): Sql {
  const numbers = (strict: boolean) =>
    view.rivals.filter((rival) => rival.match_require_domain === strict).map(({ number }) => number)
  const named = sql`arrayFilter(e -> has(${numbers(false)}, e) OR (has(${numbers(true)}, e) AND has(linked, e)), entities)`
  return sql`SELECT page_id, ${named} AS named FROM page_readings
    WHERE ${currentReadings(view.state.pages)} AND outcome = 'read' AND NOT has(entities, ${brandEntity})
      AND domain NOT IN ${owned} AND length(named) >= ${filter.min_competitors}`
}
