import type { CompletedRequest } from '../../kernel/completed-request.ts'

/** A row of `usage_requests` as JSON, and how many requests it stands for. */
export interface UsageRow {
  line: string
  requests: number
}

interface Count {
  requests: number
  bytes: number
}

/** More microseconds than fit into a row are cut: an hour and 11 minutes. */
const maxUs = 2 ** 32 - 1

/**
 * Counts requests that are the same but for their size: those of one key to one endpoint in one second, with the same
 * status and the same duration in microseconds.
 */
export interface UsageTally {
  add(request: CompletedRequest, atMs: number): void
  /** The rows of what was counted, which is forgotten here. */
  take(): UsageRow[]
}

export function createUsageTally(): UsageTally {
  // By key, then endpoint, then status and duration: to look up three times is faster than to join the names.
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
      // A small number unless the request took seconds: others would each be an object.
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
  // A time that is a number is one of milliseconds. Nothing in it needs escaping.
  const line =
    `{${caller},"at":${second * 1000},"endpoint":"${endpoint}","status":${status},` +
    `"requests":${count.requests},"response_bytes":${count.bytes},"duration_us":${duration}}`
  return { line, requests: count.requests }
}
