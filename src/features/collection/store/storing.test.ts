import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { submitSlot } from '../run/ask-slot.ts'
import { claimSlots } from '../run/claim-slots.ts'
import { openProviderFetcher } from '../run/collector.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'
import { storeNow } from './store-collected.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
  it.setClockRunning(false)
})
beforeEach(() => it.makeBrand())
afterAll(() => it.close())

const services = () => it.app.app.services

/** Collects answers of a run without storing them. */
async function receive(count: number, input: object = {}): Promise<string> {
  const source_id = await it.makeSource('openai', input)
  await it.makePrompts(count)
  await it.plan('chatgpt', source_id)
  const plan = await findPlan(services(), it.brandId, 'chatgpt')
  const start = services().now()
  if (plan === undefined) throw new Error('no plan')
  await planRound(services().db, plan, { start, end: new Date(start.getTime() + 86_400_000) }, start)
  const fetcher = openProviderFetcher(services())
  for (const slot of await claimSlots(services(), source_id)) await submitSlot(services(), fetcher, slot)
  fetcher.close()
  return source_id
}

const states = (brandId: string) =>
  it.rows(`select state, count(*)::int as slots from collection_slots where brand_id = '${brandId}' group by 1`)

test('stores an awaited run as one batch, while answers of other brands keep waiting for theirs', async () => {
  await receive(2)
  const other = it.brandId
  await it.makeBrand()
  await it.makePrompts(12)
  await it.plan('chatgpt', await it.makeSource('openai', { concurrency: 1 }))
  expect(await it.run('chatgpt')).toMatchObject({ planned: 12, collected: 12 })
  expect(await states(it.brandId)).toEqual([{ state: 'settled', slots: 12 }])
  const [brand] = await it.rows(`select ingest_seq::int as batches from brands where id = '${it.brandId}'`)
  expect(brand).toEqual({ batches: 1 })
  expect(await states(other)).toEqual([{ state: 'received', slots: 2 }])
})

test('an answer keeps the source, model and city of its request, even if they change before it is stored', async () => {
  const source_id = await receive(1, { city: 'US:Hamburg', search: 'free' })
  const { name, model } = await services()
    .db.selectFrom('sources')
    .select(['name', 'model'])
    .where('id', '=', source_id)
    .executeTakeFirstOrThrow()
  await it.app.operate('update-source', { source_id, name: 'Renamed', model: 'another-model', city: 'US:Bremen' })
  await storeNow(services(), it.brandId)
  const { id: brand_id } = { id: it.brandId }
  const [execution] = await it.app.operate<{ id: string }[]>('list-executions', { brand_id })
  const execution_id = execution?.id as string
  expect(await it.app.operate('get-execution', { brand_id, execution_id })).toMatchObject({
    source: name,
    requested_model: model,
    location: 'Hamburg',
  })
  const [raw] = await services().clickhouse.query<{ body: string }>(
    sql`SELECT body FROM raw_responses WHERE brand_id = ${brand_id}`,
  )
  // The emulator repeats its request, as OpenAI does.
  expect(JSON.parse(raw?.body as string)).toMatchObject({
    tools: [{ user_location: { country: 'US', city: 'Hamburg' } }],
    tool_choice: 'auto',
  })
})

test('two concurrent writers store each answer once', async () => {
  await receive(4)
  await Promise.all([storeNow(services(), it.brandId), storeNow(services(), it.brandId)])
  await storeNow(services(), it.brandId)
  expect(await states(it.brandId)).toEqual([{ state: 'settled', slots: 4 }])
  expect(await it.app.operate<unknown[]>('list-executions', { brand_id: it.brandId })).toHaveLength(4)
})
