import { randomUUID } from 'node:crypto'
import { Counter } from 'prom-client'
import type { CompletedRequest } from '../../kernel/completed-request.ts'
import type { Services } from '../../kernel/context.ts'
import { unavailable } from '../../lib/errors.ts'
import { withTimeout } from '../../lib/with-timeout.ts'

/** A row of `usage_requests` as JSON, and its number of requests. */
interface UsageRow {
  line: string
  requests: number
}

interface Count {
  requests: number
  bytes: number
}

/** The maximum of the column: 1 hour 11 minutes. */
const maxUs = 2 ** 32 - 1

/** Counts equal requests: same key, endpoint, second, status and duration in microseconds. Sums their sizes. */
function createUsageTally() {
  // Nested by key, endpoint, then status and duration: three lookups are faster than concatenating a key.
  let keys = new Map<string, { workspaceId: string; endpoints: Map<string, Map<number, Count>> }>()
  let second = 0
  let rows: UsageRow[] = []

  function closeSecond(): void {
    for (const [keyId, { workspaceId, endpoints }] of keys)
      for (const [endpoint, counts] of endpoints)
        for (const [kind, count] of counts)
          rows.push(rowOf(`"workspace_id":"${workspaceId}","key_id":"${keyId}"`, second, endpoint, kind, count))
    keys = new Map()
  }

  return {
    add({ workspaceId, keyId, endpoint, status, responseBytes, durationMs }: CompletedRequest, atMs: number) {
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
    /** Returns and clears the counted rows. */
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

declare module '../../kernel/context.ts' {
  interface FeatureStates {
    usage: UsageRecorder
  }
}

export interface UsageRecorder {
  /** Records a request in memory. */
  record(request: CompletedRequest): void
  /**
   * Stores everything recorded so far.
   * @throws the database error, or ApiError service_unavailable after `withinMs`
   */
  flush(withinMs: number): Promise<void>
  /** Stores the rest and stops recording. */
  close(): Promise<void>
}

/** Rows of one write. A failed write is retried with the same rows. */
interface Batch {
  token: string
  rows: UsageRow[]
}

const writeEveryMs = 1000
const maxBatchRows = 20_000
const closeWithinMs = 10_000

/** About 25 MB. */
const maxWaitingRows = 100_000

/**
 * Collects the requests of this process and writes them to ClickHouse about once per second. If that fails,
 * keeps them in memory; beyond a limit, drops and counts the oldest.
 */
export function createUsageRecorder(
  { clickhouse, log, now, metrics }: Pick<Services, 'clickhouse' | 'log' | 'now' | 'metrics'>,
  maxWaiting = maxWaitingRows,
): UsageRecorder {
  const dropped = new Counter({
    name: 'sightline_usage_dropped_total',
    help: 'Requests missing from usage because they could not be stored',
    registers: [metrics],
  })
  const tally = createUsageTally()
  let waiting: UsageRow[] = []
  let batch: Batch | undefined
  let writing: Promise<void> | undefined
  let failing = false
  let recorded = 0
  let settled = 0

  /** Moves counted requests to the waiting rows, and drops the oldest beyond the limit. */
  function collect(): void {
    waiting = waiting.concat(tally.take())
    const lost = requestsOf(waiting.splice(0, Math.max(0, waiting.length - maxWaiting)))
    settled += lost
    dropped.inc(lost)
  }

  function takeBatch(): Batch | undefined {
    collect()
    if (waiting.length === 0) return undefined
    return { token: randomUUID(), rows: waiting.splice(0, maxBatchRows) }
  }

  async function writeBatch(): Promise<void> {
    batch ??= takeBatch()
    if (batch === undefined) return
    try {
      await clickhouse.insert('usage_requests', batch.rows.map(({ line }) => line).join('\n'), batch.token)
    } catch (error) {
      if (!failing) log.error({ err: error }, 'usage cannot be stored; keeping it in memory')
      failing = true
      throw error
    }
    settled += requestsOf(batch.rows)
    batch = undefined
    if (failing) log.info('usage can be stored again')
    failing = false
  }

  function write(): Promise<void> {
    writing ??= writeBatch().finally(() => {
      writing = undefined
    })
    return writing
  }

  async function writeUntil(row: number): Promise<void> {
    while (settled < row) await write()
  }

  const flush = (withinMs: number) =>
    withTimeout(writeUntil(recorded), withinMs, () => {
      throw unavailable('usage cannot be stored; retry in 2 seconds', 2)
    })

  const timer = setInterval(() => {
    collect()
    writeUntil(recorded).catch(() => {})
  }, writeEveryMs).unref()

  return {
    record(request) {
      recorded += 1
      tally.add(request, now().getTime())
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush(closeWithinMs).catch((error) =>
        log.error({ err: error, requests: recorded - settled }, 'usage was lost'),
      )
    },
  }
}

const requestsOf = (rows: readonly UsageRow[]) => rows.reduce((sum, { requests }) => sum + requests, 0)
