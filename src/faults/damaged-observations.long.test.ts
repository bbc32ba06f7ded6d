import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { line } from '../testing/crawler/logs.ts'
import { makeKnowledgeBrand } from '../testing/knowledge/knowledge-brand.ts'
import { answersFile, startTestApp, type TestApp } from '../testing/test-app.ts'
import { addCompetitor, makeBrand } from '../testing/visibility/make-brand.ts'
import { until } from './testing/campaign.ts'
import { damage, keepParts, partsOf } from './testing/damage-table.ts'

/** The damaged files belong to the embedded engine. */
const isEmbedded = process.env.TEST_CLICKHOUSE !== 'http'

let test: TestApp

beforeEach(async () => {
  test = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
  test.setNow('2026-03-31T12:00:00Z')
  await keepParts(test)
})
afterEach(() => test.close())

interface Checked {
  ok: boolean
  problems: { brand_id: string | null; table: string; answers: number; what: string }[]
  detached_parts: { table: string }[]
}
const check = () => test.operate<Checked>('check-data')
const readyz = async () => (await test.get('/readyz')).text

it.runIf(isEmbedded)('lost crawler visits hide the crawler endpoints until their log is imported again', async () => {
  const { brandId, key } = await makeBrand(test, 'Zuvari')
  const log = (day: string) =>
    Array.from({ length: 50 }, (_, index) => line({ at: `2026-03-${day}T12:00:00Z`, target: `/${index}` })).join('')
  const importLog = (day: string) =>
    test.operate('import-crawler-logs', { brand_id: brandId, domain: 'a.example' }, log(day))
  const statuses = () =>
    Promise.all(
      ['crawler/logs', 'crawler/summary', 'website/pages', 'competitors/rankings'].map(
        async (path) => (await test.get(`/v1/brands/${brandId}/${path}`, key)).status,
      ),
    )
  for (const day of ['10', '20']) await importLog(day)
  expect(await statuses()).toEqual([200, 200, 200, 200])

  await damage(test, ['crawler_visits'], 'a truncated column')
  expect(await statuses()).toEqual([503, 503, 503, 200])
  expect((await check()).problems).toMatchObject([
    { brand_id: brandId, table: 'crawler_visits', answers: 0, what: '50 rows of 2026-03-20 are lost' },
  ])
  // Pushed or imported in the meantime, without the lost visits.
  await importLog('21')
  expect(await statuses()).toEqual([503, 503, 503, 200])
  expect(await importLog('20')).toMatchObject({ visits: 50, duplicates: 0 })
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect((await check()).ok).toBe(true)
  const summary = await test.get(`/v1/brands/${brandId}/crawler/logs?limit=100`, key)
  expect((summary.body.data as unknown[]).length).toBe(100)
})

/** A brand with pages from two batches of scans. */
async function makePages() {
  const { brandId, key } = await makeBrand(test, 'Zuvari')
  for (const name of ['Bolmex', 'Kentrafo'])
    await addCompetitor(test, brandId, name, { primary_url: `https://${name.toLowerCase()}.example` })
  const pages = Array.from({ length: 20 }, (_, index) => `https://news.example/${index}`)
  const answer = { prompt: 'Which?', engine: 'claude', executed_at: '2026-03-20T10:00:00Z', answer: 'These.' }
  await test.operate(
    'import-answers',
    { brand_id: brandId },
    answersFile([{ ...answer, citations: pages.map((url) => ({ url })) }]),
  )
  await test.historyIsRead()
  for (const urls of [pages.slice(0, 10), pages.slice(10)])
    await test.operate(
      'import-page-scans',
      { brand_id: brandId },
      answersFile(urls.map((url) => ({ url, content: 'Bolmex beats Kentrafo.' }))),
    )
  const listed = async () => {
    const { status, body } = await test.get(`/v1/brands/${brandId}/citations/earned-mentions?limit=100`, key)
    return status === 200 ? (body.data as unknown[]).length : status
  }
  expect(await listed()).toBe(20)
  return { brandId, listed }
}

it.runIf(isEmbedded)(
  'lost page readings are rebuilt from the stored pages, and nothing is shown until then',
  async () => {
    const { listed } = await makePages()
    await damage(test, ['page_readings'], 'a truncated column')
    expect([20, 503]).toContain(await listed())
    await until(async () => (await listed()) === 20)
    expect(await check()).toMatchObject({ ok: true })
  },
)

it.runIf(isEmbedded)('lost pages are reported as missing if nothing fetches or imports them again', async () => {
  const { brandId, listed } = await makePages()
  await damage(test, ['page_scans'], 'a truncated column')
  expect(await listed()).toBe(503)
  expect((await check()).problems[0]).toMatchObject({ brand_id: brandId, table: 'page_scans' })
  await test.operate('accept-data-loss', { brand_id: brandId })
  await until(async () => (await listed()) === 10)
  expect(await check()).toMatchObject({ ok: true })
})

it.runIf(isEmbedded)('lost pages are treated as not having been read yet if Sightline fetches pages', async () => {
  const { listed } = await makePages()
  await damage(test, ['page_scans'], 'an empty directory', { CITED_PAGES: 'fetch' })
  await until(async () => (await listed()) === 10)
  expect(await check()).toMatchObject({ ok: true })
})

it.runIf(isEmbedded).each(['knowledge_passages', 'knowledge_terms'])(
  'documents whose %s are lost are read again',
  async (table) => {
    const brand = await makeKnowledgeBrand(test)
    for (const [title, content] of [
      ['Wax', 'Boots last if they are waxed.'],
      ['Glue', 'Soles are glued and sewn.'],
    ] as const)
      await brand.settled((await brand.add(title, { text: content })).id)
    const found = async () => (await brand.search('sewn')).passages.length
    expect(await found()).toBe(1)
    await damage(test, [table], 'a truncated column')
    await until(async () => (await brand.list()).every(({ status }) => status === 'ready'))
    expect(await found()).toBe(1)
    expect(await check()).toMatchObject({ ok: true })
  },
)

it.runIf(isEmbedded)('lost vectors are requested again, and keyword search finds the document until then', async () => {
  let embedded = 0
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await text(request)) as { input: string[] }
    embedded += input.length
    const data = input.map((_, index) => ({ index, embedding: [1, 0, 0] }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 1 } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const environment = {
      KNOWLEDGE_EMBEDDING_PROVIDER: 'openai-compatible',
      KNOWLEDGE_EMBEDDING_MODEL: 'small',
      KNOWLEDGE_EMBEDDING_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    }
    await test.restart(environment)
    const brand = await makeKnowledgeBrand(test)
    const { id } = await brand.add('Wax', { text: 'Boots last if they are waxed.' })
    await brand.settled(id)
    const before = embedded
    await damage(test, ['knowledge_vectors'], 'a truncated column', environment)
    const stored = async () => (await partsOf(test, 'knowledge_vectors')).length
    await until(async () => (await stored()) === 1)
    expect(embedded).toBe(before + 1)
    expect((await brand.search('waxed')).passages.length).toBe(1)
  } finally {
    server.close()
  }
})

it.runIf(isEmbedded)('an unreadable part of an uncounted table is reported as a problem', async () => {
  const { key } = await makeBrand(test, 'Zuvari')
  await test.get('/v1/me', key)
  await test.app.services.states.usage.flush(10_000)
  expect(await check()).toMatchObject({ ok: true })
  await damage(test, ['usage_requests'], 'a truncated column')
  expect(await check()).toMatchObject({
    ok: false,
    problems: [{ brand_id: null, table: 'usage_requests', what: expect.stringContaining('broken-on-start') }],
  })
  expect(await readyz()).toBe('{"status":"degraded"}')
})
