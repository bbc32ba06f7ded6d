import { committedUntil } from '../../kernel/batches.ts'
import type { Brand } from '../../kernel/tables.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Period } from '../visibility/index.ts'
import type { Goal } from './goal.ts'

/** A redirect and the page that it leads to are this close. */
const redirectSeconds = 10

/** A visitor who returns from an engine within this time continues the same visit; a longer pause ends it. */
const visitMinutes = 30

/**
 * Selects the visits from AI engines that begin in a period: `started`, `engine`, `evidence`, `paid`, the
 * `page_key` and address of the landing page, the `hit_id` of the first hit, and `reached`, which has 1 for each goal
 * that a page of the visit matches, else 0, in the order of `goals`.
 */
export function visitsOf(brand: Brand, period: Period, goals: readonly Goal[] = []): Sql {
  // Many logs have whole seconds. In one, a redirect is before its page, and a page from an engine before all others.
  const place = sql`(ts, NOT is_redirect, engine = '', evidence = 'referrer_utm', hit_id)`
  const earlier = sql`(PARTITION BY visitor, domain ORDER BY place
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
  const untilNow = sql`(PARTITION BY visitor, domain ORDER BY place
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`
  // A redirect is not a visit, but the page after it may have lost its query. Browsers keep the referrer.
  const hits = sql`SELECT *, lagInFrame((is_redirect, ts, engine, evidence, paid)) OVER (PARTITION BY visitor
        ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS hop,
      hop.1 AND ts <= hop.2 + INTERVAL ${redirectSeconds} SECOND AS follows, paid OR (follows AND hop.5) AS is_paid,
      if(engine = '' AND follows AND hop.4 != 'referrer', (hop.3, hop.4), (engine, evidence)) AS origin
    FROM (SELECT *, ${place} AS place FROM ai_traffic
      WHERE brand_id = ${brand.id} AND ${committedUntil(brand.traffic_seq)}
        AND toDate(ts) BETWEEN ${period.start_date} AND ${period.end_date})`
  // A visit consists of its first stretch without a pause; later stretches did not come from an engine.
  return sql`SELECT min(ts) AS started, domain, maxForEach(matches) AS reached,
      argMin((hit.origin, hit.is_paid, hit.page_key, concat(domain, path)), place) AS arrival,
      arrival.1.1 AS engine, arrival.1.2 AS evidence, arrival.2 AS paid, arrival.3 AS page_key,
      arrival.4 AS address, min(place).5 AS hit_id
    FROM (SELECT *, sum(is_arrival) OVER ${untilNow} AS visit, sum(is_pause) OVER ${untilNow} AS stretch
      FROM (SELECT visitor, domain, ts, place, origin, is_paid, path, page_key, ${matchesOf(goals)} AS matches,
          ts > max(ts) OVER ${earlier} + INTERVAL ${visitMinutes} MINUTE AS is_pause,
          origin.1 != '' AND ts > maxIf(ts, origin.1 != '') OVER ${earlier} + INTERVAL ${visitMinutes} MINUTE
            AS is_arrival
        FROM (${hits}) WHERE NOT is_redirect)) AS hit
    WHERE visit > 0 GROUP BY visitor, domain, visit, stretch
    ORDER BY stretch LIMIT 1 BY visitor, domain, visit`
}

/** Goals that each hit matches, as an array of 0 and 1. */
function matchesOf(goals: readonly Goal[]): Sql {
  if (goals.length === 0) return sql`emptyArrayUInt8()`
  return sql`${goals.map(({ path }) => sql`path LIKE ${likePattern(path)}`)}`
}

const likePattern = (path: string) => path.replace(/[%_\\]/g, '\\$&').replaceAll('*', '%')
