import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { makeKey } from '../../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../../testing/visibility/stored.ts'
import type { briefShape } from './create-brief.ts'

type Brief = { [K in keyof typeof briefShape]: z.output<(typeof briefShape)[K]> }

let test: TestApp
let brand: MadeBrand
let opportunityId: string

const fact = 'The Zuvari boot keeps water out for 48 hours, measured by the institute in Trondheim.'
const answers = [
  'Bolmex is excellent for wet trails.\n\nKentrafo costs less.',
  '- **Bolmex**: <b>reliable</b> in snow\n- Kentrafo',
  'Bolmex. Zuvari too.',
]

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  const { brandId: brand_id } = brand
  await test.operate('update-brand', { brand_id, domain: 'zuvari.example' })
  for (const name of ['Bolmex', 'Kentrafo']) await addCompetitor(test, brand_id, name)
  const lines = Array.from({ length: 30 }, (_, index) => ({
    id: `answer ${index}`,
    prompt: index % 2 === 0 ? 'Which boots keep water out?' : 'Best boots?',
    topic: 'Boots',
    engine: 'claude',
    executed_at: '2026-03-01T10:00:00Z',
    answer: answers[index < 28 ? index % 2 : 2],
    search_queries: ['waterproof boots', ...(index % 3 === 0 ? ['boots [review]'] : [])],
    citations: [{ url: 'https://tests.example/boots', title: 'Boots | tested' }],
  }))
  await test.operate('import-answers', { brand_id }, answersFile(lines))
  const report = { brand_id, title: 'Lab report', text: fact }
  const { id: document_id } = await test.operate('add-knowledge-document', report)
  const document = { brand_id, document_id }
  while ((await test.operate<{ status: string }>('get-knowledge-document', document)).status !== 'ready')
    await new Promise((resolve) => setTimeout(resolve, 20))
  const style = { brand_id, surface: 'content', name: 'House' }
  const writing_rules = JSON.stringify({ always_do: ['Name the source.'], never_do: ['Say “best”.'] })
  await test.operate('create-writing-style', { ...style, writing_rules })
  await test.operate('refresh-opportunities', { brand_id })
  const [row] = await test.operate<{ id: string }[]>('list-opportunities', { brand_id })
  opportunityId = row?.id as string
})
afterAll(() => test.close())

const path = () => `/v1/brands/${brand.brandId}/opportunities/${opportunityId}/brief`

it('quotes and counts only what its sources contain', async () => {
  const brief = (await test.get(path(), brand.key)).body.data as unknown as Brief
  expect(brief).toMatchObject({
    opportunity: { kind: 'competitor_leads_topic', progress: 'todo' },
    search_queries: [{ query: 'waterproof boots', answers: 20 }, { query: 'boots [review]' }],
    competitors: [{ name: 'Bolmex', answers: 20 }, { name: 'Kentrafo' }],
    pages: [{ url: 'https://tests.example/boots', citation_count: 30, owner: { type: 'other' } }],
    facts: [{ document_title: 'Lab report', text: fact }],
    writing_style: { name: 'House' },
    publish: [
      { action: 'write', target: 'zuvari.example' },
      { action: 'pitch', target: 'tests.example' },
    ],
    draft_model: null,
    left_out: [],
  })
  expect(brief.prompts.map(({ executions }) => executions)).toEqual([15, 15])
  expect(brief.must_not).toContain('Say “best”.')
  expect(brief.quotes.length).toBeGreaterThan(2)
  for (const { execution_id, name, text } of brief.quotes) {
    const { body } = await test.get(`/v1/brands/${brand.brandId}/executions/${execution_id}`, brand.key)
    expect((body.data as { answer: string }).answer).toContain(text)
    expect(name).not.toBe('Zuvari')
  }
})

it('writes Markdown in which text of others stays text', async () => {
  const { markdown } = (await test.get(path(), brand.key)).body.data as unknown as Brief
  expect(markdown).toMatch(/^# Win Boots from Bolmex\n/)
  expect(markdown).toContain('- boots \\[review\\] (')
  expect(markdown).toContain('- Boots \\| tested: <https://tests.example/boots> (30 answers, third party)')
  expect(markdown).not.toMatch(/[^\\]<b>/)
})

it('has no draft without a language model, and the error names its variables', async () => {
  const draft = test.operate('create-draft', { brand_id: brand.brandId, opportunity_id: opportunityId })
  await expect(draft).rejects.toThrow(
    'no language model is configured; set KNOWLEDGE_MODEL_PROVIDER and KNOWLEDGE_MODEL',
  )
})

it('names what a key may not read, and leaves it out', async () => {
  const key = await makeKey(test, brand.workspaceId, { scopes: ['read:opportunities', 'read:citations'] })
  const brief = (await test.get(path(), key)).body.data as unknown as Brief
  expect(brief).toMatchObject({ prompts: [], quotes: [], facts: [], writing_style: null })
  expect(brief.pages).toHaveLength(1)
  expect(brief.publish).toEqual([
    { action: 'write', target: 'zuvari.example', reason: 'Answers cite no page of yours.' },
  ])
  expect(brief.left_out).toEqual([
    'get-mention-gaps',
    'list-executions',
    'get-execution',
    'search-knowledge',
    'list-writing-styles',
  ])
})

it('is not found for an unknown opportunity or one of another brand', async () => {
  const other = await makeBrand(test, 'Other')
  const answered = await test.get(path().replace(brand.brandId, other.brandId), other.key)
  expect(answered.status).toBe(404)
  expect((await test.get(path().replace(opportunityId, randomUUID()), brand.key)).status).toBe(404)
})

it('exists without the parts of a prompt that was deleted', async () => {
  const { brandId: brand_id } = await makeBrand(test, 'Solenne')
  await addCompetitor(test, brand_id, 'Bolmex')
  const line = { prompt: 'Which?', topic: 'Hats', engine: 'claude', executed_at: '2026-03-01T10:00:00Z' }
  const lines = [1, 2, 3].map((id) => ({ ...line, id: `hat ${id}`, answer: 'Bolmex.' }))
  await test.operate('import-answers', { brand_id }, answersFile(lines))
  await test.operate('refresh-opportunities', { brand_id })
  const [row] = await test.operate<{ id: string }[]>('list-opportunities', { brand_id })
  const prompt_id = await promptIdOf(test, brand_id, 'Which?')
  await test.operate('delete-prompt', { brand_id, prompt_id })
  const opportunity_id = row?.id as string
  expect(await test.operate<Brief>('create-brief', { brand_id, opportunity_id })).toMatchObject({
    prompts: [],
    quotes: [],
    opportunity: { kind: 'prompt_without_brand' },
  })
})
