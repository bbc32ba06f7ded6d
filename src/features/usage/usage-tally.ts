import type { CompletedRequest } from '../../kernel/completed-request.ts'

/** A row of `usage_requests` as JSON, and its number of requests. */
export interface UsageRow {
  line: string
  requests: number
}

interface Count {
  requests: number
  bytes: number
}

/** The maximum of the column: 1 hour 11 minutes. */
const maxUs = 2 ** 32 - 1

/**
 * Counts equal requests: same key, endpoint, second, status and duration in microseconds. Sums their sizes.
 */
export interface UsageTally {
  add(request: CompletedRequest, atMs: number): void
  /** Returns and clears the counted rows. */
  take(): UsageRow[]
}

export function createUsageTally(): UsageTally {
  // Nested by key, endpoint, then status and duration: three lookups are faster than concatenating a key.
  let keys = new Map<string, { workspaceId: string; endpoints: Map<string, Map<number, Count>> }>()
  let second = 0
  let rows: UsageRow[] = []

  function closeSecond(): void {
    for (const [keyId, { workspaceId, endpoints }] of keys)
      for (const [endpoint, counts] of endpoints)
        for (const [kind, count] of counts)
          rows.push(
            rowOf(`"workspace_id":"${workspaceId}","key_id":"${keyId}"`, second, endpoint, kind, count),
          )
    keys = new Map()
  }

  return {
    add({ workspaceId, keyId, endpoint, status, responseBytes, durationMs }, atMs) {
      const now = Math.floor(atMs / 1000)
      if (now !== second) {
        closeSecond()
        second = now
      }
      // A small integer unless the request took seconds, which avoids a heap object.
      const kind = Math.min(maxUs, Math.round(durationMs * 1000)) * 1000 + status
      const count = keys
        .getOrInsertComputed(keyId, () => ({ workspaceId, endpoints: new Map() }))
        .endpoints.getOrInsertComputed(endpoint, () => new Map())
        .getOrInsertComputed(kind, () => ({ requests: 0, bytes: 0 }))
      count.requests += 1
      count.bytes += responseBytes
    },
    take() {
      closeSecond()
      const taken = rows
      rows = []
      return taken
    },
  }
}

function rowOf(caller: string, second: number, endpoint: string, kind: number, count: Count): UsageRow {
  const [status, duration] = [kind % 1000, Math.floor(kind / 1000)]
  // ClickHouse reads a number as milliseconds. No value needs escaping.
  const line =
    `{${caller},"at":${second * 1000},"endpoint":"${endpoint}","status":${status},` +
    `"requests":${count.requests},"response_bytes":${count.bytes},"duration_us":${duration}}`
  return { line, requests: count.requests }
}
