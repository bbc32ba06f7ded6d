import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeKey } from '../../../testing/fixture.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'

const dayMs = 86_400_000
let it: Collecting
let key: string
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(async () => {
  await it.makeBrand()
  key = await makeKey(it.app, it.workspaceId)
})
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const services = () => it.app.app.services
const get = (path: string, headers = {}) => it.app.get(`/v1/brands/${it.brandId}/${path}`, key, headers)
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

interface Point {
  start_date: string
  executions: number
  planned: number
  coverage_pct: number | null
}
async function pointOf(day: string): Promise<Point | undefined> {
  const { body } = await get('visibility/trend')
  const [own] = body.data as unknown as { points: Point[] }[]
  return own?.points.find(({ start_date }) => start_date === day)
}

test('a day with an engine outage has fewer answers and lower coverage', async () => {
  await it.makePrompts(3)
  await it.plan('chatgpt', await it.makeSource('openai'))
  const first = dayOf(services().now())
  expect(await it.run('chatgpt')).toMatchObject({ collected: 3 })
  expect(await pointOf(first)).toMatchObject({ executions: 3, planned: 3, coverage_pct: 100 })

  it.forward(dayMs)
  const second = dayOf(services().now())
  it.emulator.faults.set([{ fault: 'no_credit', kind: 'openai', at: [2, 3, 4, 5, 6] }])
  expect(await it.run('chatgpt')).toMatchObject({ planned: 3, failed: 2, collected: 1 })
  expect(await pointOf(second)).toMatchObject({ executions: 1, planned: 3, coverage_pct: 33.33 })
  expect(await pointOf(first)).toMatchObject({ executions: 3, coverage_pct: 100 })

  const { body } = await get('visibility/engines')
  expect(body.data).toMatchObject([{ engine: 'chatgpt', executions: 4, planned: 6, coverage_pct: 66.67 }])
  expect(await it.app.operate('list-engine-visibility', { brand_id: it.brandId })).toEqual(body.data)
  const { text } = await get('visibility/engines', { accept: 'text/csv' })
  const [names = '', row = ''] = text.split('\r\n')
  const cellOf = (name: string) => row.split(',')[names.split(',').indexOf(name)]
  expect([cellOf('planned'), cellOf('coverage_pct')]).toEqual(['6', '66.67'])
})

test('an engine without answers has no row, but appears in the coverage metadata', async () => {
  await it.makePrompts(2)
  await it.plan('grok', await it.makeSource('xai', { api_key: 'nonsense' }))
  expect(await it.run('grok')).toMatchObject({ failed: 2 })
  const { body } = await get('visibility/engines')
  expect(body).toMatchObject({
    data: [],
    meta: { coverage: [{ engine: 'grok', planned: 2, coverage_pct: 0 }] },
  })
})

test('counts none_shown as collected, not as an outage', async () => {
  await it.makePrompts(2)
  await it.plan('google-ai-overviews', await it.makeSource('cloro'))
  it.emulator.faults.set([{ fault: 'none_shown', kind: 'cloro' }])
  expect(await it.run('google-ai-overviews')).toMatchObject({ none_shown: 2 })
  const { body } = await get('visibility/engines')
  expect(body.meta).toMatchObject({
    coverage: [{ engine: 'google-ai-overviews', planned: 2, coverage_pct: 100 }],
  })
})

test('coverage excludes future slots and counts running ones as not collected', async () => {
  await it.makePrompts(2)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.run('chatgpt')
  await it.rows(
    `update collection_slots set state = 'submitted', outcome = null, task_id = 'x', due_at = 'infinity'
     where id = (select id from collection_slots where brand_id = '${it.brandId}' limit 1)`,
  )
  await it.rows(
    `insert into collection_slots (id, brand_id, engine, prompt_id, country, language, replicate, round, round_end, planned_at, due_at, state)
     select gen_random_uuid(), brand_id, engine, prompt_id, country, language, 9, round, 'infinity', planned_at + interval '30 days',
       'infinity', 'planned' from collection_slots where brand_id = '${it.brandId}'`,
  )
  const { body } = await get('visibility/engines?end_date=2026-12-31&start_date=2026-01-01')
  expect(body.data).toMatchObject([{ engine: 'chatgpt', executions: 2, planned: 2, coverage_pct: 50 }])
  await it.rows(`delete from collection_slots where brand_id = '${it.brandId}'`)
})

test('settling a slot changes the entity tag', async () => {
  const [prompt = ''] = await it.makePrompts(1)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.run('chatgpt')
  // Stop the clock: the cache key changes every half hour.
  it.setClockRunning(false)
  for (const [index, path] of ['visibility/engines', 'visibility/trend'].entries()) {
    const { headers } = await get(path)
    const tag = String(headers.etag)
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304)
    const planned_at = new Date(services().now().getTime() - 1000)
    await services()
      .db.insertInto('collection_slots')
      .values({
        id: crypto.randomUUID(),
        brand_id: it.brandId,
        engine: 'chatgpt',
        prompt_id: prompt,
        country: 'US',
        language: '',
        replicate: 2 + index,
        round: planned_at,
        round_end: planned_at,
        planned_at,
        due_at: planned_at,
        state: 'settled',
        outcome: 'failed',
      })
      .execute()
    const { status, headers: later } = await get(path, { 'if-none-match': tag })
    expect([path, status]).toEqual([path, 200])
    expect(later.etag).not.toBe(tag)
  }
})
