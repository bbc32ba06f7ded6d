import { randomUUID } from 'node:crypto'
import { Counter } from 'prom-client'
import type { CompletedRequest } from '../../kernel/completed-request.ts'
import type { Services } from '../../kernel/context.ts'
import { unavailable } from '../../lib/errors.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import { createUsageTally, type UsageRow } from './usage-tally.ts'

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
