import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

export const priorityBuckets = ['high', 'medium', 'low'] as const
export type PriorityBucket = (typeof priorityBuckets)[number]

const high = 70
const medium = 40

/** The formula in words, for the API reference. */
export const scoreInWords =
  'The score of a page, 0 to 100, is the sum of: 10 points per doubling of its citing answers in the period, from 0 for ' +
  'one answer to 40 for 16 or more; 20 points minus 1 per full week between its last citing day and the end of the ' +
  'period (default: today), at least 0; 5 points per citing engine, at most 20; 4 points per mentioned active ' +
  `competitor, at most 20. Scores from ${high} are high, from ${medium} medium.`

/** Citation thresholds; each adds 10 points. */
const doublings = [2, 4, 8, 16]

/** Further engines add no points. */
export const maxScoredEngines = 4

/**
 * Integer SQL expression for the score of a page, 0 to 100. Uses whole points, so that users can verify it.
 * `docs/earned-mentions.md` explains the weights.
 * @param daysAgo days from the last citing day to the reference day; negative if it is later
 * @param competitors mentioned active competitors
 */
export function scoreSql(citations: Sql, daysAgo: Sql, engines: Sql, competitors: Sql): Sql {
  const frequency = doublings.map((threshold) => sql`10 * (${citations} >= ${threshold})`.text).join(' + ')
  const recency = sql`greatest(0, 20 - intDiv(greatest(0, ${daysAgo}), 7))`
  return sql`toUInt8(${sql.raw(frequency)} + ${recency} + 5 * least(${maxScoredEngines}, ${engines}) + least(20, 4 * ${competitors}))`
}

export const bucketOf = (score: number): PriorityBucket => (score >= high ? 'high' : score >= medium ? 'medium' : 'low')

/** Condition for scores in one of the buckets. */
export function inBuckets(score: Sql, buckets: readonly PriorityBucket[]): Sql {
  const ranges = {
    high: sql`${score} >= ${high}`,
    medium: sql`${score} >= ${medium} AND ${score} < ${high}`,
    low: sql`${score} < ${medium}`,
  }
  return sql.raw(`(${buckets.map((bucket) => `(${ranges[bucket].text})`).join(' OR ') || 'false'})`)
}
