import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

export const priorityBuckets = ['high', 'medium', 'low'] as const
export type PriorityBucket = (typeof priorityBuckets)[number]

const high = 70
const medium = 40

/** The formula in words, for the API's reference. */
export const scoreInWords =
  'The score of a page, 0 to 100, is the sum of: 10 points for each time that the answers of the period citing it double, ' +
  'from 0 for one to 40 for 16 or more; 20 points less one for each whole week between its last citing day and the end of ' +
  'the period (today where none is given), at least 0; 5 points for each engine that cites it, at most 20; 4 points for each ' +
  `active competitor that it names, at most 20. It is high from ${high}, medium from ${medium}.`

/** Citations that each give 10 points more. */
const doublings = [2, 4, 8, 16]

/** Engines beyond so many give no more points. */
export const maxScoredEngines = 4

/**
 * How worthwhile it is to be named on a page, 0 to 100, as an expression over integers: a formula of this program's own, in
 * whole points so that everybody can work it out. `docs/earned-mentions.md` says why its parts weigh as they do.
 * @param daysAgo days between its last citing day and the day that the score is of; negative where it lies later
 * @param competitors active ones that the page names
 */
export function scoreSql(citations: Sql, daysAgo: Sql, engines: Sql, competitors: Sql): Sql {
  const often = doublings.map((threshold) => sql`10 * (${citations} >= ${threshold})`.text).join(' + ')
  const lately = sql`greatest(0, 20 - intDiv(greatest(0, ${daysAgo}), 7))`
  return sql`toUInt8(${sql.raw(often)} + ${lately} + 5 * least(${maxScoredEngines}, ${engines}) + least(20, 4 * ${competitors}))`
}

export const bucketOf = (score: number): PriorityBucket =>
  score >= high ? 'high' : score >= medium ? 'medium' : 'low'

/** Whether a score is in one of the buckets. */
export function inBuckets(score: Sql, buckets: readonly PriorityBucket[]): Sql {
  const ranges = {
    high: sql`${score} >= ${high}`,
    medium: sql`${score} >= ${medium} AND ${score} < ${high}`,
    low: sql`${score} < ${medium}`,
  }
  return sql.raw(`(${buckets.map((bucket) => `(${ranges[bucket].text})`).join(' OR ') || 'false'})`)
}
