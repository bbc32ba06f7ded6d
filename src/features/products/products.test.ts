import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { callOperation, operationOf } from '../../testing/call-operation.ts'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Product {
  id: string
  kind: string
  name: string
  parent_product_id: string | null
  description: string | null
}

interface Imported {
  imported: number
  duplicates: number
  rejected: number
  first_rejections: { line: number; reason: string }[]
}

let app: TestApp
let workspaceId: string
let brandId: string
let key: string
let editor: Browser

beforeAll(async () => {
  app = await startTestApp(consoleEnvironment)
  app.setNow(fixtureNow)
  workspaceId = (await app.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  const scopes = ['read:basic', 'read:prompts', 'write:brand_profile']
  key = await makeKey(app, workspaceId, { scopes })
  const member = { workspace_id: workspaceId, email: 'ed@example.com', name: 'Ed', role: 'editor' }
  await app.operate('create-person', { ...member, password: 'correct-horse-battery' })
  editor = new Browser(app)
  editor.workspaceId = workspaceId
  expect((await editor.signIn(member.email, 'correct-horse-battery')).status).toBe(200)
})
beforeEach(async () => {
  brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
})
afterAll(() => app.close())

const make = (name: string, input: Record<string, string> = {}) =>
  app.operate<Product>('create-product', { brand_id: brandId, name, ...input })
/** Through the console, because a command cannot pass null. */
const tryChange = (id: string, input: object) =>
  callOperation(editor, operationOf('update-product'), { brand_id: brandId, product_id: id, ...input })
const change = async (id: string, input: object) => {
  const { status, text, body } = await tryChange(id, input)
  expect(status, text).toBe(200)
  return body.data as unknown as Product
}
const refusal = async (name: string, input: Record<string, string>) => {
  const outcome = await app.tryOperate(name, { brand_id: brandId, ...input })
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}
const listed = async () => (await app.get(`/v1/brands/${brandId}/products?limit=100`, key)).body.data as Product[]
const names = async () => (await listed()).map(({ name }) => name).sort()
const remove = (id: string, { by = key, idempotencyKey = randomUUID() as string, query = '' } = {}) =>
  app.send('DELETE', `/v1/brands/${brandId}/products/${id}${query}`, by, {
    headers: { 'idempotency-key': idempotencyKey },
  })
const importing = (lines: readonly (object | string)[]) =>
  app.operate<Imported>(
    'import-products',
    { brand_id: brandId },
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
const records = async (operation: string) =>
  (
    await app.operate<{ operation: string; brand_id: string; before: object; after: object }[]>('list-audit-records', {
      workspace_id: workspaceId,
    })
  ).filter((record) => record.operation === operation && record.brand_id === brandId)

test('products form a tree', async () => {
  const shelf = await make('Shoes', { kind: 'category', description: ' For feet ' })
  expect(shelf).toEqual({
    id: expect.any(String),
    kind: 'category',
    name: 'Shoes',
    parent_product_id: null,
    description: 'For feet',
    created_at: fixtureNow,
  })
  const boots = await make('Boots', { parent_product_id: shelf.id })
  expect(boots).toMatchObject({ kind: 'product', parent_product_id: shelf.id, description: null })
  const repair = await make('Repair', { kind: 'service', parent_product_id: boots.id })
  expect((await listed()).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([boots, repair, shelf])
})

test('rejects an unknown parent, an invalid kind and a duplicate name', async () => {
  const { id } = await make('Shoes')
  brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Other' })).id
  for (const parent_product_id of [id, randomUUID()])
    expect(await refusal('create-product', { name: 'x', parent_product_id })).toEqual([
      'invalid_request',
      'parent_product_id: the brand has no such product',
    ])
  expect(await refusal('create-product', { name: 'x', kind: 'shelf' })).toEqual([
    'invalid_request',
    'kind must be one of product, service, category',
  ])
  const shoes = await make('Shoes')
  expect(await refusal('create-product', { name: ' Shoes ' })).toEqual(['conflict', expect.stringContaining('"Shoes"')])
  expect(await make('Shoes', { parent_product_id: shoes.id })).toMatchObject({ name: 'Shoes' })
})

test('an update sets given fields, null clears them, and the record has both states', async () => {
  const shelf = await make('Shoes', { kind: 'category' })
  const boots = await make('Boots', { parent_product_id: shelf.id, description: 'Warm' })
  const after = { ...boots, name: 'Winter boots', kind: 'service' }
  expect(await change(boots.id, { name: ' Winter boots ', kind: 'service' })).toEqual(after)
  expect(await change(boots.id, { parent_product_id: null, description: null })).toEqual({
    ...after,
    parent_product_id: null,
    description: null,
  })
  expect(await change(boots.id, {})).toMatchObject({ name: 'Winter boots' })
  expect(await change(boots.id, { parent_product_id: shelf.id })).toEqual({ ...after, description: null })
  const shown = (await listed()).sort((a, b) => a.name.localeCompare(b.name))
  expect(shown).toEqual([shelf, { ...after, description: null }])
  expect(await records('update-product')).toContainEqual(expect.objectContaining({ before: boots, after }))
})

test('rejects a parent inside the product, a duplicate name among siblings, and other brands’ products', async () => {
  const shelf = await make('Shoes', { kind: 'category' })
  const boots = await make('Boots', { parent_product_id: shelf.id })
  const laces = await make('Laces', { parent_product_id: boots.id })
  await make('Boots')
  const refused = async (id: string, input: object) => {
    const { error } = (await tryChange(id, input)).body
    return [error.code, error.message]
  }
  for (const parent_product_id of [shelf.id, boots.id, laces.id, randomUUID()])
    expect(await refused(shelf.id, { parent_product_id })).toEqual([
      'invalid_request',
      expect.stringContaining('parent_product_id'),
    ])
  expect(await refused(boots.id, { parent_product_id: null })).toEqual(['conflict', expect.stringContaining('"Boots"')])
  expect((await change(laces.id, { parent_product_id: shelf.id })).parent_product_id).toBe(shelf.id)
  const before = await listed()
  const own = brandId
  brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Other' })).id
  const hats = await make('Hats', { kind: 'category' })
  expect((await refused(boots.id, { name: 'Stolen' }))[0]).toBe('not_found')
  brandId = own
  expect((await refused(boots.id, { parent_product_id: hats.id }))[0]).toBe('invalid_request')
  expect(await listed()).toEqual(before)
})

test('deleting a product deletes everything inside it, and nothing else', async () => {
  const shelf = await make('Shoes', { kind: 'category' })
  const boots = await make('Boots', { parent_product_id: shelf.id })
  const laces = await make('Laces', { parent_product_id: boots.id })
  await make('Sandals', { parent_product_id: shelf.id })
  const hats = await make('Hats')
  expect((await remove(laces.id)).body.data).toEqual({ deleted_product_id: laces.id, also_deleted: 0 })
  await make('Laces', { parent_product_id: boots.id })
  const { status, body } = await remove(shelf.id.toUpperCase())
  expect([status, body.data]).toEqual([200, { deleted_product_id: shelf.id, also_deleted: 3 }])
  expect(await listed()).toEqual([hats])
  expect(await records('delete-product')).toContainEqual(
    expect.objectContaining({ before: { ...shelf, inside: expect.any(Array) }, after: null }),
  )
})

test('a suggestion keeps its text but loses its link to a deleted product', async () => {
  const shelf = await make('Shoes', { kind: 'category' })
  const boots = await make('Boots', { parent_product_id: shelf.id })
  const suggestion = await app.operate<{ id: string; product_id: string }>('create-alignment-suggestion', {
    brand_id: brandId,
    suggested_prompt: 'Are boots warm?',
    country_codes: ['US'],
    product_id: boots.id,
  })
  expect(suggestion.product_id).toBe(boots.id)
  await remove(shelf.id)
  const { body } = await app.get(`/v1/brands/${brandId}/alignment/suggestions`, key)
  expect(body.data).toEqual([{ ...suggestion, product_id: null }])
})

test('returns 404 for a missing or deleted product and one of another brand', async () => {
  const { id } = await make('Shoes')
  const first = await remove(id, { idempotencyKey: 'one' })
  expect((await remove(id, { idempotencyKey: 'one' })).text).toBe(first.text)
  const own = await make('Hats')
  brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Other' })).id
  for (const gone of [id, own.id, randomUUID()]) {
    const { status, body } = await remove(gone)
    expect([status, body.error]).toEqual([
      404,
      {
        code: 'not_found',
        message: 'product not found',
        request_id: body.error.request_id,
        resource: 'product',
      },
    ])
  }
  expect((await remove('x')).status).toBe(400)
  expect((await remove(id, { query: '?dry_run=true' })).body.error.message).toContain('unknown "dry_run"')
  expect((await remove(id, { by: await makeKey(app, workspaceId) })).body.error).toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringContaining('write:brand_profile'),
  })
})

test('imports products with parents that exist or appear earlier in the file', async () => {
  await make('Shoes', { kind: 'category' })
  const lines = [
    { name: 'Boots', parent: ['Shoes'], description: 'Warm' },
    { name: 'Laces', parent: ['Shoes', 'Boots'], kind: 'service' },
    { name: 'Hats', kind: 'category', description: null },
    { name: 'Boots', parent: ['Shoes'], description: 'Another' },
  ]
  expect(await importing(lines)).toEqual({ imported: 3, duplicates: 1, rejected: 0, first_rejections: [] })
  expect(await names()).toEqual(['Boots', 'Hats', 'Laces', 'Shoes'])
  expect((await listed()).find(({ name }) => name === 'Boots')).toMatchObject({ description: 'Warm' })
  expect(await importing(lines)).toMatchObject({ imported: 0, duplicates: 4 })
  expect(await records('import-products')).toHaveLength(1)
})

test('rejects invalid lines with their number and imports the rest', async () => {
  const result = await importing([
    { name: 'Boots', parent: ['Shoes'] },
    '{',
    { name: 'Hats' },
    { name: 'x', kind: 'shelf' },
    { kind: 'product' },
    { name: 'x', colour: 'red' },
    { name: 'a\0b' },
    '[]',
    { name: 'Caps', parent: ['Hats'] },
  ])
  expect(result).toMatchObject({ imported: 2, duplicates: 0, rejected: 7 })
  expect(result.first_rejections).toEqual([
    { line: 1, reason: 'parent: the brand has no product ["Shoes"]' },
    { line: 2, reason: 'the line is not JSON' },
    { line: 4, reason: expect.stringContaining('kind must be one of') },
    { line: 5, reason: expect.stringContaining('name is required') },
    { line: 6, reason: expect.stringContaining('unknown "colour"') },
    { line: 7, reason: expect.stringContaining('NUL') },
    { line: 8, reason: expect.any(String) },
  ])
  expect(await names()).toEqual(['Caps', 'Hats'])
})

test('imports a large file in batches', async () => {
  const lines = Array.from({ length: 1100 }, (_, number) => ({
    name: `n${number}`,
    parent: number === 0 ? [] : ['n0'],
  }))
  expect(await importing(lines)).toMatchObject({ imported: 1100, rejected: 0 })
  const [root] = (await listed()).flatMap((product) => product.parent_product_id ?? [])
  expect((await remove(root as string)).body.data).toMatchObject({ also_deleted: 1099 })
  expect(await listed()).toEqual([])
})
