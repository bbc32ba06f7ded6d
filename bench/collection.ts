import { collectUntil } from '../src/features/collection/index.ts'
import { emulatedModels, emulatedPrices } from '../src/lib/providers/emulator/emulated-prices.ts'
import { startEmulator } from '../src/lib/providers/emulator/start-emulator.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { table } from './measure.ts'

// Questions of one plan to an emulated provider that answers at once and fails one time in ten, asked by four workers.
// node bench/collection.ts [prompts] [markets] [rounds]: 200, 2 and 5 by default; 200, 2 and 150 are a month of five engines.
const [prompts = 200, markets = 2, rounds = 5] = process.argv.slice(2).map(Number)
const workers = 4
const cap = 100_000

const emulator = await startEmulator({
  brands: [{ name: 'Acme', domain: 'acme.example' }],
  faults: [
    { fault: 'rate_limited_silently', rate: 0.05 },
    { fault: 'server_error', rate: 0.05 },
  ],
})
const running = await startTestApp({
  ROLE: 'api',
  FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}`,
})
const { services } = running.app
const { id: workspace_id } = await running.operate('create-workspace', { name: 'Bench' })
const { id: brand_id } = await running.operate('create-brand', { workspace_id, name: 'Acme' })
for (let number = 0; number < prompts; number++)
  await running.operate('create-prompt', { brand_id, text: `Which anvils, ${number}?` })
const { id: source_id } = await running.operate('create-source', {
  workspace_id,
  kind: 'openai',
  name: 'Emulated',
  api_key: emulator.apiKey,
  base_url: emulator.baseUrl('openai'),
  model: emulatedModels.openai,
  price: JSON.stringify(emulatedPrices.openai),
  concurrency: 32,
  requests_per_minute: 100_000,
})
await running.operate('set-budget', { brand_id, monthly_usd: cap })
const countries = ['US', 'DE', 'FR', 'GB'].slice(0, markets)
await running.operate('set-collection', { brand_id, engine: 'chatgpt', source_id, countries })

const begun = performance.now()
const memory: number[] = []
const isOpen = async () =>
  (
    await services.postgres.execute(
      `select 1 from collection_slots where brand_id = '${brand_id}' and state <> 'settled' limit 1`,
    )
  ).rows.length > 0
let cost = 0
let collected = 0
let failed = 0
for (let round = 0; round < rounds; round++) {
  let isRunning = true
  const others = Array.from({ length: workers - 1 }, () =>
    collectUntil(services, services.closing, async () => !isRunning && !(await isOpen())),
  )
  const counts = await running.operate<{ collected: number; failed: number; cost_usd: number }>(
    'run-collection',
    {
      brand_id,
      engine: 'chatgpt',
    },
  )
  isRunning = false
  await Promise.all(others)
  cost += counts.cost_usd
  collected += counts.collected
  failed += counts.failed
  memory.push(process.memoryUsage().rss / 1_000_000)
}
const seconds = (performance.now() - begun) / 1000
const ledger = emulator.ledger.summary()
await running.close()
await emulator.close()
table(`${prompts * markets * rounds} questions, four workers, one answer in ten fails at first`, [
  {
    collected,
    failed,
    'answers a second': (collected / seconds).toFixed(0),
    'cost, US dollars': cost.toFixed(2),
    'charged by the ledger': ledger.costUsd.toFixed(2),
    'memory of the rounds, MB': `${memory[0]?.toFixed(0)} … ${memory.at(-1)?.toFixed(0)}`,
  },
])
