import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/**
 * Relative error of durations, which are counted in logarithmic buckets. Bucket counts can be added up and
 * give quantiles with at most this error (DDSketch: Masson, Rim and Lee, PVLDB 12, 2019).
 */
export const durationError = 0.005

const growth = (1 + durationError) / (1 - durationError)

/** The bucket of a request’s duration: `duration_us`, in microseconds. */
export const durationBucket: Sql = sql`toInt16(ceil(log(greatest(duration_us, 1)) / ${Math.log(growth)}))`

/** The duration that represents a bucket, in milliseconds. */
export const durationOf = (durationClass: number): number => (2 * growth ** durationClass) / (growth + 1) / 1000
