import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeDueReports } from './make-due-reports.ts'
import { pruneReports } from './prune-reports.ts'
import { lastPeriod, periodBefore, periodInWords } from './report-period.ts'

const period = (start_date: string, end_date: string) => ({ start_date, end_date })

describe('the last complete period', () => {
  it.each([
    // Mondays are 2026-11-16 and 2026-11-23.
    ['week', '2026-11-23T06:00:00Z', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-23T05:59:59Z', '2026-11-09', '2026-11-15'],
    ['week', '2026-11-29T23:59:59Z', '2026-11-16', '2026-11-22'],
    ['month', '2026-12-01T06:00:00Z', '2026-11-01', '2026-11-30'],
    ['month', '2026-12-01T05:00:00Z', '2026-10-01', '2026-10-31'],
    ['month', '2028-03-01T12:00:00Z', '2028-02-01', '2028-02-29'],
    ['month', '2027-01-15T12:00:00Z', '2026-12-01', '2026-12-31'],
  ] as const)('%s at %s: %s to %s', (rhythm, now, start, end) => {
    expect(lastPeriod(rhythm, new Date(now))).toEqual(period(start, end))
  })

  it('is compared with the previous month, or with as many days before', () => {
    const march = period('2026-03-01', '2026-03-31')
    expect(periodBefore('month', march)).toEqual(period('2026-02-01', '2026-02-28'))
    expect(periodBefore('once', march)).toEqual(period('2026-01-29', '2026-02-28'))
  })

  it('is named by its week, month or dates', () => {
    expect(periodInWords('week', period('2026-11-16', '2026-11-22'))).toBe('Week of 16 – 22 November 2026')
    expect(periodInWords('month', period('2026-10-01', '2026-10-31'))).toBe('October 2026')
    expect(periodInWords('once', period('2026-10-31', '2026-11-01'))).toBe('31 October – 1 November 2026')
  })
})

describe('the job for due reports', () => {
  let test: TestApp
  const brands: string[] = []

  beforeAll(async () => {
    test = await startTestApp()
    test.setNow('2026-11-23T12:00:00Z')
    const { id: workspace_id } = await test.operate('create-workspace', { name: 'Ours' })
    for (const name of ['Acme', 'Globex', 'Initech'])
      brands.push((await test.operate('create-brand', { workspace_id, name })).id)
  })
  afterAll(() => test.close())

  const run = () => makeDueReports.run(test.app.services, {}, new AbortController().signal)
  const made = async (brand_id: string | undefined) =>
    (
      await test.operate<{ title: string; rhythm: string }[]>('list-reports', {
        brand_id: brand_id as string,
      })
    ).map(({ title }) => title)
  const set = (brand_id: string | undefined, input: Record<string, boolean>) =>
    test.operate('set-report-settings', { brand_id: brand_id as string, ...input })

  it('creates only the reports that each brand has enabled, once, even if it runs concurrently', async () => {
    await set(brands[0], { weekly: true, monthly: true })
    await set(brands[1], { monthly: true })
    await Promise.all([run(), run(), run()])
    await run()
    expect((await made(brands[0])).sort()).toEqual(['October 2026', 'Week of 16 – 22 November 2026'])
    expect(await made(brands[1])).toEqual(['October 2026'])
    expect(await made(brands[2])).toEqual([])
  })

  it('creates the report of the next period, and after downtime only that of the last one', async () => {
    test.setNow('2026-12-09T12:00:00Z')
    await run()
    expect((await made(brands[0])).sort()).toEqual([
      'November 2026',
      'October 2026',
      'Week of 16 – 22 November 2026',
      'Week of 30 November – 6 December 2026',
    ])
  })

  it('postpones a brand whose data is changing, and continues with the others', async () => {
    test.setNow('2026-12-16T12:00:00Z')
    await set(brands[1], { weekly: true })
    const { db } = test.app.services
    const unstable = (data_unstable: boolean) =>
      db
        .updateTable('brands')
        .set({ data_unstable })
        .where('id', '=', brands[0] as string)
        .execute()
    await unstable(true)
    await run()
    expect(await made(brands[0])).not.toContain('Week of 7 – 13 December 2026')
    expect(await made(brands[1])).toContain('Week of 7 – 13 December 2026')
    await unstable(false)
    await run()
    expect(await made(brands[0])).toContain('Week of 7 – 13 December 2026')
  })

  it('a new report changes the ETag of the list', async () => {
    test.setNow('2026-12-23T12:00:00Z')
    const { workspace_id } = await test.app.services.db
      .selectFrom('brands')
      .select('workspace_id')
      .where('id', '=', brands[0] as string)
      .executeTakeFirstOrThrow()
    const { secret } = await test.operate<{ secret: string }>('create-key', { workspace_id, name: 'k' })
    const list = () => test.get(`/v1/brands/${brands[0]}/reports`, secret)
    const before = await list()
    await run()
    const after = await test.get(`/v1/brands/${brands[0]}/reports`, secret, {
      'if-none-match': String(before.headers.etag),
    })
    expect(after.status).toBe(200)
    expect((after.body.data as { title: string }[])[0]?.title).toBe('Week of 14 – 20 December 2026')
  })

  it('deletes reports after their retention', async () => {
    const prune = () => pruneReports.run(test.app.services, {}, new AbortController().signal)
    test.setNow('2028-11-20T12:00:00Z')
    const before = await made(brands[0])
    await prune()
    expect(await made(brands[0])).toEqual(before)
    test.setNow('2028-12-10T12:00:00Z')
    await prune()
    const left = await made(brands[0])
    expect(left).not.toContain('October 2026')
    expect(left).toContain('Week of 14 – 20 December 2026')
  })
})
