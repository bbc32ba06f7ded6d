import type { Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { durationBucket, durationOf } from './duration-class.ts'
import { dayAfter, firstOf, lastRolledUpDay, startOfDay, successDays } from './usage-days.ts'

export interface KeyUsage {
  keyId: string
  requests: number
  clientErrors: number
  serverErrors: number
  responseBytes: number
  /** 95th percentile latency of the slowest endpoint. Null if no request was timed. */
  p95Ms: number | null
}

interface Row {
  key_id: string
  asked: number
  client_errors: number
  server_errors: number
  bytes: number
  slow_class: number | null
}

/**
 * Reads the usage per key of a workspace in the last `days` days (UTC), including today; most requests first.
 * Reads each day either from its aggregates or from its requests.
 */
export async function readUsage(
  services: Services,
  workspaceId: string,
  days: number,
  timeoutSeconds: number,
): Promise<KeyUsage[]> {
  const now = services.now()
  const since = firstOf(days, now)
  const rolledUp = await lastRolledUpDay(services.db)
  const counts = sql`
    SELECT key_id, endpoint, sum(counted) AS endpoint_asked, sum(bytes) AS endpoint_bytes,
      sumIf(counted, status BETWEEN 400 AND 499) AS endpoint_client_errors,
      sumIf(counted, status >= 500) AS endpoint_server_errors,
      quantileExactWeighted(0.95)(duration_class, counted) AS endpoint_class
    FROM (${countedRequests(workspaceId, since, rolledUp, now, 'duration_class')})
    GROUP BY key_id, endpoint`
  const rows = await services.clickhouse.query<Row>(
    sql`
    SELECT toString(key_id) AS key_id, sum(endpoint_asked) AS asked, sum(endpoint_client_errors) AS client_errors,
      sum(endpoint_server_errors) AS server_errors, sum(endpoint_bytes) AS bytes,
      maxOrNullIf(endpoint_class, endpoint != '') AS slow_class
    FROM (${counts}) GROUP BY key_id ORDER BY asked DESC, key_id`,
    timeoutSeconds,
  )
  return rows.map((row) => ({
    keyId: row.key_id,
    requests: Number(row.asked),
    clientErrors: Number(row.client_errors),
    serverErrors: Number(row.server_errors),
    responseBytes: Number(row.bytes),
    p95Ms: row.slow_class === null ? null : durationOf(row.slow_class),
  }))
}

/** Usage of one key, or of all, on one day (UTC). */
export interface DayUsage {
  /** Undefined for all keys together. */
  keyId: string | undefined
  day: string
  requests: number
  clientErrors: number
  serverErrors: number
  responseBytes: number
}

interface DayRow extends Omit<Row, 'key_id' | 'slow_class'> {
  shown_key: string
  shown_day: string
  is_all: number
}

/** Reads a workspace's usage per day of the last `days` days (UTC), total and per key. Omits empty days. */
export async function readUsageDays(
  services: Services,
  workspaceId: string,
  days: number,
  keyIds: readonly string[],
  timeoutSeconds: number,
): Promise<DayUsage[]> {
  const now = services.now()
  const counted = countedRequests(
    workspaceId,
    firstOf(days, now),
    await lastRolledUpDay(services.db),
    now,
    'request_day',
  )
  const rows = await services.clickhouse.query<DayRow>(
    sql`SELECT toString(key_id) AS shown_key, toString(request_day) AS shown_day, grouping(key_id) AS is_all,
        sum(counted) AS asked, sumIf(counted, status BETWEEN 400 AND 499) AS client_errors,
        sumIf(counted, status >= 500) AS server_errors, sum(bytes) AS bytes
      FROM (${counted}) GROUP BY GROUPING SETS ((request_day), (request_day, key_id))
      HAVING is_all = 1 OR shown_key IN ${keyIds} ORDER BY shown_day`,
    timeoutSeconds,
  )
  return rows.map((row) => ({
    keyId: Number(row.is_all) === 1 ? undefined : row.shown_key,
    day: row.shown_day,
    requests: Number(row.asked),
    clientErrors: Number(row.client_errors),
    serverErrors: Number(row.server_errors),
    responseBytes: Number(row.bytes),
  }))
}

/**
 * Selects request counts per key, endpoint and status. Excludes successes that are past their retention.
 * @param by an additional column to group by
 */
function countedRequests(
  workspaceId: string,
  since: string,
  rolledUp: string | undefined,
  now: Date,
  by: 'duration_class' | 'request_day',
): Sql {
  const [liveColumn, storedColumn] =
    by === 'duration_class'
      ? [sql`${durationBucket} AS duration_class`, sql`duration_class`]
      : [sql`toDate(at) AS request_day`, sql`day AS request_day`]
  const ofWorkspace = sql`workspace_id = ${workspaceId}`
  const successesSince = firstOf(successDays, now)
  const liveSince = rolledUp === undefined || rolledUp < since ? since : dayAfter(rolledUp)
  const end = startOfDay(dayAfter(firstOf(1, now)))
  const live = sql`
    SELECT key_id, endpoint, status, ${liveColumn}, sum(requests) AS counted,
      sum(response_bytes) AS bytes
    FROM usage_requests
    WHERE ${ofWorkspace} AND at >= ${startOfDay(liveSince)} AND at < ${end}
      AND (status >= 400 OR at >= ${startOfDay(successesSince)})
    GROUP BY key_id, endpoint, status, ${sql.raw(by)}`
  if (liveSince === since) return live
  return sql`${live} UNION ALL
    SELECT key_id, endpoint, status, ${storedColumn}, requests AS counted, response_bytes AS bytes
    FROM usage_days FINAL
    WHERE ${ofWorkspace} AND day BETWEEN ${since} AND ${rolledUp as string}
      AND (status >= 400 OR day >= ${successesSince})`
}
