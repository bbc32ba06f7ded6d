import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { line, type Taken } from '../../testing/crawler/logs.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { retainVisits } from './retain-visits.ts'

let running: TestApp
let key: string
let brandId: string
let otherId: string

beforeAll(async () => {
  running = await startTestApp({
    BOT_HOST_NAMES: 'ignore',
    VISIT_RETENTION_DAYS: '90',
    ADDRESS_RETENTION_DAYS: '30',
  })
  running.setNow('2026-03-31T12:00:00Z')
  const workspace_id = (await running.operate('create-workspace', { name: 'W' })).id
  key = await makeKey(running, workspace_id)
  const make = () => running.operate('create-brand', { workspace_id, name: 'A', domain: 'a.com' })
  ;[brandId, otherId] = [(await make()).id, (await make()).id]
})
afterAll(() => running.close())

const importDays = (brand_id: string, ...days: string[]) => {
  const log = days.map((day) => line({ at: `${day}T12:00:00Z`, target: `/${day}?who=x` })).join('')
  return running.operate<Taken>('import-crawler-logs', { brand_id }, log)
}

const stored = async (brand_id: string) => {
  const rows = await running.app.services.clickhouse.query<Record<string, string>>(
    sql`SELECT path, address, user_agent, query, referrer FROM crawler_visits WHERE brand_id = ${brand_id} ORDER BY ts`,
  )
  return rows.map(({ path, ...about }) => [path, Object.values(about).some((text) => text !== '')])
}

const shown = async () => {
  const query = 'start_date=2025-12-01&end_date=2026-12-31&limit=100'
  const { body } = await running.get(`/v1/brands/${brandId}/crawler/logs?${query}`, key)
  return (body.data as { path: string }[]).map(({ path }) => path)
}

const retain = () => retainVisits.run(running.app.services, {}, new AbortController().signal)

test('deletes visits after the retention period, and their addresses earlier', async () => {
  await importDays(brandId, '2026-01-10', '2026-03-10', '2026-03-30')
  await importDays(otherId, '2026-03-29')
  expect(await stored(brandId)).toEqual([
    // Was already older than the address retention when imported.
    ['/2026-01-10', false],
    ['/2026-03-10', true],
    ['/2026-03-30', true],
  ])
  await retain()
  expect(await shown()).toEqual(['/2026-03-30', '/2026-03-10', '/2026-01-10'])

  running.setNow('2026-04-10T11:59:59Z')
  await retain()
  expect(await shown()).toHaveLength(3)
  running.setNow('2026-04-10T12:00:01Z')
  await retain()
  expect(await shown()).toEqual(['/2026-03-30', '/2026-03-10'])
  expect(await stored(brandId)).toEqual([
    ['/2026-03-10', false],
    ['/2026-03-30', true],
  ])
  expect(await stored(otherId)).toEqual([['/2026-03-29', true]])
})

test('deletes visits of people after the retention period', async () => {
  running.setNow('2026-04-01T12:00:00Z')
  const visit = (day: string) =>
    `198.51.100.1 - - [${day}/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 1 "https://chatgpt.com/" "Mozilla/5.0 Firefox/150.0"\n`
  const log = visit('02/Jan') + visit('01/Feb') + visit('01/Mar')
  expect(await running.operate<Taken>('import-crawler-logs', { brand_id: otherId }, log)).toMatchObject({
    people: 3,
  })
  const days = async () => {
    const rows = await running.app.services.clickhouse.query<{ day: string }>(
      sql`SELECT toString(toDate(ts)) AS day FROM ai_traffic WHERE brand_id = ${otherId} ORDER BY ts`,
    )
    return rows.map(({ day }) => day)
  }
  expect(await days()).toEqual(['2026-01-02', '2026-02-01', '2026-03-01'])
  running.setNow('2026-05-15T12:00:00Z')
  await retain()
  expect(await days()).toEqual(['2026-03-01'])
  running.setNow('2026-04-10T12:00:01Z')
})

test('importing a log again restores no expired visits, and counts each line', async () => {
  const [first, ...rest] = ['2026-01-10', '2026-03-10', '2026-01-01', '2026-03-30', '2026-04-01']
  expect(await importDays(brandId, first as string, ...rest)).toEqual({
    lines: 5,
    visits: 3,
    duplicates: 2,
    people: 0,
    ignored: 0,
    rejected: 2,
    first_rejections: [1, 3].map((number) => ({ line: number, reason: expect.stringContaining('90 days') })),
  })
  expect(await shown()).toEqual(['/2026-04-01', '/2026-03-30', '/2026-03-10'])
})

test('the summary counts no expired visits', async () => {
  const { body } = await running.get(`/v1/brands/${brandId}/crawler/summary?end_date=2026-04-10`, key)
  expect(body.data).toMatchObject({ totals: { visits: 2 }, bots: [{ visits: 2 }] })
})
