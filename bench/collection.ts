import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { emulatedModels, emulatedPrices } from '../demo/emulator/emulated-prices.ts'
import { startEmulator } from '../demo/emulator/start-emulator.ts'
import { findPlan, planRound } from '../src/features/collection/index.ts'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { startEmbeddedPostgres } from '../src/stores/embedded-postgres.ts'
import { serverUrl } from '../src/testing/postgres-server.ts'
import { startStoreServers } from '../src/testing/store-servers.ts'
import { table } from './measure.ts'

// Collects from emulated providers that respond immediately, with several processes on both stores as
// servers, day by day with a clock that skips ahead. `--prompts 200 --markets 2 --engines 5 --days 30
// --faults 0.1` is a month of 60,000 slots; `--cap` is a budget in US dollars that runs out within it.
const { values } = parseArgs({
  options: {
    prompts: { type: 'string', default: '1000' },
    markets: { type: 'string', default: '2' },
    engines: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    workers: { type: 'string', default: '4' },
    faults: { type: 'string', default: '0' },
    cap: { type: 'string', default: '1000000' },
  },
})
const of = (name: keyof typeof values) => Number(values[name])
const kinds = {
  openai: 'chatgpt',
  anthropic: 'claude',
  xai: 'grok',
  perplexity: 'perplexity',
  cloro: 'copilot',
}
const engines = (Object.entries(kinds) as [keyof typeof kinds, string][]).slice(0, of('engines'))
const dayMs = 86_400_000
const firstDay = Date.parse('2026-03-01T00:00:00Z')

const scratch = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
const postgres = await startEmbeddedPostgres(scratch, pino({ level: 'silent' }))
process.env.TEST_DATABASE_URL = serverUrl(postgres)
const emulator = await startEmulator({
  brands: [{ name: 'Acme', domain: 'acme.example' }],
  faults: [
    { fault: 'rate_limited_silently', rate: of('faults') / 2 },
    { fault: 'server_error', rate: of('faults') / 2 },
  ],
})
let aheadMs = firstDay - Date.now()
const now = () => new Date(Date.now() + aheadMs)
const variables = {
  FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}`,
  SECRETS_KEY: randomBytes(32).toString('base64'),
}
const { operate, services, environment, ...stores } = await startStoreServers(variables, now)

const { id: workspace_id } = await operate('create-workspace', { name: 'Bench' })
const { id: brand_id } = await operate('create-brand', { workspace_id, name: 'Acme' })
for (let number = 0; number < of('prompts'); number++)
  await operate('create-prompt', { brand_id, text: `Which anvils, ${number}?` })
await operate('set-budget', { brand_id, monthly_usd: String(of('cap')) })
for (const [kind, engine] of engines) {
  const { id: source_id } = await operate('create-source', {
    workspace_id,
    kind,
    name: kind,
    api_key: emulator.apiKey,
    base_url: emulator.baseUrl(kind),
    ...(emulatedModels[kind] !== '' && { model: emulatedModels[kind] }),
    price: JSON.stringify(emulatedPrices[kind]),
    concurrency: '32',
    requests_per_minute: '100000',
    terms_confirmed: 'true',
  })
  const countries = ['US', 'DE', 'FR', 'GB'].slice(0, of('markets'))
  await operate('set-collection', { brand_id, engine, source_id, countries })
}

const program = fileURLToPath(new URL('./collection-worker.ts', import.meta.url))
const workers = Array.from({ length: of('workers') }, () =>
  fork(program, [String(aheadMs)], { env: { ...process.env, ...environment }, execArgv: ['--expose-gc'] }),
)
await Promise.all(workers.map((worker) => once(worker, 'message')))

function setClock(time: number): void {
  aheadMs = time - Date.now()
  for (const worker of workers) worker.send(aheadMs)
}

const count = async (where: string) =>
  Number((await services.postgres.execute(`select count(*) as n from collection_slots where ${where}`)).rows[0]?.n)
let highest = 0
/** Waits and samples the used budget. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    const { rows } = await services.postgres.execute(
      'select coalesce(sum(spent_nanos + reserved_nanos), 0) as taken from collection_spending',
    )
    highest = Math.max(highest, Number(rows[0]?.taken) / 1e9)
    await sleep(200)
  }
}

/** A process's live memory after garbage collection, and its resident memory. */
async function memoryOf(worker: ChildProcess): Promise<{ held: number; resident: number }> {
  worker.send('memory')
  const [{ heapUsed, external, rss }] = (await once(worker, 'message')) as [NodeJS.MemoryUsage]
  return { held: (heapUsed + external) / 1e6, resident: rss / 1e6 }
}
const memory: { held: number; resident: number }[][] = []
const load: number[] = []
const begun = performance.now()
for (let day = 0; day < of('days'); day++) {
  const start = firstDay + day * dayMs
  setClock(start)
  const round = { start: new Date(start), end: new Date(start + dayMs) }
  for (const [, engine] of engines) {
    const plan = await findPlan(services, brand_id, engine)
    if (plan !== undefined) await planRound(services.db, plan, round, round.start)
  }
  await until(async () => (await count("state in ('planned', 'reserved', 'submitted')")) === 0)
  // Collected answers are buffered for half a minute.
  setClock(now().getTime() + 31_000)
  await until(async () => (await count("state <> 'settled'")) === 0)
  memory.push(await Promise.all(workers.map(memoryOf)))
  load.push(loadavg()[0] as number)
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.error(
    `day ${day + 1}: ${seconds} s, ${memory
      .at(-1)
      ?.map(({ held, resident }) => `${held.toFixed(0)} of ${resident.toFixed(0)}`)
      .join(', ')} MB`,
  )
}
const seconds = (performance.now() - begun) / 1000

const { rows } = await services.postgres.execute(
  `select outcome, failure, count(*)::int as slots, sum(cost_nanos)::bigint as cost from collection_slots group by 1, 2`,
)
const slots = (isOf: (row: { outcome?: unknown; failure?: unknown }) => boolean) =>
  rows.filter(isOf).reduce((sum, row) => sum + Number(row.slots), 0)
const collected = slots(({ outcome }) => outcome !== 'failed')
const cost = rows.reduce((sum, row) => sum + Number(row.cost), 0) / 1e9
const [stored] = await services.clickhouse.query<{ answers: number; ids: number }>(
  sql`SELECT count() AS answers, uniqExact(answer_id) AS ids FROM answers`,
)
const ledger = emulator.ledger.summary()
for (const worker of workers) worker.disconnect()
await Promise.all(workers.map((worker) => once(worker, 'exit')))
await stores.remove()
await emulator.close()
await postgres.stop()
rmSync(scratch, { recursive: true, force: true })

const total = of('prompts') * of('markets') * engines.length * of('days')
const mean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length
const quarter = Math.ceil(memory.length / 4)
const firstAndLast = (part: 'held' | 'resident') =>
  [memory.slice(0, quarter), memory.slice(-quarter)]
    .map((days) => workers.map((_, index) => mean(days.map((day) => day[index]?.[part] ?? 0)).toFixed(0)).join(', '))
    .join('; ')
table(`${total} slots, ${workers.length} processes, ${of('faults') * 100}% fail at first`, [
  {
    settled: slots(() => true),
    collected,
    'over budget': slots(({ failure }) => failure === 'over_budget'),
    'failed for other reasons': slots(({ outcome, failure }) => outcome === 'failed' && failure !== 'over_budget'),
    'answers stored, ids': `${stored?.answers}, ${stored?.ids}`,
    bought: ledger.purchases,
    'cost, ledger, US dollars': `${cost.toFixed(2)}, ${ledger.costUsd.toFixed(2)}`,
    'maximum budget in use': highest.toFixed(2),
    'answers per second': (collected / seconds).toFixed(0),
    'live MB per process, first and last quarter': firstAndLast('held'),
    'resident MB': firstAndLast('resident'),
    load: mean(load).toFixed(1),
  },
])
