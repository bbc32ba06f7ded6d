import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Suggestion {
  id: string
  suggested_prompt: string
  country_codes: string[]
  state: string
  prompt_id: string | null
}

let app: TestApp
let workspaceId: string
let brandId: string
let key: string

beforeAll(async () => {
  app = await startTestApp()
  workspaceId = (await app.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  key = await makeKey(app, workspaceId, { scopes: ['read:prompts', 'write:alignment'] })
})
beforeEach(async () => {
  app.setNow(fixtureNow)
  brandId = await makeBrand()
})
afterAll(() => app.close())

type Input = Record<string, string | string[]>

const later = '2026-06-16T00:00:00.000Z'
const makeBrand = async () => (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
const suggest = (suggested_prompt: string, input: Input = {}) =>
  app.operate<Suggestion>('create-alignment-suggestion', {
    brand_id: brandId,
    suggested_prompt,
    country_codes: ['US'],
    ...input,
  })
const perform = (verb: string, id: string, input: Input = {}) =>
  app.operate<Suggestion>(`${verb}-alignment-suggestion`, { brand_id: brandId, suggestion_id: id, ...input })
const refusal = async (name: string, input: Input) => {
  const outcome = await app.tryOperate(name, { brand_id: brandId, ...input })
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}
const read = async <T>(path: string) => (await app.get(`/v1/brands/${brandId}/${path}`, key)).body.data as T[]
const listed = async (query = '') => {
  const rows = await read<Suggestion>(`alignment/suggestions${query}`)
  return rows.sort((a, b) => (a.suggested_prompt < b.suggested_prompt ? -1 : 1))
}
const patch = (body: unknown, { by = key, idempotencyKey = randomUUID() as string } = {}) =>
  app.send('PATCH', `/v1/brands/${brandId}/alignment/suggestions`, by, {
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
const edit = (...updates: unknown[]) => patch({ updates })
const records = async (name: string) =>
  (
    await app.operate<{ operation: string; brand_id: string; before: object; after: object }[]>('list-audit-records', {
      workspace_id: workspaceId,
    })
  ).filter(({ operation, brand_id }) => operation === name && brand_id === brandId)

test('creates a proposed suggestion with its markets, category and product', async () => {
  const { id: category_id } = await app.operate('create-alignment-category', {
    brand_id: brandId,
    name: 'Price',
  })
  const { id: product_id } = await app.operate('create-product', { brand_id: brandId, name: 'Boots' })
  const made = await suggest(' Cheap? ', { category_id, product_id, country_codes: ['US', 'DE', 'US'] })
  expect(made).toEqual({
    id: expect.any(String),
    suggested_prompt: 'Cheap?',
    country_codes: ['US', 'DE'],
    category: { id: category_id, name: 'Price' },
    state: 'proposed',
    product_id,
    prompt_id: null,
    created_at: fixtureNow,
    updated_at: fixtureNow,
    category_id,
    category_name: 'Price',
    status: 'proposed',
  })
  const plain = await suggest('Dear?')
  expect(plain).toMatchObject({ category: null, category_id: null, category_name: null, product_id: null })
  expect(await listed()).toEqual([made, plain])
  brandId = await makeBrand()
  for (const [field, id, message] of [
    ['category_id', category_id, 'category_id: the brand has no such category'],
    ['product_id', product_id, 'product_id: the brand has no such product'],
    ['country_codes', 'us', 'country_codes must be an ISO 3166-1 alpha-2 code'],
  ] as const)
    expect(
      await refusal('create-alignment-suggestion', {
        suggested_prompt: 'x',
        country_codes: 'US',
        [field]: id,
      }),
    ).toEqual(['invalid_request', expect.stringContaining(message)])
})

test('only proposed suggestions can be accepted, rejected or promoted, and only once', async () => {
  app.setNow(later)
  for (const [verb, state] of [
    ['accept', 'accepted'],
    ['reject', 'rejected'],
    ['promote', 'promoted'],
  ] as const) {
    const made = await suggest(`${verb}?`)
    const settled = await perform(verb, made.id)
    expect(settled).toMatchObject({
      ...made,
      state,
      status: state,
      updated_at: later,
      prompt_id: settled.prompt_id,
    })
    expect(settled.prompt_id === null).toBe(verb !== 'promote')
    expect(await listed(`?state=${state}`)).toEqual([settled])
    expect(await records(`${verb}-alignment-suggestion`)).toMatchObject([
      { before: { state: 'proposed' }, after: { state } },
    ])
    for (const again of ['accept', 'reject', 'promote'])
      expect(await refusal(`${again}-alignment-suggestion`, { suggestion_id: made.id })).toEqual([
        'conflict',
        `the suggestion is already ${state}`,
      ])
    const { status, body } = await edit({ suggestion_id: made.id, suggested_prompt: 'New?' })
    expect([status, body.error.message]).toEqual([400, `updates: no longer proposed: ${made.id} (${state})`])
  }
  expect(await listed('?state=proposed')).toEqual([])
  expect((await listed()).map(({ suggested_prompt: text }) => text)).toEqual(['accept?', 'promote?', 'reject?'])
})

test('promoting creates a prompt with the text, markets and category of the suggestion', async () => {
  const { id: category_id } = await app.operate('create-alignment-category', {
    brand_id: brandId,
    name: 'Price',
  })
  const { id: topic_id } = await app.operate('create-topic', { brand_id: brandId, name: 'Shoes' })
  const { id } = await suggest('Cheap?', { category_id, country_codes: ['DE', 'FR'] })
  const { prompt_id } = await perform('promote', id, { topic_id })
  expect(await read('prompts')).toMatchObject([
    {
      id: prompt_id,
      text: 'Cheap?',
      topic: { id: topic_id },
      category_id,
      countries: ['DE', 'FR'],
      is_active: true,
    },
  ])
  const same = await suggest('Cheap?')
  expect(await refusal('promote-alignment-suggestion', { suggestion_id: same.id })).toEqual([
    'conflict',
    expect.stringContaining(prompt_id as string),
  ])
  expect(await refusal('promote-alignment-suggestion', { suggestion_id: same.id, topic_id: randomUUID() })).toEqual([
    'invalid_request',
    'topic_id: the brand has no such topic',
  ])
  expect(await listed('?state=proposed')).toEqual([same])
  await app.operate('delete-prompt', { brand_id: brandId, prompt_id: prompt_id as string })
  expect(await listed('?state=promoted')).toMatchObject([{ id, prompt_id: null }])
})

test('returns not_found for a suggestion of another brand or an unknown id', async () => {
  const { id } = await suggest('Cheap?')
  brandId = await makeBrand()
  for (const verb of ['accept', 'reject', 'promote'])
    for (const suggestion_id of [id, randomUUID()])
      expect(await refusal(`${verb}-alignment-suggestion`, { suggestion_id })).toEqual([
        'not_found',
        'suggestion not found',
      ])
})

test('edits replace the text, the markets or both, and the response keeps the request order', async () => {
  const [one, two, three] = [await suggest('1?'), await suggest('2?'), await suggest('3?')]
  app.setNow(later)
  const { status, body } = await edit(
    { suggestion_id: three.id, country_codes: ['DE', 'FR'] },
    { suggestion_id: one.id.toUpperCase(), suggested_prompt: ` ${'😀'.repeat(500)} ` },
    { suggestion_id: two.id, suggested_prompt: 'Two?', country_codes: ['GB'] },
  )
  expect([status, body.data]).toEqual([200, { updated: [three.id, one.id, two.id] }])
  const changed = [
    { ...three, country_codes: ['DE', 'FR'], updated_at: later },
    { ...two, suggested_prompt: 'Two?', country_codes: ['GB'], updated_at: later },
    { ...one, suggested_prompt: '😀'.repeat(500), updated_at: later },
  ]
  expect(await listed()).toEqual(changed)
  const [record] = await records('update-alignment-suggestions')
  expect(record).toMatchObject({
    before: { suggestions: [three, one, two] },
    after: { suggestions: [changed[0], changed[2], changed[1]] },
  })
})

test('edits no suggestion if some ids are invalid, and the error lists each of them', async () => {
  const [own, other, settled] = [await suggest('1?'), await suggest('2?'), await suggest('3?')]
  await perform('accept', settled.id)
  const ours = brandId
  brandId = await makeBrand()
  const otherBrands = await suggest('4?')
  brandId = ours
  const before = await listed()
  const missing = randomUUID()
  const updates = [own, other, settled, otherBrands, { id: missing }, own].map(({ id }) => ({
    suggestion_id: id,
    suggested_prompt: 'New?',
  }))
  const { status, body } = await patch({ updates })
  expect([status, body.error.code, body.error.message]).toEqual([
    400,
    'invalid_request',
    `updates: duplicate suggestions: ${own.id}; the brand has no suggestion ${otherBrands.id}, ${missing}; ` +
      `no longer proposed: ${settled.id} (accepted)`,
  ])
  expect(await listed()).toEqual(before)
  expect(await records('update-alignment-suggestions')).toEqual([])
})

test('rejects invalid bodies, and checks the scope before the body', async () => {
  const { id: suggestion_id } = await suggest('1?')
  const before = await listed()
  const one = { suggestion_id, suggested_prompt: 'New?' }
  const codes = Array.from({ length: 21 }, () => 'US')
  const wrong: [unknown, string][] = [
    [{}, 'updates is required: a list from 1 to 200 items'],
    [{ updates: [] }, 'updates must be a list from 1 to 200 items'],
    [{ updates: Array.from({ length: 201 }, () => one) }, 'updates must be a list from 1 to 200 items'],
    [{ updates: one }, 'updates must be a list'],
    [{ updates: [one, 5] }, 'updates.1 must be an object'],
    [{ updates: [{ suggestion_id }] }, 'updates.0 must have suggested_prompt, country_codes or both'],
    [{ updates: [{ suggested_prompt: 'x' }] }, 'updates.0.suggestion_id is required: a uuid'],
    [{ updates: [{ ...one, suggestion_id: 'x' }] }, 'updates.0.suggestion_id must be a uuid'],
    [{ updates: [{ ...one, suggested_prompt: 'x'.repeat(501) }] }, 'updates.0.suggested_prompt must be'],
    [{ updates: [{ ...one, suggested_prompt: ' ' }] }, 'updates.0.suggested_prompt must be'],
    [{ updates: [{ ...one, suggested_prompt: null }] }, 'updates.0.suggested_prompt must be text'],
    [{ updates: [{ ...one, suggested_prompt: 'a\0b' }] }, 'updates.0.suggested_prompt must not contain NUL'],
    [{ updates: [{ ...one, suggested_prompt: '\ud800' }] }, 'updates.0.suggested_prompt must not contain NUL'],
    [{ updates: [{ ...one, country_codes: [] }] }, 'updates.0.country_codes must be a list from 1 to 20'],
    [{ updates: [{ ...one, country_codes: codes }] }, 'updates.0.country_codes must be a list from 1 to 20'],
    [{ updates: [{ ...one, country_codes: null }] }, 'updates.0.country_codes must be a list'],
    [{ updates: [{ ...one, country_codes: ['US', 'usa'] }] }, 'updates.0.country_codes.1 must be an ISO'],
    [{ updates: [{ ...one, category_id: randomUUID() }] }, 'unknown "category_id" in updates.0'],
    [{ updates: [one], dry_run: true }, 'unknown "dry_run"'],
  ]
  for (const [body, message] of wrong) {
    const answer = await patch(body)
    expect([answer.status, answer.body.error?.code], message).toEqual([400, 'invalid_request'])
    expect(answer.body.error.message).toContain(message)
  }
  expect(await listed()).toEqual(before)
  const reader = await makeKey(app, workspaceId)
  expect((await patch({}, { by: reader })).body.error).toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringContaining('write:alignment'),
  })
  expect((await edit({ suggestion_id, country_codes: codes.slice(1) })).status).toBe(200)
})

test('edits 200 suggestions in one request, and a retry returns the first response', async () => {
  const made: Suggestion[] = []
  for (let number = 0; number < 200; number++) made.push(await suggest(`${number}?`))
  const updates = made.map(({ id }) => ({ suggestion_id: id, suggested_prompt: 'Same?' }))
  const first = await patch({ updates }, { idempotencyKey: 'once' })
  expect(first.body.data).toEqual({ updated: made.map(({ id }) => id) })
  const [{ id } = { id: '' }] = made
  await perform('reject', id)
  const second = await patch({ updates }, { idempotencyKey: 'once' })
  expect(second.text).toBe(first.text)
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect((await edit({ suggestion_id: id, suggested_prompt: 'x' })).status).toBe(400)
})
