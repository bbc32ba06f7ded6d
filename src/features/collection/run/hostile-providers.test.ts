import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toNanos } from '../money/money.ts'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { storeCollected } from '../store/store-collected.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'
import { failAttempt, submitSlot } from './ask-slot.ts'
import { type ClaimedSlot, claimSlots } from './claim-slots.ts'
import { claimInterruptedSlots, clampFutureDueTimes } from './claim-tasks.ts'
import { collectUntil, openProviderFetcher } from './collector.ts'
import { recordSourceFailure } from './settle.ts'

const hourMs = 3_600_000
let it: Collecting
let bought: number
let charged: number
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(async () => {
  await it.makeBrand()
  ;({ purchases: bought, costUsd: charged } = it.emulator.ledger.summary())
})
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const services = () => it.app.app.services
const boughtNow = () => it.emulator.ledger.summary().purchases - bought
const chargedNow = () => it.emulator.ledger.summary().costUsd - charged

/** Claims slots of one run, as a collector does. */
async function claimed(count: number, sourceId: string, engine = 'chatgpt'): Promise<ClaimedSlot[]> {
  await it.makePrompts(count)
  await it.plan(engine, sourceId)
  const plan = await findPlan(services(), it.brandId, engine)
  const start = services().now()
  if (plan === undefined) throw new Error('no plan')
  await planRound(services().db, plan, { start, end: new Date(start.getTime() + 24 * hourMs) }, start)
  return claimSlots(services(), sourceId)
}

async function ask(slot: ClaimedSlot): Promise<void> {
  const fetcher = openProviderFetcher(services())
  await submitSlot(services(), fetcher, slot)
  fetcher.close()
}

const source = async (id: string) => {
  const sources = services().db.selectFrom('sources').selectAll().where('id', '=', id)
  return sources.executeTakeFirstOrThrow()
}
const slots = () =>
  it.rows<{ state: string; outcome: string; failure: string; possibly_bought: number }>(
    `select state, outcome, failure, possibly_bought from collection_slots where brand_id = '${it.brandId}'`,
  )

test('keeps polling a task after the provider rejects the key, and does not buy it again', async () => {
  await it.makePrompts(1)
  const source_id = await it.makeSource('cloro')
  await it.plan('chatgpt', source_id)
  it.emulator.faults.set([{ fault: 'wrong_key', kind: 'cloro', on: 'task', at: [1, 2] }])
  expect(await it.run('chatgpt')).toMatchObject({ collected: 1, failed: 0 })
  expect(boughtNow()).toBe(1)
  expect((await source(source_id)).paused_reason).toMatch(/key/i)
})

test('gives up a task after a day without a usable key, and counts it as at risk', async () => {
  const source_id = await it.makeSource('cloro')
  const [slot] = await claimed(1, source_id)
  await ask(slot as ClaimedSlot)
  const invalidated = services()
    .db.updateTable('sources')
    .set({ api_key: Buffer.alloc(60) })
  await invalidated.where('id', '=', source_id).execute()
  it.forward(25 * hourMs)
  await collectUntil(services(), services().closing, (isIdle) => isIdle)
  await collectUntil(services(), services().closing, (isIdle) => isIdle)
  expect(await slots()).toMatchObject([{ state: 'settled', failure: 'lost', possibly_bought: 1 }])
  const { spent_usd, at_risk_usd, reserved_usd } = await it.budget()
  expect([spent_usd, at_risk_usd > 0, reserved_usd]).toEqual([0, true, 0])
})

test('never resubmits a possibly bought task with another id, whatever fails in between', async () => {
  await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('cloro'))
  it.emulator.faults.set([
    { fault: 'lost', kind: 'cloro', at: [1] },
    { fault: 'rate_limited', kind: 'cloro', at: [2] },
    { fault: 'server_error', kind: 'cloro', at: [3] },
    { fault: 'dropped', kind: 'cloro', at: [4] },
  ])
  const repeats = () => it.emulator.ledger.summary().refusedRepeats
  const before = repeats()
  const running = it.run('chatgpt')
  await vi.waitFor(() => expect(repeats()).toBeGreaterThan(before), 20_000)
  it.forward(2 * hourMs)
  const round = await running
  expect(boughtNow()).toBe(1)
  expect(round).toMatchObject({ cost_usd: 0, at_risk_usd: expect.closeTo(chargedNow(), 6) })
})

test('counts the charge that a provider reports for a failed task as spent', async () => {
  await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('dataforseo'), { language: 'en' })
  it.emulator.faults.set([{ fault: 'prompt_refused', kind: 'dataforseo', on: 'task' }])
  const round = await it.run('chatgpt')
  expect(round.failed).toBe(1)
  expect(chargedNow()).toBeGreaterThan(0)
  expect(round.cost_usd).toBeCloseTo(chargedNow(), 6)
})

test('an answer to an earlier request does not shorten the wait that a provider asked for', async () => {
  const source_id = await it.makeSource('openai')
  const [slot] = await claimed(2, source_id)
  const at = services().now()
  await services()
    .db.transaction()
    .execute((t) => recordSourceFailure(t, source_id, at, 3600))
  await ask(slot as ClaimedSlot)
  const { failures, closed_until } = await source(source_id)
  expect(failures).toBe(0)
  expect(closed_until?.getTime()).toBeGreaterThanOrEqual(at.getTime() + hourMs)
})

test('pauses a provider after repeated refusals without a wait time', async () => {
  const source_id = await it.makeSource('openai')
  const at = services().now()
  for (let i = 0; i < 5; i++)
    await services()
      .db.transaction()
      .execute((t) => recordSourceFailure(t, source_id, at, 0))
  expect((await source(source_id)).closed_until?.getTime()).toBeGreaterThanOrEqual(at.getTime() + 30_000)
})

test('waits only as long as the provider asks, however many requests it refuses', async () => {
  const source_id = await it.makeSource('openai')
  it.setClockRunning(false)
  const waits: number[] = []
  let due = await claimed(4, source_id)
  it.emulator.faults.set([{ fault: 'rate_limited', kind: 'openai' }])
  for (let turn = 0; turn < 4; turn++) {
    expect(due).toHaveLength(4)
    await Promise.all(due.map(ask))
    const { closed_until } = await source(source_id)
    const [last] = await it.rows<{ at: Date }>(
      `select max(due_at) as at from collection_slots where brand_id = '${it.brandId}'`,
    )
    const until = Math.max(Number(closed_until), Number(last?.at))
    waits.push((until - services().now().getTime()) / 1000)
    it.forward(until - services().now().getTime() + 1)
    due = await claimSlots(services(), source_id)
  }
  it.setClockRunning(true)
  // The emulator sends Retry-After: 1; jitter adds up to a quarter.
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1)
  for (const wait of waits) expect(wait).toBeLessThan(1.3)
})

test('pauses a source after as many consecutive failures as its concurrency, and twice as long after twice as many', async () => {
  const source_id = await it.makeSource('openai', { concurrency: 8 })
  const at = services().now()
  const closedAfter = async (failures: number) => {
    for (let i = 0; i < failures; i++) await recordSourceFailure(services().db, source_id, at)
    const { closed_until } = await source(source_id)
    return closed_until === null ? null : closed_until.getTime() - at.getTime()
  }
  expect(await closedAfter(7)).toBe(null)
  expect(await closedAfter(1)).toBe(30_000)
  expect(await closedAfter(7)).toBe(30_000)
  expect(await closedAfter(1)).toBe(60_000)
})

test('pauses a source if a failure costs more than was reserved', async () => {
  const source_id = await it.makeSource('openai')
  const [slot] = (await claimed(1, source_id)) as [ClaimedSlot]
  const ended = { failure: 'x', reason: 'x', isFinal: true, mayBeCharged: false, isOfSource: false }
  await failAttempt(services(), slot, ended, slot.slot.reserved_nanos + 1000)
  expect((await source(source_id)).paused_reason).toMatch(/more than/)
})

test('stores an answer even if the clock was set back during the request or while the answer waited', async () => {
  const source_id = await it.makeSource('openai')
  const [slot] = (await claimed(1, source_id)) as [ClaimedSlot]
  it.forward(-hourMs)
  await ask(slot)
  it.forward(-hourMs)
  await storeCollected(services(), services().closing)
  expect(await slots()).toMatchObject([{ state: 'settled', outcome: 'answered' }])
})

test('finds a slot of a dead process within minutes even if the clock was set back', async () => {
  await claimed(1, await it.makeSource('openai'))
  it.forward(-100 * hourMs)
  await clampFutureDueTimes(services())
  it.forward(hourMs)
  expect((await claimInterruptedSlots(services(), 100)).map(({ slot }) => slot.brand_id)).toContain(it.brandId)
})

test('caps an excessive cost at the maximum that fits', () => {
  expect(toNanos(1e308)).toBe(1e15)
  expect(toNanos(0.1)).toBe(1e8)
})
