import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AnalysedBrand,
  declaringSite,
  linked,
  makeAnalysedBrand,
  page,
} from '../../../testing/profile/analysed-brand.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let brand: AnalysedBrand

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  app.site.pages = declaringSite()
  app.site.answer = undefined
  app.site.requests.length = 0
  brand = await makeAnalysedBrand(app)
})
afterAll(() => app.close())

const patch = (body: object) =>
  app.send('PATCH', `/v1/brands/${brand.brandId}/profile`, brand.key, {
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
const deleteProduct = (id: string | undefined) =>
  app.send('DELETE', `/v1/brands/${brand.brandId}/products/${id}`, brand.key, {
    headers: { 'idempotency-key': randomUUID() },
  })

const declared = {
  name: 'Acme',
  aliases: ['ACM', 'Acme Oy', 'Acme Footwear'],
  industry: 'Shoe store',
  short_description: 'Boots that are sewn by hand & last.',
  description: 'Acme has made boots in Tampere since 1900, and mends them for as long as they last.',
  primary_audience: 'Walkers in wet countries',
  main_market: 'Finland',
  key_features: [],
}

test('without a model, fills the profile from structured data of pages, after which it can be edited', async () => {
  await app.operate('create-competitor', {
    brand_id: brand.brandId,
    name: 'Globex',
    primary_url: 'https://globex.com',
  })
  expect((await patch({ industry: 'Hats' })).status).toBe(409)
  const analysis = await brand.analyse()
  expect(analysis).toMatchObject({
    ...{ status: 'done', error: null, derived_by: 'declared', model: null, model_problem: null },
    ...{ site_problem: null, documents: 0, products_added: 2 },
  })
  const paths = analysis.pages.map((url) => new URL(url).pathname)
  expect(paths).toEqual(['/', '/about', '/services', '/products/trail'])
  const set = ['aliases', 'industry', 'short_description', 'description', 'primary_audience', 'main_market']
  expect(analysis.set_by).toEqual(Object.fromEntries(set.map((field) => [field, 'declared'])))
  expect(await brand.profile()).toEqual(declared)
  const products = (await brand.products()).map(({ name, kind, description }) => [name, kind, description])
  expect(products.sort()).toEqual([
    ['Repairs', 'service', null],
    ['Trail boot', 'product', 'For wet paths'],
  ])
  expect((await patch({ industry: 'Hats' })).status).toBe(200)
})

test('keeps fields that a person set or cleared, and does not restore deleted products', async () => {
  await brand.analyse()
  await patch({ industry: 'Footwear', main_market: null })
  await app.operate('update-brand', { brand_id: brand.brandId, aliases: ['Acme Shoes'] })
  const trail = (await brand.products()).find(({ name }) => name === 'Trail boot')
  expect((await deleteProduct(trail?.id)).status).toBe(200)
  app.site.pages['/'] = (app.site.pages['/'] as string).replace('sewn by hand', 'glued')
  const { set_by, products_added } = await brand.analyse()
  expect(products_added).toBe(0)
  expect(set_by).toMatchObject({
    industry: 'person',
    main_market: 'person',
    aliases: 'person',
    description: 'declared',
  })
  expect(await brand.profile()).toEqual({
    ...declared,
    ...{ industry: 'Footwear', main_market: null, aliases: ['Acme Shoes'] },
    short_description: 'Boots that are glued & last.',
  })
  expect((await brand.products()).map(({ name }) => name)).toEqual(['Repairs'])
})

test('treats imported fields and the aliases of a new brand as set by a person', async () => {
  await app.operate('import-profile', { brand_id: brand.brandId }, '{"industry":"Hats","aliases":[]}')
  await brand.analyse()
  expect(await brand.profile()).toEqual({ ...declared, industry: 'Hats', aliases: [] })
  const workspace = await app.operate('create-workspace', { name: 'V' })
  const made = { workspace_id: workspace.id, name: 'Acme', domain: 'acme.com', aliases: ['Own'] }
  const { id: brand_id } = await app.operate('create-brand', made)
  const brands = app.app.services.db.updateTable('brands').set({ website: app.site.website })
  await brands.where('id', '=', brand_id).execute()
  await app.operate('analyse-brand', { brand_id })
  const profile = () => app.tryOperate('get-profile', { brand_id })
  while ('failure' in (await profile())) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await app.operate('get-profile', { brand_id })).toMatchObject({
    aliases: ['Own'],
    industry: 'Shoe store',
  })
})

test('rereads answers with the aliases that it found', async () => {
  const answer = {
    prompt: 'Which?',
    engine: 'chatgpt',
    executed_at: new Date().toISOString(),
    answer: 'ACM it is.',
  }
  await app.operate('import-answers', { brand_id: brand.brandId }, JSON.stringify(answer))
  await brand.analyse()
  await app.historyIsRead()
  const { body } = await app.get(`/v1/brands/${brand.brandId}/competitors/rankings`, brand.key)
  expect(body.data).toMatchObject([{ name: 'Acme', visibility_pct: 100 }])
})

test('runs one analysis per brand at a time, and rejects a brand without a site or documents', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  app.site.answer = async () => {
    await gate
    return false
  }
  await app.operate('analyse-brand', { brand_id: brand.brandId })
  const again = await app.tryOperate('analyse-brand', { brand_id: brand.brandId })
  expect(again).toMatchObject({ failure: { error: { code: 'conflict' } } })
  release()
  const none = await makeAnalysedBrand(app, false)
  const refused = await app.tryOperate('analyse-brand', { brand_id: none.brandId })
  expect(refused).toMatchObject({ failure: { error: { code: 'invalid_request' } } })
  const neverAnalyzed = await app.tryOperate('get-brand-analysis', { brand_id: none.brandId })
  expect(neverAnalyzed).toMatchObject({ failure: { error: { code: 'not_found' } } })
})

test('reports why a site cannot be read, and reads documents without it', async () => {
  app.site.pages = { '/robots.txt': 'User-agent: *\nDisallow: /' }
  expect(await brand.analyse()).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^nothing to read: .*robots\.txt.*forbids/),
    pages: [],
  })
  expect((await app.get(`/v1/brands/${brand.brandId}/profile`, brand.key)).status).toBe(404)
  app.site.pages = {}
  expect((await brand.analyse()).site_problem).toBe('the site returns 404')
  const text = 'Acme sews boots in Tampere by hand, and mends them for as long as they last.'
  await brand.addText('About', text)
  expect(await brand.analyse()).toMatchObject({
    status: 'done',
    documents: 1,
    set_by: { description: 'declared' },
  })
  expect(await brand.profile()).toMatchObject({ description: text, industry: null })
})

test('a hostile site can change only texts of fields, within their limits', async () => {
  const key = `svc_sk_${'a'.repeat(49)}`
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const organization = {
    '@type': ['Organization', 5, null],
    name: 'Acme',
    alternateName: [key, 'x'.repeat(300), { name: 7 }, '!!!', ''],
    description: 'd'.repeat(20_000),
    audience: [[{ audienceType: { a: 1 } }]],
    areaServed: key,
    industry: 'i'.repeat(1000),
    __proto__: { name: 'p' },
  }
  const products = Array.from({ length: 3000 }, (_, number) => ({ '@type': 'Product', name: `P ${number}` }))
  const head = [
    '<script type="application/ld+json">{"@type": </script>',
    linked(organization),
    linked({ '@type': 'Organization', name: 'x', url: { toString: null } }),
    linked({ '@type': 'WebPage', mentions: { '@type': 'Bank', name: 'Acme Bank', legalName: 'Bank Ltd' } }),
    linked({
      '@type': 'WebPage',
      mentions: { '@type': 'Corporation', name: 'Acme Corp', legalName: 'AC Inc' },
    }),
    linked(products),
    `<script type="application/ld+json">${deep}</script>`,
    `<meta name="description" content="a&#0;b ${key}">`,
  ].join('')
  app.site.pages['/'] = page(head, `${'<div>'.repeat(100_000)}</nav><a href="http://169.254.169.254/about">A</a>`)
  const { status, pages, products_added } = await brand.analyse()
  expect([status, pages.length, products_added]).toEqual(['done', 1, 100])
  const profile = await brand.profile()
  expect(profile).toMatchObject({ name: 'Acme', aliases: [], primary_audience: null, main_market: null })
  expect([String(profile.description).length, String(profile.industry).length]).toEqual([5000, 200])
  expect(JSON.stringify(profile)).not.toContain('svc_sk_')
})
