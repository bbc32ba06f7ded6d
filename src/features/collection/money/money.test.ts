import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { planCollection } from '../plan/plan-collection.ts'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { submitSlot } from '../run/ask-slot.ts'
import { type ClaimedSlot, claimSlots } from '../run/claim-slots.ts'
import { collectUntil, openProviderFetcher } from '../run/collector.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(() => it.makeBrand())
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const services = () => it.app.app.services

async function claimOne(kind: 'openai' | 'cloro'): Promise<{ sourceId: string; slot: ClaimedSlot }> {
  const sourceId = await it.makeSource(kind)
  await it.makePrompts(1)
  await it.plan('chatgpt', sourceId)
  const plan = await findPlan(services(), it.brandId, 'chatgpt')
  const start = services().now()
  if (plan === undefined) throw new Error('no plan')
  await planRound(services().db, plan, { start, end: new Date(start.getTime() + 86_400_000) }, start)
  const [slot] = await claimSlots(services(), sourceId)
  return { sourceId, slot: slot as ClaimedSlot }
}

test('the reservation of a deleted brand is at risk and does not block other brands', async () => {
  const { slot } = await claimOne('openai')
  const { reserved_usd } = await it.budget()
  expect(reserved_usd).toBeGreaterThan(0)
  await it.app.operate('delete-brand', { brand_id: it.brandId })
  expect(await it.budget()).toEqual({ spent_usd: 0, at_risk_usd: reserved_usd, reserved_usd: 0 })
  // A collector that is still running finds nothing to settle.
  const fetcher = openProviderFetcher(services())
  await submitSlot(services(), fetcher, slot)
  fetcher.close()
  expect(await it.budget()).toEqual({ spent_usd: 0, at_risk_usd: reserved_usd, reserved_usd: 0 })
})

test('a task ends and counts as charged if its source changes to another provider', async () => {
  const { sourceId, slot } = await claimOne('cloro')
  const fetcher = openProviderFetcher(services())
  await submitSlot(services(), fetcher, slot)
  fetcher.close()
  await it.app.operate('update-source', {
    source_id: sourceId,
    kind: 'openai',
    api_key: it.emulator.apiKey,
    base_url: it.emulator.baseUrl('openai'),
    model: 'gpt-5',
  })
  it.forward(60_000)
  await collectUntil(services(), services().closing, () => true)
  const rows = await it.rows(`select state, failure from collection_slots where brand_id = '${it.brandId}'`)
  expect(rows).toEqual([{ state: 'settled', failure: 'lost' }])
  expect(await it.budget()).toMatchObject({ reserved_usd: 0 })
})

test('a slot waits for reserved budget and is requested once the budget is released', async () => {
  await it.makePrompts(6)
  await it.plan('chatgpt', await it.makeSource('openai', { concurrency: 6 }))
  const estimate = await it.app.operate<{ engines: { usd_at_most: number }[] }>('estimate-collection', {
    brand_id: it.brandId,
  })
  const most = estimate.engines[0]?.usd_at_most as number
  await it.app.operate('set-budget', { brand_id: it.brandId, monthly_usd: most * 1.9 })
  const round = await it.run('chatgpt')
  expect(round.collected).toBeGreaterThan(1)
  expect(round.cost_usd).toBeLessThanOrEqual(most * 1.9)
})

test('an estimate shows what was spent this month, and when the next run starts', async () => {
  await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.run('chatgpt')
  const { spent_usd, engines } = await it.app.operate<{
    spent_usd: number
    engines: { next_run_at: string }[]
  }>('estimate-collection', { brand_id: it.brandId })
  expect(spent_usd).toBeGreaterThan(0)
  expect(spent_usd).toBeCloseTo((await it.budget()).spent_usd, 6)
  const tomorrow = services().now()
  tomorrow.setUTCHours(24, 0, 0, 0)
  expect(engines[0]?.next_run_at).toBe(tomorrow.toISOString())
})

test('a key sees the spend of its brand, and what the lower of both budgets leaves', async () => {
  await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.run('chatgpt')
  const { id, secret } = await it.app.operate<{ id: string; secret: string }>('create-key', {
    workspace_id: it.workspaceId,
    name: 'k',
    brand_ids: [it.brandId],
  })
  const shown = async () => (await it.app.get(`/v1/brands/${it.brandId}/collection/spending`, secret)).body.data
  const { spent_usd } = (await shown()) as { spent_usd: number }
  expect(spent_usd).toBeGreaterThan(0)
  const budgets = [
    [{ brand_id: it.brandId, monthly_usd: 3 }, 3 - spent_usd],
    [{ workspace_id: it.workspaceId, monthly_usd: 2 }, 2 - (await it.budget()).spent_usd],
    [{ workspace_id: it.workspaceId, monthly_usd: 0 }, 0],
  ] as const
  for (const [budget, left] of budgets) {
    await it.app.operate('set-budget', budget)
    expect(await shown()).toEqual({
      ...{ monthly_usd: 3, spent_usd, at_risk_usd: 0, reserved_usd: 0 },
      remaining_usd: expect.closeTo(left, 6),
    })
  }
  await it.app.operate('revoke-key', { key_id: id })
})

test('a source test is at risk during its request, so that a crash leaves no reservation', async () => {
  const source_id = await it.makeSource('openai')
  const asked = it.app.operate<{ cost_usd: number }>('test-source', { source_id })
  const reserved: number[] = []
  const timer = setInterval(() => it.budget().then(({ reserved_usd }) => reserved.push(reserved_usd)), 1)
  const { cost_usd } = await asked
  clearInterval(timer)
  expect(Math.max(0, ...reserved)).toBe(0)
  expect((await it.budget()).spent_usd).toBeCloseTo(cost_usd, 6)
})

test('estimates the maximum cost of a source test without a request', async () => {
  const source_id = await it.makeSource('openai')
  await it.app.operate('set-budget', { workspace_id: it.workspaceId, monthly_usd: 7 })
  const { spent_usd: spent } = await it.app.operate<{ spent_usd: number }>('get-budget', {
    workspace_id: it.workspaceId,
  })
  const bought = it.emulator.ledger.summary().purchases
  const estimate = { source_id, prompt: 'Which shoes?' }
  const { engine, usd_at_most, left_usd } = await it.app.operate<{
    engine: string
    usd_at_most: number
    left_usd: number
  }>('estimate-test-source', estimate)
  expect(it.emulator.ledger.summary().purchases).toBe(bought)
  expect([engine, left_usd]).toEqual(['chatgpt', expect.closeTo(7 - spent, 6)])
  const { cost_usd } = await it.app.operate<{ cost_usd: number }>('test-source', estimate)
  expect(cost_usd).toBeLessThanOrEqual(usd_at_most)
  const refused = await it.app.tryOperate('estimate-test-source', { ...estimate, engine: 'gemini' })
  expect(JSON.stringify(refused)).toContain('engine must be one of chatgpt')
})

test('pays for a source test whose task fails after being charged', async () => {
  it.emulator.faults.set([{ fault: 'prompt_refused', kind: 'dataforseo', on: 'task' }])
  const before = it.emulator.ledger.summary().costUsd
  await it.app.operate('test-source', {
    source_id: await it.makeSource('dataforseo'),
    engine: 'google-ai-overviews',
  })
  const charged = it.emulator.ledger.summary().costUsd - before
  expect(charged).toBeGreaterThan(0)
  expect((await it.budget()).spent_usd).toBeCloseTo(charged, 6)
}, 20_000)

test('a plan continues after the clock was a year ahead for a while', async () => {
  await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('openai'))
  const year = 365 * 86_400_000
  await it.rows(
    `update collection_plans set planned_until = planned_until + interval '1 year', since = since + interval '1 year' where brand_id = '${it.brandId}'`,
  )
  for (let days = 0; days < 3; days++) {
    it.forward(86_400_000)
    await planCollection.run(services(), {}, services().closing)
  }
  const [row] = await it.rows<{ slots: number }>(
    `select count(*)::int as slots from collection_slots where brand_id = '${it.brandId}'
     and planned_at < '${new Date(services().now().getTime() + year / 2).toISOString()}'`,
  )
  expect(row?.slots).toBeGreaterThan(0)
})
