import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { longTest } from '../../../testing/forms.ts'
import { type KnowledgeBrand, knowledgeOf, makeKnowledgeBrand } from '../../../testing/knowledge/knowledge-brand.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

/** Groups of synonyms: each group is a dimension of the vectors, so synonyms are close to each other. */
const meanings = [
  ['wax', 'care', 'polish', 'maintain'],
  ['sewn', 'made', 'built', 'manufactured'],
  ['price', 'cost', 'expensive'],
]
type Mood = 'well' | 'refuses' | 'rejects' | 'hangs' | 'odd' | 'longer' | 'short'

let server: Server
let mood: Mood
let asked: string[]
/** Texts that were embedded. */
let embedded: string[]
/** Resolvers of requests that hang. */
let held: (() => void)[]
/** Decides which requests to reject, in addition to the mood `rejects`. */
let rejects: (model: string, input: string[]) => boolean
let app: TestApp
let brand: KnowledgeBrand

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { input, model } = JSON.parse(Buffer.concat(chunks).toString()) as {
      input: string[]
      model: string
    }
    asked.push(model)
    if (mood === 'hangs') await new Promise<void>((resolve) => held.push(resolve))
    if (mood === 'refuses') return void response.writeHead(429).end('{}')
    if (mood === 'rejects' || rejects(model, input)) return void response.writeHead(400).end('{}')
    embedded.push(...input)
    const data = input.map((text, index) => ({
      index,
      embedding: vectorOf(text, mood === 'odd' ? index : mood === 'longer' ? 1 : 0),
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: mood === 'short' ? data.slice(1) : data, usage: { prompt_tokens: 1 } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  mood = 'well'
  asked = []
  embedded = []
  held = []
  rejects = () => false
})
afterAll(async () => {
  await app?.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Adds a constant dimension, so that no vector is zero. */
function vectorOf(text: string, more: number): number[] {
  const lower = text.toLowerCase()
  const counts = meanings.map((words) => words.filter((word) => lower.includes(word)).length)
  return [...counts, 0.1, ...Array.from({ length: more }, () => 0)]
}

const embedding = (model: string) => ({
  KNOWLEDGE_EMBEDDING_PROVIDER: 'openai-compatible',
  KNOWLEDGE_EMBEDDING_MODEL: model,
  KNOWLEDGE_EMBEDDING_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
})
const guide = '# Boots\n\nSewn in Tampere by hand.\n\n# Leather\n\nWax it each spring.\n\n# Shop\n\nThe price is high.'

async function start(model = 'first'): Promise<void> {
  await app?.close()
  app = await startTestApp(embedding(model))
  brand = await makeKnowledgeBrand(app)
}

/** Waits for the next hanging request. */
async function nextRequest(): Promise<void> {
  const before = held.length
  while (held.length === before) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Restarts the app with another model on the same data. */
async function changeModel(model: string): Promise<void> {
  const { workspaceId, brandId, key } = brand
  await app.restart(embedding(model))
  brand = knowledgeOf(app, workspaceId, brandId, key)
}

const withModel = async (id: string, model: string) => {
  for (;;) {
    const document = await brand.get(id)
    if (document.embedding_model === model) return document
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('finds passages by meaning if they share no word with the question', async () => {
  await start()
  const { id } = await brand.add('Guide', { text: guide })
  expect(await brand.settled(id)).toMatchObject({
    index: 'hybrid',
    embedding_model: 'openai-compatible:first',
    embedding_problem: null,
  })
  const { passages, body } = await brand.search('How are they manufactured?')
  expect(body.meta).toMatchObject({ ranking: 'hybrid', problem: null })
  expect(passages[0]?.headings).toEqual(['Boots'])
  expect(passages).toHaveLength(3)
})

test.each<[Mood, RegExp]>([
  ['refuses', /rate limit reached \(429\)/],
  ['odd', /vectors of lengths 4 and 5/],
  ['short', /its answer cannot be read/],
])('reports a model that %s, and searches the document by words', async (how, expected) => {
  await start()
  mood = how
  const { id } = await brand.add('Guide', { text: guide })
  const document = await brand.settled(id)
  expect(document).toMatchObject({ status: 'ready', index: 'lexical', embedding_model: null, chunks: 3 })
  expect(document.embedding_problem).toMatch(expected)
  const { passages, body } = await brand.search('wax')
  expect(body.meta).toEqual({ ranking: 'lexical', similar: false, problem: null, total: 1 })
  expect(passages[0]?.headings).toEqual(['Leather'])
})

test('does not mix vectors of different lengths', async () => {
  await start()
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  mood = 'longer'
  const { id: later } = await brand.add('Later', { text: guide })
  const document = await brand.settled(later)
  expect(document).toMatchObject({ status: 'ready', index: 'lexical' })
  expect(document.embedding_problem).toMatch(/vectors of length 5, but the stored ones have length 4/)
  const { passages, body } = await brand.search('wax')
  expect(body.meta).toMatchObject({
    ranking: 'lexical',
    problem: expect.stringMatching(/a vector of length 5/),
  })
  expect(passages).toHaveLength(2)
})

test('searches by words if the embedding model times out on a question, and pauses the model', async () => {
  await start()
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  mood = 'hangs'
  const first = await brand.search('wax')
  expect(first.body.meta).toEqual({
    ranking: 'lexical',
    similar: false,
    problem: 'the embedding model did not answer within 3 s',
    total: 1,
  })
  const requests = asked.length
  expect((await brand.search('price')).passages[0]?.headings).toEqual(['Shop'])
  expect(asked).toHaveLength(requests)
})

test('after a model change, re-embeds in the background and searches with the old vectors until then', async () => {
  await start()
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  mood = 'rejects'
  await changeModel('second')
  while (!asked.includes('second')) await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await brand.get(id)).embedding_model).toBe('openai-compatible:first')
  mood = 'well'
  asked = []
  expect((await brand.search('manufactured')).body.meta).toMatchObject({ ranking: 'hybrid' })
  expect(asked).toEqual(['first'])
  await app.app.services.jobs.enqueue('refresh-knowledge-embeddings', {}, { key: 'test' })
  await withModel(id, 'openai-compatible:second')
  asked = []
  const { passages } = await brand.search('what to maintain')
  expect(asked).toEqual(['second'])
  expect(passages[0]?.headings).toEqual(['Leather'])
})

longTest('searches by words while the model is rate limited, then embeds only the remaining passages', async () => {
  await start()
  const sections = Array.from({ length: 600 }, (_, number) => `# Section ${number}\n\nText ${number}.`)
  rejects = () => {
    // After this request, the third one.
    if (embedded.length === 128) mood = 'refuses'
    return false
  }
  const { id } = await brand.add('Long', { text: sections.join('\n\n') })
  const document = await brand.settled(id)
  expect(document).toMatchObject({ status: 'ready', index: 'lexical', chunks: 600 })
  expect(document.embedding_problem).toMatch(/rate limit reached/)
  rejects = () => false
  mood = 'well'
  expect(await withModel(id, 'openai-compatible:first')).toMatchObject({
    index: 'hybrid',
    embedding_problem: null,
  })
  expect(embedded.toSorted()).toEqual(sections.map((_, number) => `Section ${number}\nText ${number}.`).toSorted())
})

longTest('a slow embedding model does not delay search by words', async () => {
  await start()
  mood = 'hangs'
  const { id } = await brand.add('Guide', { text: guide })
  expect(await brand.settled(id)).toMatchObject({
    status: 'ready',
    index: 'lexical',
    embedding_problem: 'embedding of its passages is still in progress',
  })
  await nextRequest()
  mood = 'well'
  for (const release of held) release()
  expect(await withModel(id, 'openai-compatible:first')).toMatchObject({ embedding_problem: null })
})

longTest('a document deleted during embedding leaves no vectors', async () => {
  await start()
  mood = 'hangs'
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  await nextRequest()
  await app.operate('delete-knowledge-document', { brand_id: brand.brandId, document_id: id })
  const stored = async () => {
    const [row] = await app.app.services.clickhouse.query<{ rows: string }>(
      sql`SELECT (SELECT count() FROM knowledge_vectors) + (SELECT count() FROM knowledge_passages) AS rows`,
    )
    return Number(row?.rows)
  }
  while ((await stored()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  mood = 'well'
  for (const release of held) release()
  while (embedded.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  // Another document is embedded after it.
  const { id: next } = await brand.add('Next', { text: '# Soap\n\nCare for saddles.' })
  await brand.settled(next)
  await app.operate('delete-knowledge-document', { brand_id: brand.brandId, document_id: next })
  while ((await stored()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
})

test('a document that the new model rejects does not affect search in other documents', async () => {
  await start()
  const { id: former } = await brand.add('Guide', { text: guide })
  await brand.settled(former)
  rejects = (model, input) => model === 'second' && input.some((text) => text.includes('Tampere'))
  await changeModel('second')
  while ((await brand.get(former)).embedding_problem === null) await new Promise((resolve) => setTimeout(resolve, 50))
  const { id: later } = await brand.add('Later', { text: '# Soap\n\nCare for saddles.' })
  expect(await brand.settled(later)).toMatchObject({ embedding_model: 'openai-compatible:second' })
  expect((await brand.search('maintain')).body.meta).toMatchObject({ ranking: 'hybrid', problem: null })
  rejects = (model) => model === 'first'
  const { passages, body } = await brand.search('maintain it')
  expect(body.meta).toMatchObject({
    ranking: 'hybrid',
    problem: 'the embedding model answered with the status 400',
  })
  expect(passages.map(({ document_id }) => document_id)).toContain(later)
})
