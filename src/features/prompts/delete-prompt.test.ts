import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Row {
  id: string
}

let app: TestApp
let workspaceId: string
let brandId: string
let topicId: string
let promptId: string
let key: string

beforeAll(async () => {
  app = await startTestApp()
  app.setNow(fixtureNow)
  workspaceId = (await app.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  key = await makeKey(app, workspaceId, { scopes: ['read:prompts', 'read:visibility', 'write:prompts'] })
})
beforeEach(async () => {
  brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
  topicId = (await app.operate('create-topic', { brand_id: brandId, name: 'Shoes' })).id
  promptId = (await app.operate('create-prompt', { brand_id: brandId, text: 'Which?', topic_id: topicId })).id
  const days = ['2026-06-01', '2026-06-02', '2026-06-03']
  const answers = days.map((day) => ({
    prompt: 'Which?',
    engine: 'chatgpt',
    executed_at: `${day}T00:00:00Z`,
  }))
  const other = { ...answers[0], prompt: 'What?', answer: 'Nobody.' }
  const lines = [...answers.map((answer) => ({ ...answer, answer: 'Acme.' })), other]
  await app.operate('import-answers', { brand_id: brandId }, answersFile(lines))
})
afterAll(() => app.close())

interface Attempt {
  idempotencyKey?: string
  body?: string
}

const remove = (query = '', { idempotencyKey = randomUUID(), body }: Attempt = {}) =>
  app.send('DELETE', `/v1/brands/${brandId}/prompts/${promptId}${query}`, key, {
    headers: { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
const get = (path: string) => app.get(`/v1/brands/${brandId}/${path}`, key)
const rows = async <T>(path: string) => (await get(path)).body.data as T[]
const counted = async (query = '') =>
  ((await get(`competitors/rankings${query}`)).body.meta as { executions: number }).executions
const records = async () =>
  (
    await app.operate<{ operation: string; before: object; after: null }[]>('list-audit-records', {
      workspace_id: workspaceId,
      of_brand_id: brandId,
    })
  ).filter(({ operation }) => operation === 'delete-prompt')

test('a dry run returns the number of orphaned answers and changes nothing', async () => {
  const prompts = await rows('prompts')
  const dry = await remove('?dry_run=true')
  expect([dry.status, dry.body.data]).toEqual([200, { id: promptId, executions_orphaned: 3, dry_run: true }])
  expect(await rows('prompts')).toEqual(prompts)
  expect([await counted(), await counted(`?topic_id=${topicId}`), await records()]).toEqual([4, 3, []])
})

test('a deleted prompt is gone permanently, and its answers count only in totals', async () => {
  const first = await remove()
  expect([first.status, first.body.data]).toEqual([200, { id: promptId, executions_orphaned: 3, dry_run: false }])
  expect((await get(`prompts/${promptId}`)).status).toBe(404)
  expect((await rows<{ text: string }>('prompts')).map(({ text }) => text)).toEqual(['What?'])
  const executions = await rows<{ prompt_id: string | null }>('executions')
  expect(executions.filter(({ prompt_id }) => prompt_id === null)).toHaveLength(3)
  expect(executions).toHaveLength(4)
  expect([await counted(), await counted(`?topic_id=${topicId}`)]).toEqual([4, 0])
  expect(await records()).toMatchObject([{ before: { id: promptId, text: 'Which?' }, after: null }])
  const { status, body } = await remove()
  expect([status, body.error.code]).toEqual([404, 'not_found'])
})

test('importing an answer to a deleted prompt creates a new prompt', async () => {
  await remove()
  const answer = { prompt: 'Which?', engine: 'gemini', executed_at: '2026-06-04T00:00:00Z', answer: 'Acme.' }
  await app.operate('import-answers', { brand_id: brandId }, answersFile([answer]))
  const again = (await rows<Row & { text: string }>('prompts')).find(({ text }) => text === 'Which?')
  expect(again?.id).not.toBe(promptId)
  const executions = await rows<{ prompt_id: string | null }>('executions')
  expect(executions.filter(({ prompt_id }) => prompt_id === again?.id)).toHaveLength(1)
  promptId = again?.id as string
  expect((await remove()).body.data).toMatchObject({ executions_orphaned: 1 })
  expect(await counted()).toBe(5)
})

test('a dry run and a deletion are two writes with separate idempotency keys', async () => {
  const dry = await remove('?dry_run=true', { idempotencyKey: 'one' })
  const real = await remove('', { idempotencyKey: 'one' })
  expect([real.status, real.body.error?.code]).toEqual([400, 'invalid_request'])
  expect((await remove('?dry_run=true', { idempotencyKey: 'one' })).text).toBe(dry.text)
  expect((await get(`prompts/${promptId}`)).status).toBe(200)
  expect((await remove('?dry_run=false', { idempotencyKey: 'two' })).status).toBe(200)
})

test('dry_run must be true or false and is accepted only in the query', async () => {
  for (const query of ['?dry_run=', '?dry_run=1', '?dry_run=TRUE', '?dry_run=true&dry_run=true', '?force=true'])
    expect((await remove(query)).body.error?.code, query).toBe('invalid_request')
  for (const body of ['{"dry_run":true}', '[]', '{'])
    expect((await remove('', { body })).body.error?.code, body).toBe('invalid_request')
  expect((await get(`prompts/${promptId}`)).status).toBe(200)
  expect((await remove('', { body: '{}' })).status).toBe(200)
})
