import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askPage } from '../../testing/visibility/ask.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../testing/visibility/stored.ts'
import { searchLimit } from './search-answers.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp({ RESULT_CACHE_MEGABYTES: '0' })
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  const raw = {
    model: 'gpt-4o',
    choices: [{ message: { role: 'assistant', content: 'What a later reader read' }, finish_reason: 'stop' }],
  }
  const asked = { prompt: 'Which boots?', engine: 'chatgpt', executed_at: '2026-03-01T10:00:00Z' }
  await importAll([
    { ...asked, id: 'plain', answer: 'Wide boots of İSTANBUL, 100% leather' },
    { ...asked, id: 'other', prompt: 'And hats?', answer: 'None, "really"' },
    { ...asked, id: 'raw', prompt: 'And coats?', format: 'openai-chat', response: raw },
    { ...asked, id: 'none', prompt: 'And gloves?', outcome: 'none_shown' },
  ])
})
afterAll(() => test.close())
afterEach(() => vi.restoreAllMocks())

const importAll = (lines: object[]) => test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
const pathOf = (query: Record<string, string>) => `/v1/brands/${brand.brandId}/executions?${new URLSearchParams(query)}`
const search = async (text: string, more: Record<string, string> = {}) => {
  const { body } = await askPage(test, brand.key, pathOf({ search: text, ...more }))
  return (body.data as { prompt: string }[]).map(({ prompt }) => prompt)
}

it.each([
  ['BOOTS', ['Which boots?']],
  ['istanbul', ['Which boots?']],
  ['100%', ['Which boots?']],
  ['1_0', []],
  ['"really"', ['And hats?']],
  ['and ', ['And hats?', 'And coats?']],
])('a search finds %s', async (text, prompts) => {
  expect((await search(text)).sort()).toEqual([...prompts].sort())
})

it('finds executions without an answer by prompt, on request', async () => {
  expect(await search('glove')).toEqual([])
  expect(await search('glove', { outcome: 'none_shown' })).toEqual(['And gloves?'])
})

it.each(['a', ' a ', '', 'x'.repeat(201), '\u0000aa'])('rejects the search text %j', async (text) => {
  const { status, body } = await test.get(pathOf({ search: text }), brand.key)
  expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
  expect(body.error?.message).toMatch(/^search/)
})

it('returns the same search results as CSV', async () => {
  const { text } = await test.get(pathOf({ search: 'hats' }), brand.key, { accept: 'text/csv' })
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain('And hats?')
})

it('searches the current text after a raw response is reread', async () => {
  const { services } = test.app
  await services.clickhouse.command(
    sql`ALTER TABLE answers UPDATE answer = 'What an earlier one read' WHERE brand_id = ${brand.brandId}
      AND source_id = 'raw' SETTINGS mutations_sync = 2`,
  )
  expect(await search('earlier')).toEqual(['And coats?'])
  await test.operate('reread-answers', { brand_id: brand.brandId })
  await test.historyIsRead()
  expect(await search('earlier')).toEqual([])
  expect(await search('later')).toEqual(['And coats?'])
})

it('invalidates a cursor if a prompt change affects the search', async () => {
  const first = await askPage(test, brand.key, pathOf({ search: 'and', limit: '1' }))
  const cursor = first.body.pagination.next_cursor as string
  const prompt_id = await promptIdOf(test, brand.brandId, 'And gloves?')
  await test.operate('update-prompt', { brand_id: brand.brandId, prompt_id, text: 'Gloves?' })
  const { status, body } = await test.get(pathOf({ search: 'and', limit: '1', cursor }), brand.key)
  expect([status, body.error?.code]).toEqual([400, 'invalid_cursor'])
})

/** Blocks searches in the store until `release`, and counts concurrent ones. */
function heldSearches() {
  const { clickhouse } = test.app.services
  const { query } = clickhouse
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const seen = { now: 0, most: 0 }
  vi.spyOn(clickhouse, 'query').mockImplementation(async (...given) => {
    if (!given[0].text.includes('match(answer')) return query<never>(...given)
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    begun.resolve()
    await gate.promise
    return query<never>(...given).finally(() => {
      seen.now -= 1
    })
  })
  return { seen, begun: begun.promise, release: () => gate.resolve() }
}

it('runs one search at a time while other reads continue', async () => {
  const { seen, begun, release } = heldSearches()
  const searches = ['boots', 'hats', 'coats'].map((text) => search(text))
  await begun
  const rankings = await askPage(test, brand.key, `/v1/brands/${brand.brandId}/competitors/rankings`)
  expect(rankings.status).toBe(200)
  release()
  expect((await Promise.all(searches)).map((rows) => rows.length)).toEqual([1, 1, 1])
  expect(seen.most).toBe(1)
})

it('returns 503 if other searches use up the request’s time limit', async () => {
  const { begun, release } = heldSearches()
  const first = search('boots')
  await begun
  const second = test.get(pathOf({ search: 'hats' }), brand.key)
  await expect.poll(() => searchLimit.pendingCount).toBe(1)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  release()
  await first
  const { status, headers } = await second
  expect([status, headers['retry-after']]).toEqual([503, '5'])
})
