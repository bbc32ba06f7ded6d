import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Plan } from '../plan/plan.ts'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { type Collecting, type RoundResult, startCollecting } from '../testing/collecting.ts'
import { collectUntil } from './collector.ts'
import { failMissedSlots } from './settle.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(() => it.makeBrand())
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

test('a run whose only source rejects its key ends with a reason per slot', async () => {
  await it.makePrompts(3)
  await it.plan('chatgpt', await it.makeSource('openai', { api_key: 'nonsense' }))
  const round = await it.run('chatgpt')
  expect(round).toMatchObject({ planned: 3, collected: 0, failed: 3, cost_usd: 0 })
  expect(round.reasons).toMatchObject([{ reason: expect.stringMatching(/key/i), questions: 3 }])
})

test('a run ends even if a prompt is deleted or its plan is paused midway', async () => {
  const [first = ''] = await it.makePrompts(6)
  await it.plan('chatgpt', await it.makeSource('openai', { requests_per_minute: 1 }))
  const running = it.run('chatgpt')
  const planned = () => it.rows(`select 1 from collection_slots where brand_id = '${it.brandId}'`)
  await vi.waitFor(async () => expect(await planned()).toHaveLength(6), 20_000)
  await it.app.operate('delete-prompt', { brand_id: it.brandId, prompt_id: first })
  await it.app.operate('set-collection', { brand_id: it.brandId, engine: 'chatgpt', is_active: false })
  const round = await running
  expect(round.planned).toBe(6)
  expect(round.collected).toBeLessThan(6)
  expect(round.failed).toBe(6 - round.collected)
  await expectAgreement(round)
  expect(
    await it.rows(`select 1 from collection_slots where brand_id = '${it.brandId}' and state <> 'settled'`),
  ).toEqual([])
})

/** Coverage and the list of runs have the same counts as the run itself. */
async function expectAgreement(round: Pick<RoundResult, 'planned' | 'collected' | 'failed'>): Promise<void> {
  const { planned, collected, failed } = round
  const counts = { planned, collected, failed, pending: 0 }
  const of = { brand_id: it.brandId }
  expect(await it.app.operate('list-collection-runs', of)).toMatchObject([counts])
  expect(await it.app.operate('get-collection-coverage', { ...of, group_by: ['engine'] })).toMatchObject([counts])
}

type Stop = (source_id: string, prompt_id: string) => Promise<unknown>
const stops: [string, object, Stop][] = [
  ['deleting the source', { source: null }, (source_id) => it.app.operate('delete-source', { source_id })],
  [
    'changing to a rejected key',
    { prompts: 4 },
    (source_id) => it.app.operate('update-source', { source_id, api_key: 'wrong:key' }),
  ],
  [
    'pausing a prompt',
    { prompts: 3 },
    (_, prompt_id) => it.app.operate('update-prompt', { brand_id: it.brandId, prompt_id, is_active: false }),
  ],
  [
    'deleting a prompt',
    { prompts: 3 },
    (_, prompt_id) => it.app.operate('delete-prompt', { brand_id: it.brandId, prompt_id }),
  ],
]

test.each(stops)(
  'after %s during a run, the run, coverage and plan agree on what was not asked',
  async (_, plan, stop) => {
    const [first = '', ...others] = await it.makePrompts(4)
    const source_id = await it.makeSource('openai', { requests_per_minute: 1 })
    await it.plan('chatgpt', source_id)
    const running = it.run('chatgpt')
    const settled = () =>
      it.rows<{ prompt_id: string }>(
        `select prompt_id from collection_slots where brand_id = '${it.brandId}' and state <> 'planned'`,
      )
    await vi.waitFor(async () => expect((await settled()).length).toBeGreaterThan(0), 20_000)
    const asked = (await settled()).map(({ prompt_id }) => prompt_id)
    const next = [first, ...others].find((id) => !asked.includes(id)) as string
    await stop(source_id, next)
    const round = await running
    expect(round.planned).toBe(4)
    expect(round.failed).toBeGreaterThan(0)
    expect(round.collected + round.failed).toBe(4)
    await expectAgreement(round)
    const { engines } = await it.app.operate<{ engines: object[] }>('estimate-collection', { brand_id: it.brandId })
    expect(engines).toMatchObject([plan])
  },
)

test('after a key is replaced during a run, the rest is asked with the new one', async () => {
  await it.makePrompts(4)
  const source_id = await it.makeSource('openai', { requests_per_minute: 1 })
  await it.plan('chatgpt', source_id)
  const running = it.run('chatgpt')
  const asked = () => it.rows(`select 1 from collection_slots where brand_id = '${it.brandId}' and state <> 'planned'`)
  await vi.waitFor(async () => expect((await asked()).length).toBeGreaterThan(0), 20_000)
  await it.app.operate('update-source', { source_id, api_key: it.emulator.apiKey })
  const round = await running
  expect(round).toMatchObject({ planned: 4, collected: 4, failed: 0 })
  await expectAgreement(round)
})

test('after a restart during a run, the rest is asked, and the run, coverage and plan agree', async () => {
  const { services } = it.app.app
  await it.makePrompts(4)
  const source_id = await it.makeSource('openai', { requests_per_minute: 1 })
  await it.plan('chatgpt', source_id)
  const found = await findPlan(services, it.brandId, 'chatgpt')
  const start = services.now()
  await planRound(services.db, found as Plan, { start, end: new Date(start.getTime() + 86_400_000) }, start)
  const open = async (states: string) =>
    (await it.rows(`select 1 from collection_slots where brand_id = '${it.brandId}' and state in (${states})`)).length
  await collectUntil(services, services.closing, async () => (await open(`'planned'`)) < 4)
  expect(await open(`'planned'`)).toBeGreaterThan(0)
  await it.app.restart({ ROLE: 'api', FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${it.emulator.port}` })
  const next = it.app.app.services
  await collectUntil(
    next,
    next.closing,
    async () => (await open(`'planned', 'reserved', 'submitted', 'received'`)) === 0,
  )
  await expectAgreement({ planned: 4, collected: 4, failed: 0 })
  const { engines } = await it.app.operate<{ engines: object[] }>('estimate-collection', { brand_id: it.brandId })
  expect(engines).toMatchObject([{ engine: 'chatgpt', prompts: 4 }])
})

test('a plan paused during a scheduled run keeps what was not asked, and asks the rest after it resumes', async () => {
  const { services } = it.app.app
  await it.makePrompts(6)
  await it.plan('chatgpt', await it.makeSource('openai'))
  const found = await findPlan(services, it.brandId, 'chatgpt')
  const start = services.now()
  const round = { start, end: new Date(start.getTime() + 86_400_000) }
  await planRound(services.db, { ...(found as Plan), since: start }, round)
  await it.app.operate('set-collection', { brand_id: it.brandId, engine: 'chatgpt', is_active: false })
  const runs = () => it.app.operate('list-collection-runs', { brand_id: it.brandId })
  expect(await runs()).toMatchObject([
    { planned: 6, failed: 6, pending: 0, reasons: [{ reason: 'plan_paused', questions: 6 }] },
  ])
  await it.app.operate('set-collection', { brand_id: it.brandId, engine: 'chatgpt', is_active: true })
  await planRound(services.db, { ...(found as Plan), since: services.now() }, round)
  expect(await runs()).toMatchObject([{ planned: 6, pending: expect.any(Number) }])
  const open = await it.rows(`select 1 from collection_slots where brand_id = '${it.brandId}' and state = 'planned'`)
  expect(open.length).toBeGreaterThan(0)
})

test('a source changed to another provider gets no requests for unsupported engines and blocks no other plan', async () => {
  await it.makePrompts(2)
  const source_id = await it.makeSource('anthropic')
  await it.plan('claude', source_id)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.app.operate('update-source', {
    source_id,
    kind: 'oxylabs',
    api_key: 'a:b',
    base_url: it.emulator.baseUrl('oxylabs'),
    price: JSON.stringify({ per_thousand_tasks: 2 }),
  })
  const round = await it.run('claude')
  expect(round).toMatchObject({
    failed: 2,
    reasons: [{ reason: expect.stringMatching(/not support claude/) }],
  })
  expect(await it.run('chatgpt')).toMatchObject({ collected: 2 })
})

test('a source whose terms are no longer confirmed gets no requests', async () => {
  await it.makePrompts(1)
  const source_id = await it.makeSource('gemini')
  await it.plan('gemini', source_id)
  await it.app.operate('update-source', { source_id, terms_confirmed: false })
  const before = it.emulator.ledger.summary().costUsd
  expect(await it.run('gemini')).toMatchObject({
    failed: 1,
    reasons: [{ reason: expect.stringMatching(/--terms-confirmed/) }],
  })
  expect(it.emulator.ledger.summary().costUsd).toBe(before)
})

test('slots that wait for a paused source until their run ends count with its reason', async () => {
  await it.makePrompts(2)
  const source_id = await it.makeSource('openai')
  await it.plan('chatgpt', source_id)
  await it.app.app.services.db
    .updateTable('sources')
    .set({ paused_reason: 'no credit is left' })
    .where('id', '=', source_id)
    .execute()
  const at = (hours: number) => new Date(it.app.app.services.now().getTime() + hours * 3_600_000)
  const [prompt] = await it.rows<{ id: string }>(`select id from prompts where brand_id = '${it.brandId}'`)
  await it.app.app.services.db
    .insertInto('collection_slots')
    .values({
      id: crypto.randomUUID(),
      brand_id: it.brandId,
      engine: 'chatgpt',
      prompt_id: prompt?.id as string,
      country: 'US',
      language: '',
      replicate: 1,
      round: at(-24),
      round_end: at(-1),
      planned_at: at(-20),
      due_at: at(-20),
      state: 'planned',
    })
    .execute()
  await failMissedSlots(it.app.app.services)
  expect(await it.rows(`select failure, reason from collection_slots where brand_id = '${it.brandId}'`)).toEqual([
    { failure: 'source_stopped', reason: 'no credit is left' },
  ])
})
