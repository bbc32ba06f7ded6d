import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import type { Suggestion } from './suggestion.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
})
afterAll(() => test.close())

const list = async (of = brand) =>
  (await test.get(`/v1/brands/${of.brandId}/prompts/suggestions`, of.key)) as unknown as {
    status: number
    body: { data: Suggestion[]; meta: object }
  }
const suggestions = async (of = brand) => (await list(of)).body.data

const answer = (day: string, search_queries: string[], more: object = {}) => ({
  prompt: 'Which boots are best for snow?',
  engine: 'chatgpt',
  executed_at: `${day}T10:00:00Z`,
  answer: 'Zuvari and Bolmex.',
  topic: 'Boots',
  country: 'US',
  search_queries,
  ...more,
})

it('returns no suggestions for a brand without data', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    data: [],
    meta: {
      brand_id: brand.brandId,
      period: { start_date: '2025-12-03', end_date: '2026-03-02' },
      executions: 0,
    },
  })
})

it('counts answers of the last 90 days once each, with engines, markets and topic', async () => {
  const lines = [
    answer('2026-03-01', ['Vegan winter boots 2026', 'vegan  winter boots 2026', 'best boots for snow']),
    answer('2026-02-01', ['vegan winter boots 2026'], { engine: 'gemini', country: 'DE' }),
    answer('2025-11-01', ['boots with ice spikes']),
    answer('2026-02-02', ['boots that nobody was told of'], { outcome: 'none_shown', answer: undefined }),
  ]
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
  const found = await suggestions()
  expect(found.filter(({ kind }) => kind === 'searched')).toMatchObject([
    {
      text: 'Vegan winter boots',
      evidence: { answers: 2, engines: ['chatgpt', 'gemini'] },
      topic: { name: 'Boots' },
      countries: ['DE', 'US'],
      language: 'en',
    },
  ])
  expect(await suggestions()).toEqual(found)
})

it('suggests a competitor with its evidence from answers, and a product with its id', async () => {
  const { id } = await test.operate('create-competitor', {
    brand_id: brand.brandId,
    name: 'Bolmex',
    primary_url: 'https://bolmex.example',
  })
  const product = await test.operate('create-product', {
    brand_id: brand.brandId,
    name: 'Glacier',
    kind: 'product',
  })
  await test.historyIsRead()
  const found = await suggestions()
  expect(found.find(({ kind }) => kind === 'competitor')).toMatchObject({
    text: 'Zuvari or Bolmex: which one is better?',
    evidence: { answers: 2, competitor_id: id },
  })
  expect(found.find(({ kind }) => kind === 'product')).toMatchObject({
    text: 'Is Zuvari Glacier worth buying?',
    evidence: { product_id: product.id },
  })
})

it('omits only the suggestion that became a prompt', async () => {
  const before = await suggestions()
  const [first, ...others] = before
  await test.operate('create-prompt', {
    brand_id: brand.brandId,
    text: first?.text as string,
    countries: ['US'],
  })
  expect(await suggestions()).toEqual(others)
})

it('returns third-party text unchanged, and nothing from another brand', async () => {
  const other = await makeBrand(test, 'Zuvari')
  const hostile = 'winter boots <script>alert(1)</script> sale \u202E'
  await test.operate('import-answers', { brand_id: other.brandId }, answersFile([answer('2026-03-01', [hostile])]))
  const found = await suggestions(other)
  expect(found[0]?.evidence.queries).toEqual([{ text: hostile.trim(), answers: 1 }])
  expect(JSON.stringify(await suggestions())).not.toContain('script')
  const refused = await test.get(`/v1/brands/${other.brandId}/prompts/suggestions`, brand.key)
  expect(refused.status).toBe(404)
})

it('returns the same suggestions in one response and in pages', async () => {
  const whole = await suggestions()
  const paged: { text: string }[] = []
  let cursor = ''
  do {
    const url = `/v1/brands/${brand.brandId}/prompts/suggestions?limit=2${cursor}`
    const { body } = (await test.get(url, brand.key)) as unknown as {
      body: { data: { text: string }[]; pagination: { next_cursor: string | null } }
    }
    expect(body.data.length).toBeLessThanOrEqual(2)
    paged.push(...body.data)
    const { next_cursor: next } = body.pagination
    cursor = next === null ? '' : `&cursor=${next}`
  } while (cursor !== '')
  expect(paged).toEqual(whole)
  expect(whole.length).toBeGreaterThan(2)
})
