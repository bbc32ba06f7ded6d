import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type EmulatedKind,
  emulatedKinds,
  emulatedModels,
  emulatedPrices,
} from '../../../demo/emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from '../../../demo/emulator/start-emulator.ts'
import { providerOf } from '../../lib/providers/providers.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { planRound } from './plan/plan-slots.ts'
import { findPlan } from './plan/set-collection.ts'
import { collectUntil } from './run/collector.ts'

let app: TestApp
let emulator: Emulator
let workspaceId: string
let brandId: string
let key: string

/** The clock runs 50 times as fast, so that polls every few seconds do not slow the tests. */
const stopClock = new AbortController()
let at = Date.parse('2026-03-10T09:00:00Z')

beforeAll(async () => {
  emulator = await startEmulator({
    brands: [
      { name: 'Acme', domain: 'acme.example' },
      { name: 'Globex', domain: 'globex.example' },
    ],
  })
  // No jobs: only the test itself starts collection.
  app = await startTestApp({ ROLE: 'api', FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}` })
  app.setNow(new Date(at))
  const timer = setInterval(() => {
    at += 500
    app.setNow(new Date(at))
  }, 10)
  stopClock.signal.addEventListener('abort', () => clearInterval(timer))
})
beforeEach(async () => {
  workspaceId = (await app.operate('create-workspace', { name: 'W' })).id
  await app.operate('update-workspace', { workspace_id: workspaceId, api_writes: true })
  brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
  key = await makeKey(app, workspaceId)
  await app.operate('set-budget', { brand_id: brandId, monthly_usd: 1000 })
  before = emulator.ledger.summary().costUsd
})
afterEach(() => emulator.faults.set([]))
afterAll(async () => {
  await app.close()
  stopClock.abort()
  await emulator.close()
})

/** Ledger costs before the test. */
let before: number
const charged = () => emulator.ledger.summary().costUsd - before
/** Rounded, because both sides add up fractions of a cent. */
const cents = (usd: number) => Math.round(usd * 100_000) / 1000

const makeSource = async (kind: EmulatedKind, input = {}) =>
  (
    await app.operate('create-source', {
      workspace_id: workspaceId,
      kind,
      name: `${kind} ${Math.random()}`,
      api_key: emulator.apiKey,
      base_url: emulator.baseUrl(kind),
      price: JSON.stringify(emulatedPrices[kind]),
      terms_confirmed: true,
      requests_per_minute: 100_000,
      ...(emulatedModels[kind] === '' ? {} : { model: emulatedModels[kind] }),
      ...input,
    })
  ).id

async function makePrompts(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await app.operate('create-prompt', { brand_id: brandId, text: `Which shoes, ${i}?` })
}

interface Round {
  planned: number
  collected: number
  none_shown: number
  failed: number
  cost_usd: number
  reasons: { reason: string; questions: number }[]
}
const plan = (engine: string, source_id: string, input = {}) =>
  app.operate('set-collection', { brand_id: brandId, engine, source_id, countries: ['US'], ...input })
const run = (engine: string) => app.operate<Round>('run-collection', { brand_id: brandId, engine })
const budget = () =>
  app.operate<{ spent_usd: number; reserved_usd: number }>('set-budget', {
    brand_id: brandId,
    monthly_usd: 1000,
  })
const get = async <T>(path: string) =>
  (await app.get(`/v1/brands/${brandId}/${path}`, key)).body as { data: T; meta: never }

test.each(emulatedKinds)('answers of %s are collected, shown and paid for to the cent', async (kind) => {
  await makePrompts(3)
  const [engine = ''] = providerOf(kind).engines
  await plan(engine, await makeSource(kind), kind === 'dataforseo' ? { language: 'en' } : {})
  const round = await run(engine)
  expect(round).toMatchObject({ planned: 3, failed: 0, reasons: [] })
  expect(round.collected + round.none_shown).toBe(3)
  expect(round.cost_usd).toBeCloseTo(charged(), 5)
  expect(await budget()).toMatchObject({ spent_usd: round.cost_usd, reserved_usd: 0 })
  const { data: engines } = await get<{ engine: string; executions: number }[]>(
    'visibility/engines?start_date=2026-03-01&end_date=2026-03-31',
  )
  expect(engines).toMatchObject(round.collected === 0 ? [] : [{ engine, executions: round.collected }])
  const { meta } = await get('collection/coverage?start_date=2026-03-01&end_date=2026-03-31')
  expect(meta).toMatchObject({ total: { planned: 3, collected: round.collected, pending: 0, failed: 0 } })
})

test('settles each slot once and pays exactly what was charged, whatever fails', async () => {
  await makePrompts(30)
  emulator.faults.set([
    { fault: 'rate_limited_silently', rate: 0.1 },
    { fault: 'server_error', rate: 0.1 },
    { fault: 'wrong_type', rate: 0.1 },
  ])
  await plan('chatgpt', await makeSource('openai', { concurrency: 8 }), { countries: ['US', 'DE'] })
  const round = await run('chatgpt')
  expect(round).toMatchObject({ planned: 60 })
  expect(round.collected + round.failed).toBe(60)
  expect(cents(round.cost_usd)).toBe(cents(charged()))
  const { rows } = await app.app.services.postgres.execute(
    `select state, count(*)::int as slots from collection_slots where brand_id = '${brandId}' group by state`,
  )
  expect(rows).toEqual([{ state: 'settled', slots: 60 }])
  expect(await budget()).toMatchObject({ reserved_usd: 0 })
})

test('four concurrent collectors never reserve more than the budget', async () => {
  await makePrompts(40)
  await plan('chatgpt', await makeSource('openai', { concurrency: 30 }))
  const { services } = app.app
  const estimate = await app.operate<{ engines: { usd_at_most: number }[] }>('estimate-collection', {
    brand_id: brandId,
  })
  const most = estimate.engines[0]?.usd_at_most as number
  const cap = most * 3.5
  await app.operate('set-budget', { brand_id: brandId, monthly_usd: cap })
  const seen: number[] = []
  const sample = async () => {
    const { rows } = await services.postgres.execute(
      `select coalesce(sum(reserved_nanos + spent_nanos), 0)::bigint as used from collection_spending where brand_id = '${brandId}'`,
    )
    seen.push(Number(rows[0]?.used) / 1e9)
  }
  const isOver = async () => {
    await sample()
    const { rows } = await services.postgres.execute(
      `select 1 from collection_slots where brand_id = '${brandId}' and state <> 'settled'`,
    )
    return rows.length === 0 && seen.length > 3
  }
  const others = Promise.all([1, 2, 3].map(() => collectUntil(services, services.closing, isOver)))
  const round = await run('chatgpt')
  await others
  expect(Math.max(...seen)).toBeLessThanOrEqual(cap)
  expect(round.reasons).toMatchObject([{ reason: 'the monthly budget is used up' }])
  expect(cents(charged())).toBeLessThanOrEqual(cents(cap))
  expect(round.collected).toBeGreaterThanOrEqual(3)
})

test('four concurrent collectors settle and pay each slot once, within the budget, while a tenth of requests fail', async () => {
  const { services } = app.app
  const engines = { chatgpt: 'openai', grok: 'xai', copilot: 'cloro' } as const
  const other = await app.operate('create-brand', { workspace_id: workspaceId, name: 'Globex' })
  const brands = [brandId, other.id]
  emulator.faults.set([
    { fault: 'rate_limited_silently', rate: 0.05 },
    { fault: 'server_error', rate: 0.05 },
  ])
  const purchases = emulator.ledger.purchases().length
  for (const [engine, kind] of Object.entries(engines)) {
    const source_id = await makeSource(kind, { concurrency: 8 })
    for (const brand_id of brands) await plan(engine, source_id, { brand_id, countries: ['US', 'DE'] })
  }
  for (const brand_id of brands)
    for (let i = 0; i < 4; i++) await app.operate('create-prompt', { brand_id, text: `Which days, ${i}?` })
  const setBudget = (monthly_usd: number) =>
    app.operate<{ reserved_usd: number }>('set-budget', { workspace_id: workspaceId, monthly_usd })

  const own = `from collection_slots where brand_id in ('${brands.join("', '")}')`
  const rows = async (query: string) => (await services.postgres.execute(query)).rows
  let cap = 1000
  await setBudget(cap)
  let most = 0
  const isOver = async () => {
    const [used] = await rows(
      `select sum(spent_nanos + reserved_nanos)::bigint as nanos from collection_spending where workspace_id = '${workspaceId}'`,
    )
    most = Math.max(most, Number(used?.nanos) / 1e9 / cap)
    return (await rows(`select 1 ${own} and state <> 'settled' limit 1`)).length === 0
  }
  for (let day = 0; day < 3; day++) {
    const start = services.now()
    const round = { start, end: new Date(start.getTime() + 86_400_000) }
    for (const engine of Object.keys(engines))
      for (const id of brands) {
        const found = await findPlan(services, id, engine)
        if (found !== undefined) await planRound(services.db, found, round, start)
      }
    await Promise.all([1, 2, 3, 4].map(() => collectUntil(services, services.closing, isOver)))
    // Enough for about a day and a half.
    if (day === 0) cap = charged() * 2.5
    await setBudget(cap)
  }
  const [sums] = await rows(
    `select count(*)::int as slots, count(*) filter (where outcome = 'answered')::int as answered,
       count(*) filter (where failure = 'over_budget')::int as refused, sum(cost_nanos)::bigint as cost ${own}`,
  )
  const { answered, refused, slots, cost } = sums as Record<'answered' | 'refused' | 'slots' | 'cost', number>
  expect(slots).toBe(2 * 4 * 2 * 3 * 3)
  expect(answered).toBeGreaterThan(slots / 3)
  expect(refused).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(1)
  expect(cents(cost / 1e9)).toBe(cents(charged()))
  expect(await setBudget(cap)).toMatchObject({ reserved_usd: 0 })
  expect(emulator.ledger.purchases().length - purchases).toBe(answered)
  const [stored] = await services.clickhouse.query(
    sql`SELECT count() AS answers, uniqExact(answer_id) AS ids FROM answers WHERE brand_id IN ${brands}`,
  )
  expect(stored).toEqual({ answers: answered, ids: answered })
})

test('pauses a source that fails permanently, says why, and sends its slots to the fallback provider', async () => {
  await makePrompts(4)
  const broken = await makeSource('openai', { api_key: 'nonsense' })
  await plan('chatgpt', broken, { fallback_source_id: await makeSource('cloro') })
  expect(await run('chatgpt')).toMatchObject({ planned: 4, collected: 4, failed: 0 })
  const sources = await app.operate<{ id: string; paused_reason: string | null }[]>('list-sources', {
    workspace_id: workspaceId,
  })
  expect(sources.find(({ id }) => id === broken)?.paused_reason).toMatch(/key/i)
  expect(JSON.stringify(sources)).not.toContain('nonsense')
  expect(emulator.ledger.summary().boughtTwice).toEqual([])
})

test('requests nothing without a budget, plan, prompt or source, and says why', async () => {
  const refusal = async () => {
    const outcome = await app.tryOperate('run-collection', { brand_id: brandId, engine: 'chatgpt' })
    return 'failure' in outcome ? outcome.failure.error.message : 'done'
  }
  expect(await refusal()).toBe('plan not found')
  const source_id = await makeSource('openai')
  await plan('chatgpt', source_id)
  expect(await refusal()).toBe('no active prompt matches the plan')
  await makePrompts(1)
  await app.operate('delete-source', { source_id })
  expect(await refusal()).toMatch(/has no source/)
  expect(charged()).toBe(0)
})

test('a plan limits markets, prompts and runs, and rejects invalid values', async () => {
  const source_id = await makeSource('openai')
  const tag = await app.operate('create-tag', { brand_id: brandId, name: 'Red' })
  await app.operate('create-prompt', {
    brand_id: brandId,
    text: 'tagged',
    tag_ids: [tag.id],
    countries: ['DE', 'FR'],
  })
  await app.operate('create-prompt', { brand_id: brandId, text: 'not tagged' })
  await plan('chatgpt', source_id, {
    countries: ['US', 'DE'],
    tag_ids: [tag.id],
    replicates: 2,
    times_per_week: 3,
  })
  expect(await app.operate('get-collection', { brand_id: brandId, engine: 'ChatGPT' })).toMatchObject({
    countries: ['US', 'DE'],
    times_per_day: null,
    times_per_week: 3,
    start_hour: 0,
    time_zone: 'UTC',
  })
  expect(await run('chatgpt')).toMatchObject({ planned: 2, collected: 2 })
  const gemini = await makeSource('gemini')
  const dataForSeo = await makeSource('dataforseo')
  const refusals: [object, RegExp][] = [
    [{ engine: 'nope' }, /unknown engine "nope"/],
    [{ engine: 'claude' }, /openai does not support claude; it supports chatgpt/],
    [{ source_id: workspaceId }, /source_id: the workspace has no source/],
    [{ tag_ids: [workspaceId] }, /tag_ids: the brand has no tags/],
    [{ times_per_day: 2, times_per_week: 2 }, /set either times_per_day or times_per_week/],
    [{ time_zone: 'Mars/Base' }, /time_zone must be an IANA time zone, such as Europe\/Berlin$/],
    [{ time_zone: 'europe/berlin' }, /time_zone must be an IANA time zone.*; use Europe\/Berlin$/],
    [{ time_zone: '+02:00' }, /time_zone must be an IANA time zone/],
    [{ start_hour: 24 }, /start_hour must be an integer from 0 to 23/],
    [{ replicates: 0 }, /replicates must be an integer from 1 to 20/],
    [{ countries: ['XX'] }, /countries/],
    [{ engine: 'gemini', source_id: gemini, countries: ['US', 'DE'] }, /gemini does not support markets/],
    [{ source_id: dataForSeo }, /source_id: language: required by DataForSEO/],
  ]
  for (const [input, message] of refusals) {
    const outcome = await app.tryOperate('set-collection', {
      brand_id: brandId,
      engine: 'chatgpt',
      source_id,
      countries: ['US'],
      ...input,
    })
    expect('failure' in outcome && outcome.failure.error.message).toMatch(message)
  }
})

test('empty values clear the filters, language and fallback of a plan', async () => {
  const source_id = await makeSource('openai')
  const tag = await app.operate('create-tag', { brand_id: brandId, name: 'Red' })
  const topic = await app.operate('create-topic', { brand_id: brandId, name: 'Shoes' })
  const narrow = {
    fallback_source_id: await makeSource('cloro'),
    tag_ids: [tag.id],
    topic_ids: [topic.id],
    language: 'en',
  }
  expect(await plan('chatgpt', source_id, narrow)).toMatchObject(narrow)
  expect(await plan('chatgpt', source_id, { replicates: 2 })).toMatchObject(narrow)
  const empty = { fallback_source_id: '', tag_ids: [''], topic_ids: [''], language: '' }
  expect(await plan('chatgpt', source_id, empty)).toMatchObject({
    replicates: 2,
    fallback_source_id: null,
    tag_ids: [],
    topic_ids: [],
    language: null,
  })
})

test('a webhook for an unknown task returns 204 and changes nothing', async () => {
  const source_id = await makeSource('cloro')
  const send = (id: string, body: string) =>
    app.send('POST', `/ingest/collection/${id}`, undefined, {
      body,
      headers: { 'content-type': 'application/json' },
    })
  for (const id of [source_id, workspaceId, 'x'])
    for (const body of ['', '{}', '{"task":{"id":"forged","status":"COMPLETED"}}', 'x'.repeat(100_000)])
      expect((await send(id, body)).status, `${id} ${body.slice(0, 30)}`).toBe(204)
  expect(await budget()).toMatchObject({ spent_usd: 0, reserved_usd: 0 })
})
