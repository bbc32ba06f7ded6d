import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { retainAnswers } from '../../answers/index.ts'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { submitSlot } from '../run/ask-slot.ts'
import { claimSlots } from '../run/claim-slots.ts'
import { openProviderFetcher } from '../run/collector.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'
import { maintainRawBodies } from './maintain-raw-bodies.ts'
import { storeNow } from './store-collected.ts'

const dayMs = 86_400_000
let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(() => it.makeBrand())
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const services = () => it.app.app.services
const slots = () =>
  it.rows<{ state: string; outcome: string; failure: string | null }>(
    `select state, outcome, failure from collection_slots where brand_id = '${it.brandId}'`,
  )
const bodies = async () =>
  (
    await it.rows(
      `select 1 from collected_bodies join collection_slots on id = slot_id where brand_id = '${it.brandId}'`,
    )
  ).length
const stored = () =>
  services().clickhouse.query<{ outcome: string; body: string }>(
    sql`SELECT outcome, body FROM answers JOIN raw_responses USING (brand_id, answer_id) WHERE brand_id = ${it.brandId}`,
  )

test('a body of an unknown shape is bought once, counted and stored unchanged', async () => {
  await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('openai'))
  it.emulator.faults.set([{ fault: 'other_shape', kind: 'openai' }])
  const before = it.emulator.ledger.summary().purchases
  expect(await it.run('chatgpt')).toMatchObject({
    collected: 0,
    failed: 1,
    reasons: [{ reason: 'output is missing', questions: 1 }],
  })
  expect(it.emulator.ledger.summary().purchases - before).toBe(1)
  expect(await slots()).toEqual([{ state: 'settled', outcome: 'unreadable', failure: 'unreadable' }])
  const [answer] = await stored()
  expect(answer).toMatchObject({ outcome: 'unreadable', body: expect.stringContaining('"version":9') })
})

/** Creates an answer that cannot be stored, because its prompt is too long for a line. */
async function refused(): Promise<void> {
  const [prompt = ''] = await it.makePrompts(1)
  const source = await it.makeSource('openai')
  await it.plan('chatgpt', source)
  const plan = await findPlan(services(), it.brandId, 'chatgpt')
  const start = services().now()
  if (plan === undefined) throw new Error('no plan')
  await planRound(services().db, plan, { start, end: new Date(start.getTime() + dayMs) }, start)
  const fetcher = openProviderFetcher(services())
  for (const slot of await claimSlots(services(), source)) await submitSlot(services(), fetcher, slot)
  fetcher.close()
  await it.rows(`update prompts set text = repeat('x', 100000) where id = '${prompt}'`)
  await storeNow(services(), it.brandId)
  expect(await slots()).toEqual([{ state: 'settled', outcome: 'failed', failure: 'not_stored' }])
  expect(await bodies()).toBe(1)
}

test('keeps an answer that cannot be stored, and stores it once possible', async () => {
  await refused()
  await maintainRawBodies.run(services(), {}, services().closing)
  await storeNow(services(), it.brandId)
  expect(await slots()).toEqual([{ state: 'settled', outcome: 'failed', failure: 'not_stored' }])
  await it.rows(`update prompts set text = 'Which shoes?' where brand_id = '${it.brandId}'`)
  await maintainRawBodies.run(services(), {}, services().closing)
  await storeNow(services(), it.brandId)
  expect(await slots()).toEqual([{ state: 'settled', outcome: 'answered', failure: null }])
  expect(await bodies()).toBe(0)
  expect(await stored()).toMatchObject([{ outcome: 'answered' }])
})

test('does not fail if another process stores the same answer at the same moment', async () => {
  await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.run('chatgpt')
  // As seen by a process that read the slots before the other one finished: nothing is left to store.
  await it.rows(`update collection_slots set state = 'received' where brand_id = '${it.brandId}'`)
  await storeNow(services(), it.brandId)
  await it.rows(`update collection_slots set state = 'settled' where brand_id = '${it.brandId}'`)
})

test('RAW_RETENTION_DAYS deletes raw bodies in both stores, but no answers', async () => {
  await it.makePrompts(2)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.run('chatgpt')
  const first = it.brandId
  expect(await stored()).toHaveLength(2)
  await it.makeBrand()
  await refused()
  await it.app.restart({ RAW_RETENTION_DAYS: '1' })
  it.forward(2 * dayMs)
  await retainAnswers.run(services(), {}, services().closing)
  await maintainRawBodies.run(services(), {}, services().closing)
  expect(await bodies()).toBe(0)
  expect(await slots()).toEqual([{ state: 'settled', outcome: 'failed', failure: 'not_stored' }])
  it.brandId = first
  expect(await stored()).toEqual([])
  const answers = sql`SELECT outcome FROM answers WHERE brand_id = ${first}`
  expect(await services().clickhouse.query(answers)).toHaveLength(2)
})
