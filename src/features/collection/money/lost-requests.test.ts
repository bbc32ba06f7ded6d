import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Collecting, startCollecting } from '../testing/collecting.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(() => it.makeBrand(5))
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const charged = () => it.emulator.ledger.summary().costUsd
const lostSlots = () =>
  it.rows<{ lost: number }>(
    `select possibly_bought as lost from collection_slots
     where brand_id = '${it.brandId}' and possibly_bought > 0`,
  )
const sources = () =>
  it.rows<{ losses: number; closed_until: Date | null; paused_reason: string | null }>(
    `select losses, closed_until, paused_reason from sources where workspace_id = '${it.workspaceId}'`,
  )

test('an outage spends nothing, risks five questions at most, and the run completes afterwards', async () => {
  await it.makePrompts(30)
  await it.plan('chatgpt', await it.makeSource('openai'))
  it.emulator.faults.set([{ fault: 'gateway_page', kind: 'openai' }])
  const before = charged()
  const running = it.run('chatgpt')
  await vi.waitFor(async () => expect((await sources())[0]?.losses).toBe(5), 120_000)
  it.setClockRunning(false)
  // Other requests may still be in progress.
  await vi.waitFor(async () => expect(await it.budget()).toMatchObject({ reserved_usd: 0 }), 120_000)
  const during = await it.budget()
  expect(during.spent_usd).toBe(0)
  // Five ordinary answers of some cents, not five maximums of 0.38.
  expect(during.at_risk_usd).toBeGreaterThan(0)
  expect(during.at_risk_usd).toBeLessThan(5 * 0.05)
  expect((await lostSlots()).length).toBeLessThanOrEqual(5)
  it.emulator.faults.set([])
  it.setClockRunning(true)
  expect(await running).toMatchObject({ planned: 30, collected: 30, failed: 0 })
  const after = await it.budget()
  expect(after.spent_usd).toBeCloseTo(charged() - before, 6)
  expect(after.at_risk_usd).toBe(during.at_risk_usd)
})

test('an editor releases the money of lost requests, once', async () => {
  await it.makePrompts(2)
  await it.plan('chatgpt', await it.makeSource('openai'))
  it.emulator.faults.set([{ fault: 'lost', kind: 'openai', at: [1] }])
  const round = await it.run('chatgpt')
  const { at_risk_usd } = await it.budget()
  expect(round).toMatchObject({
    collected: 2,
    possibly_bought: 1,
    at_risk_usd: expect.closeTo(at_risk_usd, 6),
  })
  const brand_id = it.brandId
  const lost = await it.app.operate<{ id: string }[]>('list-lost-requests', { brand_id })
  expect(lost).toMatchObject([{ engine: 'chatgpt', at_risk_usd: expect.closeTo(at_risk_usd, 6) }])
  const lost_request_ids = lost.map(({ id }) => id)
  const released = await it.app.operate('release-lost-requests', { brand_id, lost_request_ids })
  expect(released).toMatchObject({ requests: 1, usd: expect.closeTo(at_risk_usd, 6) })
  expect(await it.budget()).toMatchObject({ at_risk_usd: 0 })
  expect(await lostSlots()).toEqual([])
  const again = await it.app.tryOperate('release-lost-requests', { brand_id, lost_request_ids })
  expect(JSON.stringify(again)).toContain('lost_request_ids')
})

test('a charge beyond the maximum is booked beyond it once, and pauses the source', async () => {
  await it.makePrompts(26)
  await it.plan('chatgpt', await it.makeSource('openai', { concurrency: 26 }))
  // Another model answers: its prices are a hundred times those of the asked one.
  await it.app.operate('set-budget', { brand_id: it.brandId, monthly_usd: 10 })
  it.emulator.faults.set([{ fault: 'absurd_usage', kind: 'openai' }])
  await it.run('chatgpt')
  const { spent_usd, at_risk_usd, reserved_usd } = await it.budget()
  expect(spent_usd + at_risk_usd + reserved_usd).toBeLessThanOrEqual(10)
  expect((await sources())[0]?.paused_reason).toMatch(/more than the maximum/)
})
