import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { storeNow } from '../store/store-collected.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'
import { submitSlot } from './ask-slot.ts'
import { type ClaimedSlot, claimSlots } from './claim-slots.ts'
import { collectUntil, openProviderFetcher } from './collector.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(() => it.makeBrand())
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const services = () => it.app.app.services

/** Claims slots of one run without requesting their answers. */
async function claimed(count: number, sourceId: string, engine: string, plan = {}): Promise<ClaimedSlot[]> {
  await it.makePrompts(count)
  await it.plan(engine, sourceId, plan)
  const found = await findPlan(services(), it.brandId, engine)
  const start = services().now()
  if (found === undefined) throw new Error('no plan')
  await planRound(services().db, found, { start, end: new Date(start.getTime() + 86_400_000) }, start)
  return claimSlots(services(), sourceId)
}

async function ask(slot: ClaimedSlot | undefined): Promise<void> {
  const fetcher = openProviderFetcher(services())
  await submitSlot(services(), fetcher, slot as ClaimedSlot)
  fetcher.close()
}

async function settled(): Promise<void> {
  const isOpen = async () =>
    (await it.rows(`select 1 from collection_slots where brand_id = '${it.brandId}' and state <> 'settled'`)).length > 0
  await collectUntil(services(), services().closing, async () => !(await isOpen()))
}

const slots = () => it.rows(`select outcome, possibly_bought from collection_slots where brand_id = '${it.brandId}'`)

test('the next process immediately recovers slots of a dead one and marks them as possibly bought', async () => {
  it.setClockRunning(false)
  await collectUntil(services(), services().closing, () => true)
  const source_id = await it.makeSource('openai', { concurrency: 3 })
  await claimed(3, source_id, 'chatgpt')
  await collectUntil(services(), services().closing, () => true)
  expect(await slots()).toEqual(Array(3).fill({ outcome: null, possibly_bought: 0 }))
  await it.app.restart()
  await collectUntil(services(), services().closing, () => true)
  expect(await slots()).toEqual(Array(3).fill({ outcome: null, possibly_bought: 1 }))
  it.setClockRunning(true)
  await settled()
  expect(await slots()).toEqual(Array(3).fill({ outcome: 'answered', possibly_bought: 1 }))
})

test('the next process stores answers that a dead one was storing', async () => {
  const source_id = await it.makeSource('openai')
  const [slot] = await claimed(1, source_id, 'chatgpt')
  await ask(slot)
  it.setClockRunning(false)
  await it.rows(`update collection_slots set due_at = due_at + interval '1 minute' where brand_id = '${it.brandId}'`)
  await storeNow(services(), it.brandId)
  expect(await it.rows(`select state from collection_slots where brand_id = '${it.brandId}'`)).toEqual([
    { state: 'received' },
  ])
  await it.app.restart()
  await collectUntil(services(), services().closing, () => true)
  await storeNow(services(), it.brandId)
  it.setClockRunning(true)
  expect(await it.rows(`select state from collection_slots where brand_id = '${it.brandId}'`)).toEqual([
    { state: 'settled' },
  ])
})

test('a recovered task costs what its provider charges', async () => {
  const charged = () => it.emulator.ledger.summary().costUsd
  const before = charged()
  it.emulator.faults.set([{ fault: 'lost', kind: 'dataforseo', at: [1] }])
  const source_id = await it.makeSource('dataforseo')
  const [slot] = await claimed(1, source_id, 'google-ai-overviews', { language: 'en' })
  await ask(slot)
  await settled()
  expect(await slots()).toEqual([{ outcome: 'answered', possibly_bought: 0 }])
  expect(charged()).toBeGreaterThan(before)
  expect((await it.budget()).spent_usd).toBeCloseTo(charged() - before, 9)
})

test('saves an answer even if PostgreSQL has no free connection for a while', async () => {
  const [slot] = await claimed(1, await it.makeSource('openai'), 'chatgpt')
  const { pool } = services().postgres
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const asked = ask(slot)
  const waiting = async (count: number) => {
    while (pool.waitingCount !== count) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  // It waits for a connection until the wait times out.
  await waiting(1)
  await waiting(0)
  for (const client of held) client.release()
  await asked
  await settled()
  expect(await slots()).toEqual([{ outcome: 'answered', possibly_bought: 0 }])
})
