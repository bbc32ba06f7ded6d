import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderAnswer } from '../../lib/providers/provider-answer.ts'
import { responseFormats } from '../../lib/providers/providers.ts'
import { expectedOf } from '../../lib/providers/testing/expected-answer.ts'
import { recordedBody, recordingExpectations, recordings } from '../../lib/providers/testing/recordings.ts'
import { pageUrl } from '../../lib/text/citations/page-url.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { storeAnswerLines } from './index.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
})
afterAll(() => test.close())

interface Page {
  url: string
  start: number | null
  end: number | null
  kind: string
}

interface Execution {
  id: string
  prompt: string
  engine: string
  outcome: ProviderAnswer['outcome']
  reason: string | null
  answer: string | null
  model: string | null
  surface: string
  search: string
  country: string
  location: string | null
  language: string | null
  cost_usd: number | null
  truncated: boolean
  refused: boolean
  citation_count: number
  citations: Page[]
  consulted: Page[]
  search_queries: string[]
  products: object[]
  ads: object[]
}

const everyOutcome = ['answered', 'none_shown', 'failed', 'unreadable'].map((outcome) => `outcome=${outcome}`).join('&')

/** All executions of a brand, by prompt. */
async function executionsOf({ brandId, key }: MadeBrand): Promise<Map<string, Execution>> {
  const path = `/v1/brands/${brandId}/executions`
  const { body } = await test.get(`${path}?limit=100&${everyOutcome}`, key)
  const shown = await Promise.all(
    (body.data as Execution[]).map(async ({ id }) => (await test.get(`${path}/${id}`, key)).body.data as Execution),
  )
  return new Map(shown.map((execution) => [execution.prompt, execution]))
}

const executed_at = '2026-03-01T10:00:00Z'

describe.skipIf(recordings === undefined)('recorded responses', () => {
  const names = Object.keys(recordingExpectations)
  let brand: MadeBrand
  let shown: Map<string, Execution>

  beforeAll(async () => {
    brand = await makeBrand(test, 'Zuvari')
    const lines = names.map((name) => {
      const { format, engine } = recordingExpectations[name] as (typeof recordingExpectations)[string]
      // The engine and format are omitted if the body implies them.
      const named = engine === undefined ? { engine: 'chatgpt' } : {}
      return { prompt: name, executed_at, format, ...named, response: recordedBody(name) }
    })
    expect(await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))).toMatchObject({
      imported: names.length,
      rejected: 0,
    })
    shown = await executionsOf(brand)
  })

  it.each(names)('%s is read as a person read it', (name) => {
    const expected = recordingExpectations[name] as (typeof recordingExpectations)[string]
    const execution = shown.get(name) as Execution
    const body = recordedBody(name)
    const { text, cited, queries, consulted: _, ...facts } = expectedOf(body, expected)
    expect(execution).toMatchObject({
      outcome: expected.outcome,
      answer: text === '' ? null : text,
      engine: expected.engine ?? 'chatgpt',
      model: facts.model === '' ? null : facts.model,
      surface: expected.surface,
      search: facts.search,
      search_queries: queries,
      truncated: facts.truncated,
      refused: facts.refused,
      cost_usd: facts.costUsd,
      country: facts.country ?? 'US',
      location: facts.location,
      language: facts.language,
      reason: facts.reason === '' ? null : facts.reason,
      citation_count: execution.citations.length,
    })
    expect([execution.products.length, execution.ads.length]).toEqual([facts.products.length, facts.ads.length])
    const wordsOf = ({ start, end }: Page) =>
      start === null || end === null ? null : (text as string).slice(start, end)
    const words = execution.citations.map(wordsOf).filter((found) => found !== null)
    // An engine's own search links are not pages.
    const pages = cited.filter(({ url }) => pageUrl(url) !== undefined)
    expect(words).toEqual(pages.flatMap((page) => page.words ?? []))
    expect(execution.citations.length).toBeGreaterThanOrEqual(pages.length)
    const urls = new Set(execution.citations.map(({ url }) => url))
    expect(execution.consulted.filter(({ url }) => urls.has(url))).toEqual([])
    expect(execution.citations.every(({ kind }) => kind === 'cited')).toBe(true)
    expect(execution.consulted.every(({ kind }) => kind === 'consulted')).toBe(true)
  })

  it('counts cited pages, but not consulted ones', async () => {
    const { body } = await test.get(`/v1/brands/${brand.brandId}/citations?limit=100`, brand.key)
    const rows = body.data as { url: string; citation_count: number }[]
    const { total } = body.meta as { total: number }
    const answered = [...shown.values()].filter(({ outcome }) => outcome === 'answered')
    if (total <= 100)
      expect(rows.reduce((sum, row) => sum + row.citation_count, 0)).toBe(
        answered.reduce((sum, { citations }) => sum + citations.length, 0),
      )
    const cited = new Set(answered.flatMap(({ citations }) => citations.map(({ url }) => url)))
    expect(rows.filter(({ url }) => !cited.has(url) && !cited.has(url.replace('https:', 'http:')))).toEqual([])
  })
})

const chat = { choices: [{ message: { role: 'assistant', content: 'Zuvari' }, finish_reason: 'stop' }] }
const line = { prompt: 'Which?', engine: 'chatgpt', executed_at, response: chat }

it('applies the file’s format to lines without one', async () => {
  const { brandId } = await makeBrand(test, 'Zuvari')
  const plain = { prompt: 'Which?', engine: 'claude', executed_at, answer: 'Zuvari' }
  const lines = [line, plain, { ...line, format: 'anthropic-messages' }]
  const first_rejections = [{ line: 1, reason: expect.stringMatching(/^format is required/) }]
  expect(await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))).toEqual({
    ...{ imported: 2, duplicates: 0, rejected: 1 },
    first_rejections,
  })
  const given = { brand_id: brandId, format: 'openai-chat' }
  expect(await test.operate('import-answers', given, answersFile([line, plain]))).toMatchObject({
    ...{ imported: 0, duplicates: 2, rejected: 0 },
  })
})

it('storeAnswerLines stores valid lines as one batch and returns the invalid ones', async () => {
  const { services } = test.app
  const brand = await makeBrand(test, 'Zuvari')
  const named = { ...line, format: 'openai-chat' }
  const lines = [
    JSON.stringify({ ...named, id: 'a' }),
    JSON.stringify({ ...line, id: 'b' }),
    JSON.stringify({ ...named, id: 'c', response: 'cut of' }),
    JSON.stringify({ ...named, id: 'a' }),
    '{',
  ]
  expect(await storeAnswerLines(services, brand.brandId, lines)).toEqual({
    stored: 2,
    duplicates: 1,
    rejected: [
      { line: 2, reason: expect.stringMatching(/^format is required/) },
      { line: 5, reason: 'the line is not JSON' },
    ],
  })
  expect(await storeAnswerLines(services, brand.brandId, lines)).toMatchObject({ stored: 0, duplicates: 3 })
  expect(await storeAnswerLines(services, brand.brandId, [])).toMatchObject({ stored: 0, duplicates: 0 })
  const row = await services.db
    .selectFrom('brands')
    .select('ingest_seq')
    .where('id', '=', brand.brandId)
    .executeTakeFirstOrThrow()
  expect(row.ingest_seq).toBe(1)
})

it('accepts the documented example line of each format', async () => {
  const page = readFileSync(new URL('../../../docs/importing-answers.md', import.meta.url), 'utf8')
  const [, pasted = ''] = /```jsonl\n(.*?)```/s.exec(page) ?? []
  const lines = pasted.trim().split('\n')
  const formats = lines.map((text) => (JSON.parse(text) as { format?: string }).format)
  expect(formats.filter((format) => format !== undefined)).toEqual(responseFormats)
  const brand = await makeBrand(test, 'Zuvari')
  expect(await test.operate('import-answers', { brand_id: brand.brandId }, pasted)).toMatchObject({
    ...{ imported: lines.length, rejected: 0 },
  })
  const { body } = await test.get(`/v1/brands/${brand.brandId}/executions`, brand.key)
  expect(body.data).toHaveLength(responseFormats.length)
  const { body: engines } = await test.get(`/v1/brands/${brand.brandId}/competitors/rankings`, brand.key)
  expect(engines.data).toMatchObject([{ name: 'Zuvari', visibility_pct: 100 }])
})
