import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Category {
  id: string
  name: string
  prompt_count: number
  created_at: string
}

interface Prompt {
  id: string
  text: string
  category_id: string | null
  is_active: boolean
}

let app: TestApp
let workspaceId: string
let brandId: string
let key: string

beforeAll(async () => {
  app = await startTestApp()
  app.setNow(fixtureNow)
  workspaceId = (await app.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  key = await makeKey(app, workspaceId, { scopes: ['read:prompts', 'write:alignment'] })
})
beforeEach(async () => {
  brandId = await makeBrand()
})
afterAll(() => app.close())

const makeBrand = async () => (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
const make = (name: string) => app.operate<Category>('create-alignment-category', { brand_id: brandId, name })
const prompt = (text: string, category_id: string) =>
  app.operate<Prompt>('create-prompt', { brand_id: brandId, text, category_id })
const read = async <T>(path: string) => (await app.get(`/v1/brands/${brandId}/${path}`, key)).body.data as T[]
const listed = () => read<Category>('alignment/categories?limit=100')
const prompts = () => read<Prompt>('prompts?limit=100')
const remove = (body: unknown, { by = key, idempotencyKey = randomUUID() as string } = {}) =>
  app.send('DELETE', `/v1/brands/${brandId}/alignment/categories`, by, {
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
const records = async () =>
  (
    await app.operate<{ operation: string; brand_id: string; before: object; after: null }[]>('list-audit-records', {
      workspace_id: workspaceId,
    })
  ).filter(({ operation, brand_id }) => operation === 'delete-alignment-categories' && brand_id === brandId)

test('lists categories with their prompt counts', async () => {
  const price = await make(' Price ')
  expect(price).toEqual({ id: expect.any(String), name: 'Price', prompt_count: 0, created_at: fixtureNow })
  const other = await make('Quality')
  await prompt('Cheap?', price.id)
  await prompt('Dear?', price.id)
  const rows = (await listed()).sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(rows).toEqual([{ ...price, prompt_count: 2 }, other])
  const outcome = await app.tryOperate('create-alignment-category', { brand_id: brandId, name: 'Price' })
  expect(outcome).toMatchObject({ failure: { error: { code: 'conflict' } } })
})

test('rejects a prompt whose category belongs to another brand or does not exist', async () => {
  const own = await make('Price')
  const { id } = await prompt('Cheap?', own.id)
  const ours = brandId
  brandId = await makeBrand()
  const otherBrands = await make('Price')
  brandId = ours
  for (const category_id of [otherBrands.id, randomUUID()])
    for (const [name, input] of [
      ['create-prompt', { text: 'Dear?' }],
      ['update-prompt', { prompt_id: id }],
    ] as const) {
      const outcome = await app.tryOperate(name, { brand_id: brandId, ...input, category_id })
      expect(outcome).toMatchObject({
        failure: {
          error: { code: 'invalid_request', message: 'category_id: the brand has no such category' },
        },
      })
    }
  expect(await prompts()).toMatchObject([{ text: 'Cheap?', category_id: own.id }])
})

test('deleting categories keeps their prompts and suggestions, without a category', async () => {
  const [price, quality] = [await make('Price'), await make('Quality')]
  await prompt('Cheap?', price.id)
  await prompt('Good?', quality.id)
  const suggestion = await app.operate<object>('create-alignment-suggestion', {
    brand_id: brandId,
    suggested_prompt: 'Dear?',
    country_codes: ['US'],
    category_id: price.id,
  })
  expect(suggestion).toMatchObject({ category: { id: price.id, name: 'Price' } })
  const { status, body } = await remove({ category_ids: [price.id.toUpperCase(), price.id] })
  expect([status, body.data]).toEqual([200, { deleted_category_ids: [price.id], deleted_prompts: false }])
  expect(await listed()).toMatchObject([{ id: quality.id, prompt_count: 1 }])
  const left = await prompts()
  expect(left.every((prompt) => prompt.is_active)).toBe(true)
  const categories = new Map(left.map(({ text, category_id }) => [text, category_id]))
  expect(categories).toEqual(
    new Map([
      ['Cheap?', null],
      ['Good?', quality.id],
    ]),
  )
  expect(await read('alignment/suggestions')).toEqual([
    { ...suggestion, category: null, category_id: null, category_name: null },
  ])
  expect(await records()).toMatchObject([{ before: { categories: [{ id: price.id, prompt_count: 1 }] }, after: null }])
})

test('with delete_prompts, deleting categories deletes their prompts but keeps the answers', async () => {
  const [price, quality, other] = [await make('Price'), await make('Quality'), await make('Other')]
  const cheap = await prompt('Cheap?', price.id)
  await prompt('Good?', quality.id)
  await prompt('Why?', other.id)
  const answer = { prompt: 'Cheap?', engine: 'chatgpt', executed_at: fixtureNow, answer: 'Acme.' }
  await app.operate('import-answers', { brand_id: brandId }, answersFile([answer]))
  const ids = [quality.id, price.id]
  const { body } = await remove({ category_ids: ids, delete_prompts: true })
  expect(body.data).toEqual({ deleted_category_ids: ids, deleted_prompts: true })
  expect(await prompts()).toMatchObject([{ text: 'Why?', category_id: other.id }])
  expect(await listed()).toMatchObject([{ id: other.id }])
  expect(await read('executions')).toMatchObject([{ prompt_id: null, prompt: null }])
  const [record] = await records()
  const { prompts: gone } = (record as { before: { prompts: object[] } }).before
  expect(gone).toContainEqual({ id: cheap.id, text: 'Cheap?', category_id: price.id })
  expect(gone).toHaveLength(2)
})

test('deletes no category if some ids are unknown to the brand, and the error lists them', async () => {
  const own = await make('Price')
  await prompt('Cheap?', own.id)
  const ours = brandId
  brandId = await makeBrand()
  const otherBrands = await make('Price')
  brandId = ours
  const missing = randomUUID()
  const { status, body } = await remove({
    category_ids: [otherBrands.id, own.id, missing],
    delete_prompts: true,
  })
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect(body.error.message).toBe(`category_ids: the brand has no category ${otherBrands.id}, ${missing}`)
  expect(await listed()).toMatchObject([{ id: own.id, prompt_count: 1 }])
  expect(await records()).toEqual([])
})

test('rejects invalid bodies, and checks the scope before the body', async () => {
  const { id } = await make('Price')
  const ids = Array.from({ length: 201 }, () => id)
  const wrong: [unknown, string | RegExp][] = [
    [{}, 'category_ids is required: a list from 1 to 200 items'],
    [{ category_ids: [] }, 'category_ids must be a list from 1 to 200 items'],
    [{ category_ids: ids }, 'category_ids must be a list from 1 to 200 items'],
    [{ category_ids: id }, 'category_ids must be a list'],
    [{ category_ids: [id, 'x'] }, 'category_ids.1 must be a uuid'],
    [{ category_ids: [null] }, 'category_ids.0 must be a uuid'],
    [{ category_ids: [id], delete_prompts: 'true' }, 'delete_prompts must be true or false'],
    [{ category_ids: [id], force: true }, 'unknown "force"'],
    [[id], 'the body must be a JSON object'],
  ]
  for (const [body, message] of wrong) {
    const answer = await remove(body)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.error.message).toContain(message)
  }
  const reader = await makeKey(app, workspaceId)
  expect((await remove({}, { by: reader })).body.error).toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringContaining('write:alignment'),
  })
  expect(await listed()).toHaveLength(1)
  expect((await remove({ category_ids: ids.slice(1) })).body.data).toMatchObject({
    deleted_category_ids: [id],
  })
})

test('a retry with the same idempotency key returns the first response', async () => {
  const { id } = await make('Price')
  const first = await remove({ category_ids: [id] }, { idempotencyKey: 'once' })
  const second = await remove({ category_ids: [id] }, { idempotencyKey: 'once' })
  expect([first.status, second.text]).toEqual([200, first.text])
  expect((await remove({ category_ids: [id] })).status).toBe(400)
})
