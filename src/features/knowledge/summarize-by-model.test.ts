import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KnowledgeBrand, makeKnowledgeBrand } from '../../testing/knowledge/knowledge-brand.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let model: ModelServer
let app: TestApp
let brand: KnowledgeBrand

beforeAll(async () => {
  model = await startModelServer()
  app = await startTestApp({
    KNOWLEDGE_MODEL_PROVIDER: 'openai-compatible',
    KNOWLEDGE_MODEL: 'm',
    KNOWLEDGE_MODEL_BASE_URL: model.url,
  })
  brand = await makeKnowledgeBrand(app)
})
afterAll(async () => {
  await app.close()
  model.close()
})

const sentence = 'Our boots are sewn in Tampere by hand, and mended for as long as they last.'

test('a configured model writes the summary, from the start of a long document and its most typical sentences', async () => {
  model.reply = () => '{"summary":" Boots from Tampere. "}'
  const end = 'The workshop in Tampere mends boots, boots and once more boots of all kinds for walkers.'
  const { id } = await brand.add('Guide', { text: `${sentence}\n\n${'filler '.repeat(5000)}\n\n${end}` })
  expect(await brand.settled(id)).toMatchObject({
    status: 'ready',
    ...{ summary: 'Boots from Tampere.', summarised_by: 'model', summary_model: 'openai-compatible:m' },
    summary_problem: null,
  })
  const sentMessages = JSON.stringify(model.asked.at(-1)?.messages)
  expect(sentMessages).toContain(end)
  expect(sentMessages.length).toBeLessThan(25_000)
})

test.each<[string, string, string]>([
  ['has a code fence and an extra field', '```json\n{"summary":"Boots.","language":"en"}\n```', 'Boots.'],
  ['is far too long', JSON.stringify({ summary: 'boots '.repeat(300) }), `${'boots '.repeat(166).trim()}…`],
])('uses a response that %s, up to the length limit', async (_, reply, summary) => {
  model.reply = () => reply
  const { id } = await brand.add('Guide', { text: sentence })
  expect(await brand.settled(id)).toMatchObject({ summary, summarised_by: 'model', summary_problem: null })
  expect(JSON.stringify(model.asked.at(-1)?.messages)).toContain('maxLength\\":1000')
})

test.each<[string, string | number | null, RegExp]>([
  ['is rate limited', 429, /rate limit reached \(429\)/],
  ['returns no JSON', 'Boots.', /wrong form/],
  ['returns a wrong object', '{"summary":"","more":1}', /wrong form/],
  ['returns a list', '["Boots."]', /wrong form/],
  ['does not respond', null, /did not answer within 1 s/],
])(
  'reports a summary model that %s, and summarizes the document by extracting sentences',
  async (_, reply, problem) => {
    model.reply = () => reply
    if (reply === null) await app.restart({ KNOWLEDGE_MODEL_SECONDS: '1' })
    const { id } = await brand.add('Guide', { text: sentence })
    const document = await brand.settled(id)
    expect(document).toMatchObject({
      status: 'ready',
      ...{ summary: sentence, summarised_by: 'extract', summary_model: null, chunks: 1 },
    })
    expect(document.summary_problem).toMatch(problem)
  },
)
