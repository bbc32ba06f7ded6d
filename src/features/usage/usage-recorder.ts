import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import type { Services } from '../../core/context.ts'
import { unavailable } from '../../core/errors.ts'

/** A request of a known key, once it has been answered. */
export interface AnsweredRequest {
  workspaceId: string
  keyId: string
  /** Method and route of the endpoint that it reached; empty where it was refused before. */
  endpoint: string
  status: number
  /** Of the body as it was sent. */
  responseBytes: number
  durationMs: number
}

export interface UsageRecorder {
  /** Takes note of a request; costs it no more than that. */
  record(request: AnsweredRequest): void
  /**
   * Stores what has been recorded until now.
   * @throws what the store says, or ApiError service_unavailable after so many milliseconds
   */
  flush(withinMs: number): Promise<void>
  /** Stores what is left, and records no more. */
  close(): Promise<void>
}

/** Rows that are written at once; while they could not be, they are written again as they are. */
interface Batch {
  token: string
  lines: string[]
}

const writeEveryMs = 1000
const mostRowsOfBatch = 20_000
const closeWithinMs = 10_000

/** About 25 MB. */
const mostWaitingRows = 100_000

/**
 * Collects the requests that this process answers and writes them to ClickHouse about once a second. While that fails,
 * they wait in memory; beyond a bound the oldest are dropped, and counted.
 */
export function createUsageRecorder(
  { clickhouse, log, now }: Pick<Services, 'clickhouse' | 'log' | 'now'>,
  registry: Registry,
  mostWaiting = mostWaitingRows,
): UsageRecorder {
  const dropped = new Counter({
    name: 'sightline_usage_dropped_total',
    help: 'Requests that are missing in the figures of usage, because they could not be stored',
    registers: [registry],
  })
  let waiting: string[] = []
  let batch: Batch | undefined
  let writing: Promise<void> | undefined
  let failing = false
  let recorded = 0
  let settled = 0

  function dropOldest(): void {
    // Some at once: each time, those that stay are moved.
    const rows = waiting.splice(0, Math.ceil(mostWaiting / 100)).length
    settled += rows
    dropped.inc(rows)
  }

  function takeBatch(): Batch | undefined {
    if (waiting.length === 0) return undefined
    const lines = waiting.length <= mostRowsOfBatch ? waiting : waiting.slice(0, mostRowsOfBatch)
    waiting = waiting.slice(lines.length)
    return { token: randomUUID(), lines }
  }

  async function writeBatch(): Promise<void> {
    batch ??= takeBatch()
    if (batch === undefined) return
    try {
      await clickhouse.insert('usage_requests', batch.lines.join('\n'), batch.token)
    } catch (error) {
      if (!failing) log.error({ err: error }, 'usage cannot be stored: it is kept in memory')
      failing = true
      throw error
    }
    settled += batch.lines.length
    batch = undefined
    if (failing) log.info('usage is stored again')
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

  const flush = (withinMs: number) => within(withinMs, writeUntil(recorded))

  const timer = setInterval(() => writeUntil(recorded).catch(() => {}), writeEveryMs).unref()

  return {
    record(request) {
      if (waiting.length >= mostWaiting) dropOldest()
      recorded += 1
      waiting.push(lineOf(request, now()))
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

/** A row of `usage_requests`. JSON.stringify would take longer, and nothing needs escaping. */
function lineOf(request: AnsweredRequest, at: Date): string {
  const { workspaceId, keyId, endpoint, status, responseBytes, durationMs } = request
  // A time that is a number is one of milliseconds.
  return (
    `{"workspace_id":"${workspaceId}","key_id":"${keyId}","at":${at.getTime()},"endpoint":"${endpoint}",` +
    `"status":${status},"response_bytes":${responseBytes},"duration_us":${Math.round(durationMs * 1000)}}`
  )
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const over = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: over.signal, ref: false }).then(() => {
    throw unavailable('usage cannot be stored now: try again', 2)
  })
  try {
    await Promise.race([work, late])
  } finally {
    over.abort()
    late.catch(() => {})
  }
}
