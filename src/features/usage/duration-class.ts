import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/**
 * Durations are counted by class, each so much wider than the one before that its middle lies within this part of
 * every duration in it. Counts of classes can be added up, and give quantiles that are off by this much at most: the
 * idea of DDSketch (Masson, Rim and Lee, Proceedings of the VLDB Endowment 12, 2019).
 */
export const durationError = 0.005

const growth = (1 + durationError) / (1 - durationError)

/** The class of a request’s duration: `duration_us`, in microseconds. */
export const durationBucket: Sql = sql`toInt16(ceil(log(greatest(duration_us, 1)) / ${Math.log(growth)}))`

/** The duration that stands for all of a class, in milliseconds. */
export const durationOf = (durationClass: number): number =>
  (2 * growth ** durationClass) / (growth + 1) / 1000
