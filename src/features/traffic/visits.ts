import { committedUntil } from '../../kernel/batches.ts'
import type { Brand } from '../../kernel/tables.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Period } from '../visibility/index.ts'
import type { Goal } from './goal.ts'

/** A visitor who returns from an engine within this time continues the same visit; a longer pause ends it. */
const visitMinutes = 30

/**
 * Selects the visits from AI engines that begin in a period: `started`, `engine`, `evidence`, `paid`, the
 * `page_key` and address of the landing page, and `reached`, which has 1 for each goal that a page of the visit
 * matches, else 0, in the order of `goals`.
 */
export function visitsOf(brand: Brand, period: Period, goals: readonly Goal[] = []): Sql {
  // Many logs have whole seconds. In one, a page from an engine is before its assets and other pages.
  const place = sql`(ts, engine = '', evidence = 'referrer_utm', hit_id)`
  const earlier = sql`(PARTITION BY visitor, domain ORDER BY place
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
  const untilNow = sql`(PARTITION BY visitor, domain ORDER BY place
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`
  // A visit consists of its first stretch without a pause; later stretches did not come from an engine.
  return sql`SELECT min(ts) AS started, domain, maxForEach(matches) AS reached,
      argMin((hit.engine, hit.evidence, hit.paid, hit.page_key, concat(domain, path)), place) AS arrival,
      arrival.1 AS engine, arrival.2 AS evidence, arrival.3 AS paid, arrival.4 AS page_key,
      arrival.5 AS address
    FROM (SELECT *, sum(is_arrival) OVER ${untilNow} AS visit, sum(is_pause) OVER ${untilNow} AS stretch
      FROM (SELECT visitor, domain, ts, ${place} AS place, engine, evidence, paid, path, page_key,
          ${matchesOf(goals)} AS matches,
          ts > max(ts) OVER ${earlier} + INTERVAL ${visitMinutes} MINUTE AS is_pause,
          engine != '' AND ts > maxIf(ts, engine != '') OVER ${earlier} + INTERVAL ${visitMinutes} MINUTE
            AS is_arrival
        FROM ai_traffic
        WHERE brand_id = ${brand.id} AND ${committedUntil(brand.traffic_seq)}
          AND toDate(ts) BETWEEN ${period.start_date} AND ${period.end_date})) AS hit
    WHERE visit > 0 GROUP BY visitor, domain, visit, stretch
    ORDER BY stretch LIMIT 1 BY visitor, domain, visit`
}

/** Goals that each hit matches, as an array of 0 and 1. */
function matchesOf(goals: readonly Goal[]): Sql {
  if (goals.length === 0) return sql`emptyArrayUInt8()`
  return sql`${goals.map(({ path }) => sql`path LIKE ${likePattern(path)}`)}`
}

const likePattern = (path: string) => path.replace(/[%_\\]/g, '\\$&').replaceAll('*', '%')
