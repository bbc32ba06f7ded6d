import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'
import { pollMs, submitSlot } from './ask-slot.ts'
import { type ClaimedSlot, claimSlots } from './claim-slots.ts'
import { collectUntil, openProviderFetcher } from './collector.ts'

let it: Collecting
let sourceId: string
beforeAll(async () => {
  it = await startCollecting(3_600_000)
  it.setClockRunning(false)
  it.forward(0)
})
beforeEach(async () => {
  await it.makeBrand()
  sourceId = await it.makeSource('cloro')
})
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const services = () => it.app.app.services
const json = 'application/json'
const send = (id: string, payload: string | Buffer, contentType: string | undefined = json) =>
  it.app.app.http.inject({
    method: 'POST',
    url: `/ingest/collection/${id}`,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    payload,
  })
const payloadFor = (taskId: unknown, idempotencyKey?: string) =>
  JSON.stringify({ task: { id: taskId, status: 'COMPLETED', idempotencyKey } })

/** All data that a webhook could change. */
const state = () =>
  Promise.all(
    ['collection_slots', 'collection_spending', 'collected_bodies', 'sources'].map((table) =>
      it.rows(`select row_to_json(t)::text as row from ${table} t order by 1`),
    ),
  )
const dueIn = async () => {
  const [row] = await it.rows<{ due_at: Date }>(`select due_at from collection_slots where brand_id = '${it.brandId}'`)
  return (row?.due_at.getTime() ?? 0) - services().now().getTime()
}

async function claimed(): Promise<ClaimedSlot> {
  await it.makePrompts(1)
  await it.plan('chatgpt', sourceId)
  const plan = await findPlan(services(), it.brandId, 'chatgpt')
  const start = services().now()
  if (plan === undefined) throw new Error('no plan')
  await planRound(services().db, plan, { start, end: new Date(start.getTime() + 86_400_000) }, start)
  const [slot] = await claimSlots(services(), sourceId)
  return slot as ClaimedSlot
}

/** A slot whose task the provider is working on. */
async function submitted(): Promise<{ taskId: string; attemptId: string }> {
  const slot = await claimed()
  const fetcher = openProviderFetcher(services())
  await submitSlot(services(), fetcher, slot)
  fetcher.close()
  const [row] = await it.rows<{ task_id: string; attempt_id: string }>(
    `select task_id, attempt_id from collection_slots where brand_id = '${it.brandId}' and state = 'submitted'`,
  )
  return { taskId: row?.task_id as string, attemptId: row?.attempt_id as string }
}

const invalidPayloads = (taskId: string): (string | Buffer)[] => [
  '',
  '{}',
  'null',
  '[]',
  '"text"',
  '{"task":null}',
  '{"task":[]}',
  '{"task":{"id":null}}',
  payloadFor({ $ne: null }),
  payloadFor([taskId]),
  payloadFor(`${taskId}\u0000`),
  payloadFor(`\ud800${taskId}`),
  payloadFor(`${taskId}' or '1'='1`),
  payloadFor(`../${taskId}`),
  payloadFor(taskId.toUpperCase() === taskId ? taskId.toLowerCase() : taskId.toUpperCase()),
  payloadFor('x'.repeat(1_000_000)),
  payloadFor(1e308),
  payloadFor(randomUUID(), randomUUID()),
  payloadFor('\u0000', '\u0000'),
  `{"task":`.repeat(100_000),
  '['.repeat(1_000_000),
  '{"__proto__":{"task":{"id":"x"}},"constructor":{"task":1}}',
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  'x'.repeat(900_000),
]

test('forged webhooks change nothing and all get the same response', async () => {
  const { taskId } = await submitted()
  await it.rows(`update collection_slots set due_at = due_at + interval '1 day'`)
  const before = await state()
  for (const payload of [...invalidPayloads(taskId), 'x'.repeat(1_100_000)]) {
    const shown = []
    for (const id of [sourceId, randomUUID(), sourceId.toUpperCase(), 'x', `${sourceId}%00`]) {
      const { statusCode, headers, body } = await send(id, payload)
      const { 'x-request-id': _, date: __, ...others } = headers
      shown.push(JSON.stringify([statusCode, others, body.replace(/"request_id":"[^"]*"/, '')]))
    }
    expect(new Set(shown).size, String(payload.slice(0, 60))).toBe(1)
    expect(shown[0]).toMatch(payload.length > 1_048_576 ? /^\[400,/ : /^\[204,/)
  }
  expect(await state()).toEqual(before)
})

test('accepts a webhook with any content type', async () => {
  const { taskId } = await submitted()
  for (const type of [
    undefined,
    'text/html',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
  ]) {
    await it.rows(`update collection_slots set due_at = '${in5s()}' where brand_id = '${it.brandId}'`)
    expect((await send(sourceId, payloadFor(taskId), type)).statusCode).toBe(204)
    expect(await dueIn()).toBe(0)
  }
})

const in5s = () => new Date(services().now().getTime() + 5000).toISOString()

test('a webhook makes a known task due, unless it was just polled or is being polled, and changes nothing else', async () => {
  const { taskId } = await submitted()
  const before = await state()
  expect(await dueIn()).toBe(5000)
  const answers = await Promise.all(Array.from({ length: 200 }, () => send(sourceId, payloadFor(taskId))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
  expect(await dueIn()).toBe(0)
  await it.rows(`update collection_slots set due_at = '${in5s()}' where brand_id = '${it.brandId}'`)
  expect(await state()).toEqual(before)
  // Just polled, and being polled.
  for (const laterMs of [pollMs, 90_000]) {
    const later = new Date(services().now().getTime() + laterMs).toISOString()
    await it.rows(`update collection_slots set due_at = '${later}' where brand_id = '${it.brandId}'`)
    await send(sourceId, payloadFor(taskId))
    expect(await dueIn()).toBe(laterMs)
  }
})

test('a webhook for another workspace’s source, or another source, changes nothing', async () => {
  const { taskId, attemptId } = await submitted()
  const own = it.workspaceId
  const second = await it.makeSource('cloro')
  await it.makeBrand()
  const unrelated = await it.makeSource('cloro')
  const before = await state()
  for (const id of [second, unrelated, own])
    expect((await send(id, payloadFor(taskId, attemptId))).statusCode).toBe(204)
  expect(await state()).toEqual(before)
})

test('a webhook with the id of an attempt assigns its task once; unknown ids change nothing', async () => {
  const slot = await claimed()
  const before = await state()
  await send(sourceId, payloadFor('forged', randomUUID()))
  await send(sourceId, payloadFor('forged', sourceId))
  expect(await state()).toEqual(before)
  await send(sourceId, payloadFor('task-1', slot.question.id))
  const found = await it.rows(`select state, task_id from collection_slots where brand_id = '${it.brandId}'`)
  expect(found).toEqual([{ state: 'submitted', task_id: 'task-1' }])
  const after = await state()
  await send(sourceId, payloadFor('forged', slot.question.id))
  expect(await state()).toEqual(after)
})

test('a late webhook changes nothing if its slot is settled or its source, brand or workspace is deleted', async () => {
  const { taskId, attemptId } = await submitted()
  const slots = `select state, task_id, due_at from collection_slots where brand_id = '${it.brandId}'`
  await it.rows(`update collection_slots set state = 'settled', outcome = 'answered' where brand_id = '${it.brandId}'`)
  const late = async () => {
    const before = await state()
    expect((await send(sourceId, payloadFor(taskId, attemptId))).statusCode).toBe(204)
    expect(await state()).toEqual(before)
  }
  await late()
  expect(await it.rows(slots)).toMatchObject([{ state: 'settled' }])
  await it.rows(`update collection_slots set state = 'submitted', outcome = null where brand_id = '${it.brandId}'`)
  await it.app.operate('delete-source', { source_id: sourceId })
  await late()
  await collectUntil(services(), services().closing, () => true)
  await it.app.operate('delete-brand', { brand_id: it.brandId })
  await late()
  expect(await it.rows(slots)).toEqual([])
  await it.app.operate('delete-workspace', { workspace_id: it.workspaceId })
  await late()
})
