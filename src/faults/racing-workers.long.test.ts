import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emulatedModels, emulatedPrices } from '../../demo/emulator/emulated-prices.ts'
import type { Fault } from '../../demo/emulator/faults.ts'
import { type Emulator, startEmulator } from '../../demo/emulator/start-emulator.ts'
import { findPlan, planRound } from '../features/collection/index.ts'
import type { RunningServer } from '../testing/processes.ts'
import { type StoreServers, startStoreServers } from '../testing/store-servers.ts'
import { until } from './testing/campaign.ts'

const capUsd = 2
const questions = 120
let emulator: Emulator
let stores: StoreServers
let workers: RunningServer[]

beforeAll(async () => {
  emulator = await startEmulator({ brands: [{ name: 'Acme', domain: 'acme.com' }] })
  stores = await startStoreServers({
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  })
  workers = await Promise.all(Array.from({ length: 4 }, () => stores.startWorker()))
})
afterAll(async () => {
  for (const worker of workers ?? []) await worker.stop()
  await stores?.remove()
  await emulator?.close()
})

/** A brand with a budget whose slots are all due. @returns what all workers together did */
async function race(faults: Fault[], cap = capUsd) {
  const { operate, services } = stores
  emulator.faults.set(faults.map((fault) => ({ fault, kind: 'openai' })))
  const sold = emulator.ledger.summary()
  const { id: workspace_id } = await operate('create-workspace', { name: 'W' })
  const { id: brand_id } = await operate('create-brand', { workspace_id, name: 'Acme' })
  await operate('set-budget', { brand_id, monthly_usd: String(cap) })
  const { id: source_id } = await operate('create-source', {
    ...{ workspace_id, kind: 'openai', name: 'OpenAI', api_key: emulator.apiKey, model: emulatedModels.openai },
    ...{ base_url: emulator.baseUrl('openai'), price: JSON.stringify(emulatedPrices.openai) },
    ...{ concurrency: '26', requests_per_minute: '100000' },
  })
  for (let number = 0; number < questions; number++)
    await operate('create-prompt', { brand_id, text: `Which shoes, ${number}?` })
  await operate('set-collection', { brand_id, engine: 'chatgpt', source_id, countries: 'US' })
  const plan = await findPlan(services, brand_id, 'chatgpt')
  if (plan === undefined) throw new Error('no plan')
  const start = new Date()
  await planRound(services.db, plan, { start, end: new Date(start.getTime() + 86_400_000) }, start)
  const read = async () => {
    const { rows } = await services.postgres.execute(
      `select (select coalesce(sum(spent_nanos + at_risk_nanos + reserved_nanos), 0)::bigint
          from collection_spending where brand_id = $1) as taken,
        (select paused_reason from sources where id = $2) as paused,
        (select max(cost_nanos)::bigint from collection_slots where brand_id = $1) as dearest,
        count(*) filter (where outcome = 'answered')::int as answered,
        count(*) filter (where failure = 'over_budget')::int as over_budget,
        count(*) filter (where state in ('reserved', 'submitted', 'received'))::int as open,
        count(*) filter (where state = 'planned')::int as planned
       from collection_slots where brand_id = $1`,
      [brand_id, source_id],
    )
    const row = rows[0] as Record<string, unknown>
    const usd = (name: string) => Number(row[name]) / 1e9
    return { ...row, taken: usd('taken'), dearest: usd('dearest') } as Raced
  }
  let highest = 0
  const last = await until(read, (row) => {
    highest = Math.max(highest, row.taken)
    // Once the budget is used up, other slots only wait to fail for it.
    return row.open === 0 && (row.planned === 0 || row.paused !== null || row.over_budget > 0)
  })
  const ledger = emulator.ledger.summary()
  return { ...last, highest, soldUsd: ledger.costUsd - sold.costUsd, sold: ledger.purchases - sold.purchases }
}

interface Raced {
  taken: number
  paused: string | null
  dearest: number
  answered: number
  over_budget: number
  open: number
  planned: number
}

test('usage below the bounds: four workers never pass the cap, and use it up', async () => {
  const { highest, taken, soldUsd, sold, paused, answered, over_budget } = await race([], 0.8)
  expect(highest).toBeLessThanOrEqual(0.8)
  expect(taken).toBeCloseTo(soldUsd, 6)
  expect([paused, answered]).toEqual([null, sold])
  expect(over_budget).toBeGreaterThan(0)
  // Less than one maximum is left.
  expect(taken).toBeGreaterThan(0.4)
})

test('usage at the bounds: four workers never pass the cap', async () => {
  const { highest, taken, soldUsd, sold, paused, answered } = await race(['usage_at_bounds'])
  expect(highest).toBeLessThanOrEqual(capUsd)
  expect(taken).toBeCloseTo(soldUsd, 6)
  expect([paused, answered]).toEqual([null, sold])
})

test('usage above the bounds: is booked at the bounds, and pauses the source with the reason', async () => {
  const { highest, paused, sold } = await race(['usage_above_bounds'])
  expect(highest).toBeLessThanOrEqual(capUsd)
  expect(paused).toMatch(/an answer cost .* more than the maximum/)
  // Only requests in flight at that time are sold.
  expect(sold).toBeLessThanOrEqual(Math.ceil(capUsd / 0.3))
})

test('a dearer model served: passes the cap by one answer at most, and pauses the source', async () => {
  const { highest, dearest, paused } = await race(['other_model'])
  expect(dearest).toBeGreaterThan(0.5)
  expect(highest).toBeLessThanOrEqual(capUsd + dearest)
  expect(paused).toMatch(/an answer cost .* more than the maximum/)
})
