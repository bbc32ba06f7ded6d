import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey } from '../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

interface EngineRow {
  engine: string
  name: string
  executions: number
  first_executed_at: string | null
  last_executed_at: string | null
}

let app: TestApp
let brandId: string
let key: string

const builtIn = [
  'chatgpt',
  'claude',
  'copilot',
  'deepseek',
  'gemini',
  'google-ai-mode',
  'google-ai-overviews',
  'grok',
  'meta-ai',
  'mistral',
  'perplexity',
]

beforeAll(async () => {
  app = await startTestApp({ ENGINES: 'our-engine:Our Engine,plain,chatgpt:Not ChatGPT' })
  const workspace = await app.operate<{ id: string }>('create-workspace', { name: 'Ours' })
  key = await makeKey(app, workspace.id)
  brandId = (await app.operate<{ id: string }>('create-brand', { workspace_id: workspace.id, name: 'Acme' })).id
})
afterAll(() => app.close())

const listed = async (query = '') =>
  (await app.get(`/v1/brands/${brandId}/engines${query}`, key)).body.data as EngineRow[]

test('lists known and configured engines by slug if there are no answers', async () => {
  const rows = await listed()
  expect(rows.map(({ engine }) => engine)).toEqual([...builtIn, 'our-engine', 'plain'].sort())
  const names = new Map(rows.map(({ engine, name }) => [engine, name]))
  expect(['our-engine', 'plain', 'chatgpt', 'google-ai-overviews'].map((slug) => names.get(slug))).toEqual([
    'Our Engine',
    'plain',
    'ChatGPT',
    'Google AI Overviews',
  ])
  for (const row of rows) expect(row).toMatchObject({ executions: 0, first_executed_at: null, last_executed_at: null })
})

test('lists engines with the most answers first, with the times of the first and last answer', async () => {
  const answer = (engine: string, executed_at: string) => ({
    prompt: 'p',
    engine,
    executed_at,
    answer: 'Acme.',
  })
  await app.operate(
    'import-answers',
    { brand_id: brandId },
    answersFile([
      answer('perplexity', '2026-06-01T10:00:00Z'),
      answer('perplexity', '2024-02-29T23:59:59.999Z'),
      answer('perplexity', '2026-06-03T00:00:00+02:00'),
      answer('Our Engine', '2026-06-01T00:00:00Z'),
      answer('gemini', '2026-06-01T00:00:00Z'),
    ]),
  )
  const rows = await listed('?limit=4')
  expect(rows).toEqual([
    {
      engine: 'perplexity',
      name: 'Perplexity',
      executions: 3,
      first_executed_at: '2024-02-29T23:59:59.999Z',
      last_executed_at: '2026-06-02T22:00:00.000Z',
    },
    expect.objectContaining({ engine: 'gemini', executions: 1 }),
    expect.objectContaining({
      engine: 'our-engine',
      executions: 1,
      first_executed_at: '2026-06-01T00:00:00.000Z',
    }),
    expect.objectContaining({ engine: 'chatgpt', executions: 0 }),
  ])
})

test('accepts a configured engine in engine filters', async () => {
  for (const [slug, status] of [
    ['our-engine', 200],
    ['plain', 200],
    ['Our Engine', 400],
    ['other', 400],
  ] as const) {
    const answer = await app.get(`/v1/brands/${brandId}/competitors/rankings?engine=${encodeURIComponent(slug)}`, key)
    expect([slug, answer.status]).toEqual([slug, status])
  }
})
