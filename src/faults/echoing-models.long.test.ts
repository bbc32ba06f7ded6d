import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EchoAnswer, type EchoServer, echoMark, refusing, startEchoServer } from '../testing/echo-server.ts'
import { type KnowledgeBrand, makeKnowledgeBrand } from '../testing/knowledge/knowledge-brand.ts'
import { dumpStores } from '../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../testing/test-app.ts'

/* Model servers that echo keys and requests: Sightline neither logs, shows nor stores their answers. */

const modelKey = 'sk-test-4f0c8b1e9d7a4e2f'
/** Part of every question to a model; no log line may contain it. */
const askedMark = 'MarkOfTheQuestion'
const written: string[] = []

let server: EchoServer
let app: TestApp
let brand: KnowledgeBrand
let folder: string
let number = 0

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void written.push(words.map(String).join(' ')))
  server = await startEchoServer()
  folder = mkdtempSync(join(tmpdir(), 'sightline-echo-'))
  const log = pino({ level: 'trace' }, { write: (line: string) => written.push(line) })
  app = await startTestApp(configured('openai-compatible'), { log })
  brand = await makeKnowledgeBrand(app)
  app.site.pages = { '/': `<!doctype html><title>Acme</title><p>Boots of ${askedMark}.` }
})
afterAll(async () => {
  await app.close()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const configured = (provider: string) => ({
  SENTIMENT_PROVIDER: provider,
  SENTIMENT_MODEL: 'm',
  SENTIMENT_BASE_URL: `${server.url}/v1`,
  SENTIMENT_API_KEY: modelKey,
  KNOWLEDGE_MODEL_PROVIDER: provider,
  KNOWLEDGE_MODEL: 'm',
  KNOWLEDGE_MODEL_BASE_URL: `${server.url}/v1`,
  KNOWLEDGE_MODEL_API_KEY: modelKey,
  // Anthropic has no embedding model.
  KNOWLEDGE_EMBEDDING_PROVIDER: provider === 'anthropic' ? 'openai' : provider,
  KNOWLEDGE_EMBEDDING_MODEL: 'm',
  KNOWLEDGE_EMBEDDING_BASE_URL: `${server.url}/v1`,
  KNOWLEDGE_EMBEDDING_API_KEY: modelKey,
})

/** Makes every client send requests. @returns all that operations then show */
async function askAll(): Promise<string> {
  number += 1
  const of = { brand_id: brand.brandId }
  const answer = {
    prompt: 'Which?',
    engine: 'chatgpt',
    executed_at: '2026-01-15T12:00:00Z',
    answer: `Acme is great, says ${askedMark} ${number}.`,
  }
  await app.operate('import-answers', of, answersFile([answer]))
  const { id } = await brand.add('Guide', { text: `${askedMark} ${number}.\n\nWax them each spring.` })
  await brand.settled(id)
  await app.operate('analyse-brand', of)
  const analysis = () => app.operate<{ status: string }>('get-brand-analysis', of)
  while ((await analysis()).status === 'running') await new Promise((resolve) => setTimeout(resolve, 50))
  const shown = await Promise.all([
    app.operate('list-sentiment-judgements', of),
    brand.get(id),
    brand.search('wax'),
    analysis(),
    app.operate('get-profile', of),
  ])
  return JSON.stringify(shown)
}

/** A backup with all its files unpacked. */
async function backedUp(): Promise<string> {
  const to = join(folder, String(number))
  await app.operate('backup', { to })
  return readdirSync(to)
    .map((name) => readFileSync(join(to, name)))
    .map((file) => (file[0] === 0x1f ? gunzipSync(file) : file).toString())
    .join('\n')
}

const chat = (content: string) =>
  JSON.stringify({
    ...{ id: '1', object: 'chat.completion', created: 1, model: 'm', usage: {} },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  })
const answering =
  (body: (echo: string) => string): EchoAnswer =>
  (response, echo) =>
    void response.writeHead(200, { 'content-type': 'application/json', 'x-echo': modelKey }).end(body(echo))

const failures: [string, string, EchoAnswer][] = [
  ['refuses the key', 'openai-compatible', refusing(401)],
  ['refuses the request', 'openai-compatible', refusing(400)],
  ['rate-limits requests', 'openai-compatible', refusing(429)],
  ['is broken', 'openai-compatible', refusing(500)],
  ['is OpenAI', 'openai', refusing(401)],
  ['is Anthropic', 'anthropic', refusing(403)],
  ['is Google', 'google', refusing(400)],
  ['answers with invalid JSON', 'openai-compatible', answering((echo) => echo)],
  ['answers with another object', 'openai-compatible', answering((echo) => JSON.stringify({ error: echo }))],
  ['answers off topic', 'openai-compatible', answering(chat)],
  ['answers with truncated JSON', 'openai-compatible', answering((echo) => chat(echo).slice(0, -2))],
  [
    'sends invalid HTTP',
    'openai-compatible',
    ({ socket }, echo) => void socket?.end(`HTTP/1.1 ${echo}\r\n${echo}\r\n\r\n`),
  ],
  ['hangs up', 'openai-compatible', ({ socket }) => void socket?.destroy()],
]

test.each(failures)('only code and status are recorded of a model that %s', async (_, provider, answer) => {
  // Set first: documents that wait for vectors call the model immediately, and after an error calls pause.
  server.answer = answer
  server.asked = []
  await app.restart(configured(provider))
  const shown = await askAll()
  const paths = new Set(server.asked.map(({ url }) => url.replace(/^.*[/:]/, '')))
  expect(paths.size, 'number of clients that sent requests').toBeGreaterThan(1)
  for (const { headers } of server.asked) expect(JSON.stringify(headers)).toContain(modelKey)
  const places = {
    shown,
    stored: await dumpStores(app.app.services),
    kept: await backedUp(),
    log: written.join('\n'),
  }
  for (const [place, text] of Object.entries(places))
    for (const secret of [modelKey, echoMark]) expect(text.includes(secret), `${secret} in ${place}`).toBe(false)
  expect(places.log.includes(askedMark)).toBe(false)
  const [judgement] = await app.operate<{ error: string }[]>('list-sentiment-judgements', {
    brand_id: brand.brandId,
  })
  expect(judgement?.error).toMatch(/^the sentiment model .{1,200}$/)
  expect(places.log).toContain('the sentiment model failed')
})

test('a key inside a valid model answer is not stored', async () => {
  await app.restart(configured('openai-compatible'))
  const summary = JSON.stringify({ summary: `Boots, for ${modelKey}.` })
  server.answer = (response, _, { body }) => {
    const content = body.includes('You summarize') ? summary : `{"0":"${modelKey}","0":90}`
    response.writeHead(200, { 'content-type': 'application/json' }).end(chat(content))
  }
  const shown = await askAll()
  expect(shown).toContain('Boots, for …')
  expect(shown).toContain('"score":90')
  const places = [shown, await dumpStores(app.app.services), await backedUp(), written.join('\n')]
  expect(places.map((text) => text.includes(modelKey))).toEqual([false, false, false, false])
})

test('a key is not sent to the target of a redirect', async () => {
  const elsewhere = await startEchoServer()
  try {
    for (const provider of ['openai-compatible', 'anthropic', 'google']) {
      await app.restart(configured(provider))
      server.answer = (response) =>
        void response.writeHead(307, { location: `${elsewhere.url.replace('127.0.0.1', 'localhost')}/v1` }).end()
      await askAll()
    }
    expect(elsewhere.asked).toEqual([])
  } finally {
    elsewhere.close()
  }
})
