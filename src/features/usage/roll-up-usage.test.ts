import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { longTest } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type ShownKey, usageOf } from '../../testing/usage/ask-usage.ts'
import { referenceUsage } from '../../testing/usage/reference-usage.ts'
import { countRows, requestsOf, type StoredRequest, storeRequests } from '../../testing/usage/store-requests.ts'
import { durationError } from './duration-class.ts'
import { rollUpUsage } from './roll-up-usage.ts'
import { firstOf } from './usage-days.ts'

let running: TestApp
let workspaceId: string
let stored: StoredRequest[]

beforeAll(async () => {
  running = await startTestApp()
})
afterAll(() => running.close())

const today = new Date('2026-06-15T12:00:00Z')
/** The date that many days before today. */
const ago = (days: number) => firstOf(days + 1, today)

/** Days in each part of the retention, and at its limits. */
const days = [0, 1, 59, 60, 61, 62, 88, 89, 90, 91, 200, 399, 400].map(ago)

beforeEach(async () => {
  running.setNow(today)
  const { services } = running.app
  await services.db.deleteFrom('workspaces').execute()
  await services.db.deleteFrom('usage_rollups').execute()
  for (const table of ['usage_requests', 'usage_days'])
    await services.clickhouse.command(sql`TRUNCATE TABLE ${sql.raw(table)}`)
  workspaceId = (await running.operate('create-workspace', { name: 'Ours' })).id
  stored = requestsOf(workspaceId, days, Math.random)
  await storeRequests(running, stored)
})

const work = (services: Services = running.app.services) => rollUpUsage.run(services, {}, new AbortController().signal)

/** Periods whose usage must be the same after any step. */
const windows = [1, 2, 60, 61, 62, 63, 90, 91, 92, 201, 400]
const figures = () => Promise.all(windows.map((window) => usageOf(running, workspaceId, window)))

const retainedIn = (window: number) => {
  const [since, successesSince] = [ago(window - 1), ago(89)]
  return stored.filter(({ at, status }) => at >= since && (status >= 400 || at >= successesSince))
}

/** Counts must be equal; quantiles may differ by the width of their class, and are rounded. */
function expectNear(shown: readonly ShownKey[], expected: readonly ShownKey[]): void {
  const counts = (keys: readonly ShownKey[]) => keys.map(({ p95_ms: _, ...rest }) => rest)
  expect(counts(shown)).toEqual(counts(expected))
  shown.forEach(({ p95_ms }, index) => {
    const exact = expected[index]?.p95_ms ?? 0
    expect(Math.abs((p95_ms ?? 0) - exact)).toBeLessThanOrEqual(exact * durationError * 1.0001 + 0.005)
  })
}

async function expectReference(): Promise<void> {
  const shown = await figures()
  for (const [index, window] of windows.entries())
    expectNear(shown[index]?.keys as ShownKey[], referenceUsage(retainedIn(window)))
}

/** The same requests by day, computed in the simplest way. */
function referenceDays(window: number) {
  const dates = Array.from({ length: window }, (_, index) => ago(window - 1 - index))
  const eachDay = (requests: readonly StoredRequest[]) =>
    dates.map((date) => {
      const [all] = referenceUsage(
        requests.filter(({ at }) => at.startsWith(date)).map((request) => ({ ...request, key_id: 'all' })),
      )
      const { api_key_id: _, p95_ms: _p95, ...counts } = all ?? none
      return { date, ...counts }
    })
  const retained = retainedIn(window)
  const keys = referenceUsage(retained).map(({ p95_ms: _, ...key }) => ({
    ...key,
    days: eachDay(retained.filter(({ key_id }) => key_id === key.api_key_id)),
  }))
  return { days: eachDay(retained), keys: keys.slice(0, 20) }
}

const none = {
  api_key_id: '',
  requests: 0,
  errors: 0,
  client_errors: 0,
  server_errors: 0,
  response_bytes: 0,
  p95_ms: null,
}

test('daily usage matches the reference implementation, in total and for the keys with most requests', async () => {
  const more = Array.from({ length: 21 }, (_, number) => ({
    ...(stored[0] as StoredRequest),
    key_id: `cccccccc-0000-4000-8000-${String(number).padStart(12, '0')}`,
    requests: 1,
  }))
  await storeRequests(running, more)
  stored.push(...more)
  const shown = (window: number) => running.operate('get-usage-days', { workspace_id: workspaceId, days: window })
  for (const isRolledUp of [false, true]) {
    if (isRolledUp) await work()
    for (const window of windows) expect(await shown(window)).toEqual(referenceDays(window))
  }
  const { secret } = await running.operate<{ secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'k',
  })
  const { body } = await running.get('/v1/usage/days?days=1', secret)
  expect(body.meta).toEqual({ period: { since: ago(0), days: 1 }, omitted_keys: 3 })
})

test('usage matches the reference implementation before and after the rollup', async () => {
  await expectReference()
  const before = await figures()
  await work()
  expect(await figures()).toEqual(before)
  expect(await countRows(running, 'usage_days', workspaceId)).toBeGreaterThan(0)
  await expectReference()
})

test('requests are deleted one day after the rollup of their day, and live ones stay', async () => {
  await work()
  expect(await countRows(running, 'usage_requests', workspaceId)).toBe(stored.length)
  running.setNow(new Date(today.getTime() + 86_400_001))
  const before = await figures()
  await work()
  const live = stored.filter(({ at }) => at >= ago(59)).length
  expect(await countRows(running, 'usage_requests', workspaceId)).toBe(live)
  expect(await figures()).toEqual(before)
})

test('rolled-up usage is deleted after 90 days, and that of failed requests after 400 days', async () => {
  await work()
  const left = await running.app.services.clickhouse.query<{
    day: string
    failed: number
    went_well: number
  }>(
    sql`SELECT toString(day) AS day, sumIf(requests, status >= 400) AS failed, sumIf(requests, status < 400) AS went_well
      FROM usage_days FINAL GROUP BY day ORDER BY day`,
  )
  const expected = days.filter((day) => day <= ago(60) && day >= ago(399))
  expect(left.map(({ day }) => day)).toEqual(expected.sort())
  for (const { day, failed, went_well } of left) {
    const ofDay = stored.filter(({ at }) => at.startsWith(day))
    const errors = ofDay.filter(({ status }) => status >= 400).length
    expect([day, failed, went_well]).toEqual([day, errors, day >= ago(89) ? ofDay.length - errors : 0])
  }
  const { totals } = await usageOf(running, workspaceId, 400)
  const { totals: recent } = await usageOf(running, workspaceId, 90)
  expect(totals.requests - recent.requests).toBe(totals.errors - recent.errors)
})

longTest('a run killed at any step is completed by the next one', async () => {
  const before = await figures()
  const { services } = running.app
  const killed = new Error('killed')
  const steps = 12
  for (let step = 1; step <= steps; step += 1) {
    let left = step
    /** Runs the step, or only half of its insert, and then dies. */
    const dying: Services['clickhouse'] = {
      ...services.clickhouse,
      async command(statement) {
        left -= 1
        if (left > 0) return services.clickhouse.command(statement)
        if (statement.text.startsWith('INSERT') && step % 2 === 0)
          await services.clickhouse.command(sql`${statement} LIMIT 7`)
        else await services.clickhouse.command(statement)
        throw killed
      },
    }
    await work({ ...services, clickhouse: dying }).catch((error) => expect(error).toBe(killed))
    expect(await figures()).toEqual(before)
  }
  await Promise.all([work(), work()])
  expect(await figures()).toEqual(before)
})

longTest('a process that resumes after others continued does no harm', async () => {
  const { db, clickhouse } = running.app.services
  const same = { ...(stored[0] as StoredRequest), at: `${ago(61)} 08:00:00.000`, status: 429 }
  await storeRequests(
    running,
    Array.from({ length: 20 }, (_, number) => ({ ...same, response_bytes: number })),
  )
  const before = await figures()
  await work()
  // It resumes with an old state: no day is rolled up yet, while half of the requests are already deleted.
  await db.deleteFrom('usage_rollups').execute()
  await clickhouse.command(
    sql`ALTER TABLE usage_requests DELETE WHERE response_bytes % 2 = 0 AND at < ${`${ago(59)} 00:00:00`} SETTINGS mutations_sync = 2`,
  )
  await work()
  expect(await figures()).toEqual(before)
})

test('does nothing if no workspace exists, such as during a restore', async () => {
  await running.app.services.db.deleteFrom('workspaces').execute()
  await work()
  expect(await countRows(running, 'usage_days', workspaceId)).toBe(0)
  expect(await countRows(running, 'usage_requests', workspaceId)).toBe(stored.length)
})

test('the server runs the rollup automatically from its start', async () => {
  await running.restart()
  while ((await countRows(running, 'usage_days', workspaceId)) === 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
})
