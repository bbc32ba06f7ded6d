import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKnowledgeBrand } from '../../../testing/knowledge/knowledge-brand.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

const dimensions = 384
const passages = 2500
const questions = 40

let server: Server
let app: TestApp
/** The embedding of each text, keyed by the word with a number at its end. */
const vectors = new Map<string, number[]>()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] }
    const data = input.map((text, index) => ({
      index,
      embedding: vectors.get(/\w+\d+$/.exec(text)?.[0] ?? ''),
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 1 } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({
    KNOWLEDGE_EMBEDDING_PROVIDER: 'openai-compatible',
    KNOWLEDGE_EMBEDDING_MODEL: 'm',
    KNOWLEDGE_EMBEDDING_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  })
})
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
})

let seed = 1
/** Pseudorandom from 0 to 1, the same in each run (Numerical Recipes' generator). */
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 4_294_967_296
}
/** Normally distributed (Box–Muller). */
const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const direction = (values: number[]) => {
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}
const around = (center: readonly number[], spread: number) =>
  direction(center.map((value) => value + spread * gaussian()))
const origin = Array.from({ length: dimensions }, () => 0)
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] as number), 0)

test.each<[string, () => number[]]>([
  ['random', () => around(origin, 1)],
  ['clustered', clustered(20)],
])('search finds at least 99 in 100 of the ten nearest of %s vectors', async (name, vector) => {
  const brand = await makeKnowledgeBrand(app)
  const stored = Array.from({ length: passages }, (_, number) => [String(`p${number}`), vector()] as const)
  const asked = Array.from({ length: questions }, (_, number) => [`${name[0]}q${number}`, vector()] as const)
  for (const [text, embedding] of [...stored, ...asked]) vectors.set(text, embedding)
  const text = stored.map(([word], number) => `# ${number}\n\n${word}`).join('\n\n')
  const { id } = await brand.add('Vectors', { text })
  await brand.settled(id)
  // On a busy machine, a later job embeds the last passages.
  await expect.poll(() => brand.get(id), { timeout: 100_000 }).toMatchObject({ index: 'hybrid', chunks: passages })
  let found = 0
  for (const [question, embedding] of asked) {
    const nearest = stored.map(([word, other]) => [word, dot(embedding, other)] as const)
    const first = new Set(
      nearest
        .sort(([, a], [, b]) => b - a)
        .slice(0, 10)
        .map(([word]) => word),
    )
    const { passages: answers } = await brand.search(question, '&limit=10')
    found += answers.filter(({ text: word }) => first.has(word)).length
  }
  expect(found / (10 * questions)).toBeGreaterThanOrEqual(0.99)
})

function clustered(count: number): () => number[] {
  const centers = Array.from({ length: count }, () => around(origin, 1))
  return () => around(centers[Math.floor(random() * count)] as number[], 0.5 / Math.sqrt(dimensions))
}
