import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type AuditedBrand, holdSite, makeAuditedBrand } from '../../../testing/audits/audited-brand.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { scheduleAudits, startScheduledAudit } from './schedule-audits.ts'

let test: TestApp
let brand: AuditedBrand

const signal = new AbortController().signal

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.site.answer = undefined
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeAuditedBrand(test, 5)
})
afterAll(() => test.close())

interface Schedule {
  every: string
  include_link_analysis: boolean
  next_at: string | null
  last: { at: string; job_id: string | null; problem: string | null } | null
}

const path = () => `/v1/brands/${brand.brandId}/technical/audit-schedule`
const schedule = async (): Promise<Schedule> => (await test.get(path(), brand.key)).body.data
const set = (body: object) =>
  test.send('PATCH', path(), brand.key, {
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
const audits = async (): Promise<{ job_id: string; started_at: string; include_link_analysis: boolean }[]> =>
  (await test.get(`/v1/brands/${brand.brandId}/technical/audits`, brand.key)).body.data

/** Waits until the scheduled run has a result and its audit is done. */
async function waitForRun(before: Schedule['last'] = null): Promise<Schedule> {
  await vi.waitFor(async () => expect((await schedule()).last).not.toEqual(before), 30_000)
  await test.auditsAreOver()
  return schedule()
}

/** Sets the time and runs the jobs that schedule and start audits. */
async function advanceTo(time: string): Promise<void> {
  test.setNow(time)
  await scheduleAudits.run(test.app.services, {}, signal)
  await startScheduledAudit.run(test.app.services, { brand_id: brand.brandId }, signal)
  await test.auditsAreOver()
}

it('audits are not scheduled by default; a new schedule starts one immediately, then one per week', async () => {
  const never = { every: 'never', include_link_analysis: true, next_at: null, last: null }
  expect(await schedule()).toEqual(never)
  const { status, body } = await set({ every: 'week', include_link_analysis: false })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    every: 'week',
    include_link_analysis: false,
    next_at: '2026-03-02T12:00:00.000Z',
    last: null,
  })
  const { next_at, last } = await waitForRun()
  expect(next_at).toBe('2026-03-09T12:00:00.000Z')
  const [first] = await audits()
  expect(last).toEqual({ at: '2026-03-02T12:00:00.000Z', job_id: first?.job_id, problem: null })
  expect(first).toMatchObject({ include_link_analysis: false })
  for (const time of ['2026-03-02T12:10:00Z', '2026-03-09T11:59:59Z', '2026-03-09T12:05:00Z', '2026-03-10T00:00:00Z'])
    await advanceTo(time)
  expect((await audits()).map(({ started_at }) => started_at)).toEqual([
    '2026-03-09T12:05:00.000Z',
    '2026-03-02T12:00:00.000Z',
  ])
  expect(await schedule()).toMatchObject({ next_at: '2026-03-16T12:00:00.000Z' })
  expect((await set({ every: 'never' })).body.data).toEqual(never)
  await advanceTo('2026-04-10T00:00:00Z')
  expect(await audits()).toHaveLength(2)
})

it('records who set the audit schedule, and the audits it starts', async () => {
  await set({ every: 'month' })
  const { last } = await waitForRun()
  const records = await test.operate<{ operation: string; actor: object }[]>('list-changes', {
    workspace_id: brand.workspaceId,
  })
  const find = (name: string) => records.find(({ operation }) => operation === name)
  expect(find('set-audit-schedule')).toMatchObject({ before: { every: 'never' }, after: { every: 'month' } })
  expect(find('start-audit')).toMatchObject({ after: { job_id: last?.job_id } })
  expect(JSON.stringify(find('start-audit'))).toContain('schedule-audits')
})

it('schedules from the last audit, even if it was started by hand', async () => {
  await brand.audit()
  test.setNow('2026-03-05T00:00:00Z')
  expect((await set({ every: 'week' })).body.data).toMatchObject({ next_at: '2026-03-09T12:00:00.000Z' })
  expect((await set({ every: 'month' })).body.data).toMatchObject({ next_at: '2026-04-02T12:00:00.000Z' })
  // Disabling and enabling the schedule starts no audit.
  await set({ every: 'never' })
  expect((await set({ every: 'week' })).body.data).toMatchObject({ next_at: '2026-03-09T12:00:00.000Z' })
})

it('catches up with one audit after an outage, then returns to the schedule', async () => {
  await set({ every: 'week' })
  await waitForRun()
  await advanceTo('2026-05-20T08:00:00Z')
  expect(await audits()).toHaveLength(2)
  expect(await schedule()).toMatchObject({ next_at: '2026-05-25T12:00:00.000Z' })
})

it('starts one audit per scheduled time, however many workers try', async () => {
  await set({ every: 'week' })
  const { last } = await waitForRun()
  test.setNow('2026-03-09T12:00:00Z')
  const { release, isAsked } = holdSite(test)
  const data = { brand_id: brand.brandId }
  const runs = Array.from({ length: 8 }, () => startScheduledAudit.run(test.app.services, data, signal))
  await isAsked
  release()
  await Promise.all(runs)
  await waitForRun(last)
  expect(await audits()).toHaveLength(2)
  expect(await brand.balance()).toBe(4)
})

it('continues a scheduled audit once after a restart during the estimate', async () => {
  const { release, isAsked } = holdSite(test)
  await set({ every: 'week' })
  await isAsked
  await test.restart()
  expect((await schedule()).last).toBeNull()
  release()
  await waitForRun()
  expect(await audits()).toHaveLength(1)
})

it('skips a scheduled audit that the workspace cannot pay for, says why, and runs the next one when it can', async () => {
  await test.operate('update-workspace', { workspace_id: brand.workspaceId, credits: 0 })
  await brand.audit()
  test.setNow('2026-03-09T11:00:00Z')
  await set({ every: 'week' })
  await advanceTo('2026-03-09T12:00:00Z')
  expect(await schedule()).toMatchObject({
    next_at: '2026-03-16T12:00:00.000Z',
    last: {
      at: '2026-03-09T12:00:00.000Z',
      job_id: null,
      problem: 'this audit costs 1 credits, but the workspace has 0',
    },
  })
  expect(await brand.balance()).toBe(0)
  await test.operate('update-workspace', { workspace_id: brand.workspaceId, credits: 2 })
  await advanceTo('2026-03-12T12:00:00Z')
  expect(await audits()).toHaveLength(1)
  await advanceTo('2026-03-16T12:00:00Z')
  expect(await audits()).toHaveLength(2)
  expect(await schedule()).toMatchObject({ last: { problem: null } })
  expect(await brand.balance()).toBe(1)
})

it('says why no audit ran: another one was running, or the brand is inactive', async () => {
  await set({ every: 'week' })
  await waitForRun()
  test.setNow('2026-03-08T12:00:00Z')
  const asked = Promise.withResolvers<void>()
  // Responds to the requests of the estimate.
  test.site.answer = ({ url }) => {
    if (url !== '/') return false
    asked.resolve()
    return new Promise(() => {})
  }
  await brand.start()
  await asked.promise
  test.setNow('2026-03-09T12:00:00Z')
  await startScheduledAudit.run(test.app.services, { brand_id: brand.brandId }, signal)
  const running = { job_id: null, problem: expect.stringContaining('is already running') }
  expect(await schedule()).toMatchObject({ next_at: '2026-03-16T12:00:00.000Z', last: running })
  await test.operate('cancel-audit', { brand_id: brand.brandId })
  test.site.answer = undefined
  await test.operate('update-brand', { brand_id: brand.brandId, is_active: false })
  await advanceTo('2026-03-16T12:00:00Z')
  const inactive = { job_id: null, problem: 'the brand is inactive; activate it to audit its site' }
  expect((await schedule()).last).toMatchObject(inactive)
})

it('the audit schedule recovers from a clock that was far ahead', async () => {
  await set({ every: 'week' })
  await waitForRun()
  await advanceTo('2036-01-01T00:00:00Z')
  await advanceTo('2026-03-09T12:00:00Z')
  expect(await schedule()).toMatchObject({ next_at: '2026-03-16T12:00:00.000Z' })
  await advanceTo('2026-03-16T12:00:00Z')
  expect(await schedule()).toMatchObject({ last: { at: '2026-03-16T12:00:00.000Z', problem: null } })
})

it('deleting a brand deletes its audit schedule, even while an audit starts', async () => {
  const { release, isAsked } = holdSite(test)
  await set({ every: 'week' })
  await isAsked
  await test.operate('delete-brand', { brand_id: brand.brandId })
  release()
  await startScheduledAudit.run(test.app.services, { brand_id: brand.brandId }, signal)
  const { rows } = await test.app.services.postgres.execute(
    `select 1 from audit_schedules where brand_id = '${brand.brandId}'`,
  )
  expect(rows).toEqual([])
})

it.each([{}, { every: 'day' }, { every: 'week', include_link_analysis: 1 }, { every: 'week', more: 1 }])(
  'the audit schedule accepts only its fields: %j',
  async (body) => {
    expect((await set(body)).status).toBe(400)
    expect(await schedule()).toMatchObject({ every: 'never' })
  },
)
