import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { collectUntil } from '../run/collector.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'

const dayMs = 86_400_000
const days = 30
/** Answers per day. */
const questions = 40
let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(() => it.makeBrand())
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

/** Collects a day of one engine after the other, and retries what was lost. */
async function collectMonth(): Promise<void> {
  const { services } = it.app.app
  await it.makePrompts(questions)
  await it.plan('chatgpt', await it.makeSource('openai', { concurrency: 8 }))
  it.forward(Date.parse('2027-03-01T00:00:00Z') - services.now().getTime())
  for (let day = 0; day < days; day++) {
    const plan = await findPlan(services, it.brandId, 'chatgpt')
    if (plan === undefined) throw new Error('no plan')
    const start = services.now()
    await planRound(services.db, plan, { start, end: new Date(start.getTime() + dayMs) }, start)
    await collectUntil(services, services.closing, async () => {
      const [row] = await it.rows<{ open: number }>(
        `select count(*)::int as open from collection_slots
         where brand_id = '${it.brandId}' and state in ('planned', 'reserved', 'submitted')`,
      )
      return row?.open === 0
    })
    it.forward(Date.parse('2027-03-01T00:00:00Z') + (day + 1) * 0.99 * dayMs - services.now().getTime())
  }
}

const charged = () => it.emulator.ledger.summary().costUsd
const collected = async () =>
  (await it.rows(`select 1 from collection_slots where brand_id = '${it.brandId}' and outcome = 'answered'`)).length

test('a month with 5% of connections lost before the provider sells spends what the provider charges', async () => {
  const before = charged()
  it.emulator.faults.set([{ fault: 'dropped', kind: 'openai', rate: 0.05 }])
  await collectMonth()
  const ledger = charged() - before
  const { spent_usd, reserved_usd } = await it.budget()
  expect(await collected()).toBe(days * questions)
  expect(reserved_usd).toBe(0)
  expect(Math.abs(spent_usd - ledger)).toBeLessThan(0.02 * ledger)
})

test('a month with 5% of paid answers lost spends and risks what the provider charges', async () => {
  const before = charged()
  it.emulator.faults.set([{ fault: 'lost', kind: 'openai', rate: 0.05 }])
  await collectMonth()
  const ledger = charged() - before
  const { spent_usd, at_risk_usd, reserved_usd } = await it.budget()
  expect(await collected()).toBe(days * questions)
  expect(reserved_usd).toBe(0)
  expect(spent_usd).toBeLessThan(ledger)
  expect(Math.abs(spent_usd + at_risk_usd - ledger)).toBeLessThan(0.02 * ledger)
})
