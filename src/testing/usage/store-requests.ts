import { sql } from '../../stores/clickhouse-sql.ts'
import type { TestApp } from '../test-app.ts'

/** A row of `usage_requests`. */
export interface StoredRequest {
  workspace_id: string
  key_id: string
  at: string
  endpoint: string
  status: number
  response_bytes: number
  duration_us: number
}

/** Stores requests from other times. */
export async function storeRequests(test: TestApp, requests: readonly StoredRequest[]): Promise<void> {
  const lines = requests.map((request) => JSON.stringify(request)).join('\n')
  await test.app.services.clickhouse.insert('usage_requests', lines)
}

/** Number of a workspace's rows in a usage table. */
export async function countRows(test: TestApp, table: string, workspaceId: string): Promise<number> {
  const [row] = await test.app.services.clickhouse.query<{ stored: number }>(
    sql`SELECT count() AS stored FROM ${sql.raw(table)} WHERE workspace_id = ${workspaceId}`,
  )
  return Number(row?.stored)
}

/** Days of requests, each with two keys and three endpoints; some were refused before they reached one. */
export function requestsOf(
  workspace_id: string,
  days: readonly string[],
  random: () => number,
  perDay = 40,
): StoredRequest[] {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const keys = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
  return days.flatMap((day) =>
    Array.from({ length: perDay }, () => ({
      workspace_id,
      key_id: pick(keys),
      at: `${day} ${pick(['00:00:00.000', '11:30:00.000', '23:59:59.999'])}`,
      endpoint: pick(['GET /v1/me', 'GET /v1/brands', 'GET /v1/usage', '']),
      status: pick([200, 200, 304, 400, 404, 500, 503]),
      response_bytes: Math.floor(random() * 10_000),
      duration_us: Math.round(Math.exp(random() * 12 + 4)),
    })),
  )
}
