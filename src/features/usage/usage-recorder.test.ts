import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ClickHouseStore } from '../../stores/clickhouse.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { StoreUnreachableError } from '../../stores/store-errors.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUsageRecorder, type UsageRecorder } from './usage-recorder.ts'

let running: TestApp
let workspaceId: string
let registry: Registry
let recorder: UsageRecorder
/** The behavior of the next inserts. */
let insert: ClickHouseStore['insert']
let inserts: number

beforeAll(async () => {
  running = await startTestApp()
})
afterAll(() => running.close())

beforeEach(() => {
  const { clickhouse, log, now } = running.app.services
  workspaceId = crypto.randomUUID()
  registry = new Registry()
  insert = clickhouse.insert
  inserts = 0
  const watched: ClickHouseStore = {
    ...clickhouse,
    insert(...rows) {
      inserts += 1
      return insert(...rows)
    },
  }
  recorder = createUsageRecorder({ clickhouse: watched, log, now, metrics: registry }, 1000)
})

const store = () => running.app.services.clickhouse
const gone = () => Promise.reject(new StoreUnreachableError('gone'))

function record(count: number, first = 0): void {
  for (let number = first; number < first + count; number += 1)
    recorder.record({
      workspaceId,
      keyId: crypto.randomUUID(),
      endpoint: 'GET /v1/me',
      status: 200,
      responseBytes: number,
      durationMs: 1.5,
    })
}

const stored = async () => {
  const rows = await store().query<{ response_bytes: number }>(
    sql`SELECT response_bytes FROM usage_requests WHERE workspace_id = ${workspaceId} ORDER BY response_bytes`,
  )
  return rows.map(({ response_bytes }) => Number(response_bytes))
}
const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
const dropped = async () => (await registry.getSingleMetric('sightline_usage_dropped_total')?.get())?.values[0]?.value

test('stores recorded requests in batches, and the rest on close', async () => {
  record(300)
  await recorder.flush(5000)
  expect([await stored(), inserts]).toEqual([numbers(0, 300), 1])
  record(200, 300)
  await recorder.close()
  expect([await stored(), inserts]).toEqual([numbers(0, 500), 2])
})

test('stores recorded requests automatically after a short time', async () => {
  record(3)
  while ((await stored()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  await recorder.close()
})

test('concurrent flushes share inserts, and each one stores everything recorded before it', async () => {
  const counts: Promise<number>[] = []
  for (let round = 0; round < 20; round += 1) {
    record(5, round * 5)
    counts.push(recorder.flush(5000).then(async () => (await stored()).length))
  }
  ;(await Promise.all(counts)).forEach((count, round) => {
    expect(count).toBeGreaterThanOrEqual((round + 1) * 5)
  })
  expect(inserts).toBeLessThan(4)
  await recorder.close()
})

test('keeps requests that cannot be stored, and stores them when the store is available again', async () => {
  insert = gone
  record(10)
  await expect(recorder.flush(5000)).rejects.toThrow(StoreUnreachableError)
  record(10, 10)
  await expect(recorder.flush(5000)).rejects.toThrow(StoreUnreachableError)
  insert = store().insert
  await recorder.flush(5000)
  expect([await stored(), await dropped()]).toEqual([numbers(0, 20), 0])
  await recorder.close()
})

test('does not store a batch twice if the response to its insert was lost', async () => {
  insert = async (...rows) => {
    await store().insert(...rows)
    throw new StoreUnreachableError('its answer was lost')
  }
  record(10)
  await expect(recorder.flush(5000)).rejects.toThrow('lost')
  record(10, 10)
  await expect(recorder.flush(5000)).rejects.toThrow('lost')
  insert = store().insert
  await recorder.close()
  expect(await stored()).toEqual(numbers(0, 20))
})

test('drops and counts the oldest requests beyond the limit', async () => {
  insert = gone
  record(1500)
  insert = store().insert
  await recorder.close()
  const lost = (await dropped()) as number
  expect(lost).toBeGreaterThanOrEqual(500)
  expect(lost).toBeLessThan(520)
  expect(await stored()).toEqual(numbers(lost, 1500 - lost))
})

test('a flush times out if the store does not respond', async () => {
  insert = () => new Promise(() => {})
  record(1)
  await expect(recorder.flush(20)).rejects.toMatchObject({ code: 'service_unavailable' })
})
