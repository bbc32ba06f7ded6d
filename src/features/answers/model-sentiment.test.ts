import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

/** A model server that scores every entity 90, or fails. */
let model: Server
let asked = 0
let fails = false
let whenAsked: () => Promise<unknown> = () => Promise.resolve()
let running: TestApp

beforeAll(async () => {
  model = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked += 1
    await whenAsked()
    if (fails) return response.writeHead(500).end('{}')
    const entities = new Set(
      [...JSON.stringify(JSON.parse(body).messages).matchAll(/Acme|Globex/g)].map(([name]) => name),
    )
    const scores = Object.fromEntries([...entities].map((_, index) => [String(index), 90]))
    const choice = {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: JSON.stringify(scores) },
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        id: '1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [choice],
        usage: {},
      }),
    )
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  running = await startTestApp({
    SENTIMENT_PROVIDER: 'openai-compatible',
    SENTIMENT_MODEL: 'm',
    SENTIMENT_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
  })
})

beforeEach(() => {
  fails = false
  whenAsked = () => Promise.resolve()
})
afterAll(async () => {
  await running.close()
  model.close()
  model.closeAllConnections()
})

const answer = (id: string, text: string) => ({
  id,
  prompt: 'which one?',
  engine: 'chatgpt',
  executed_at: '2026-01-15T12:00:00Z',
  answer: text,
})

test('asks the model once per text and names, and lists the question and reply', async () => {
  const workspace = await running.operate('create-workspace', { name: 'W' })
  const brand = await running.operate('create-brand', { workspace_id: workspace.id, name: 'Acme' })
  const { secret } = await running.operate<{ secret: string }>('create-key', {
    workspace_id: workspace.id,
    name: 'k',
  })
  const path = `/v1/brands/${brand.id}/competitors/rankings?start_date=2026-01-01&end_date=2026-01-31`
  const sentiments = async () =>
    ((await running.get(path, secret)).body.data as { sentiment_score: number | null }[]).map(
      (row) => row.sentiment_score,
    )

  const file = answersFile([answer('1', 'Acme is terrible and fails.'), answer('2', 'Nobody is named here.')])
  await running.operate('import-answers', { brand_id: brand.id }, file)
  expect(asked).toBe(1)
  expect(await sentiments()).toEqual([90])

  // The answer does not mention the new competitor: the question is the same, so the stored reply is used.
  await running.operate('create-competitor', {
    brand_id: brand.id,
    name: 'Globex',
    primary_url: 'https://globex.com',
  })
  await running.historyIsRead()
  expect(asked).toBe(1)
  expect(await sentiments()).toEqual([90, null])

  const judgements = await running.operate<Record<string, unknown>[]>('list-sentiment-judgements', {
    brand_id: brand.id,
  })
  expect(judgements).toHaveLength(1)
  expect(judgements[0]).toMatchObject({
    model: 'm',
    scores: [{ name: 'Acme', score: 90 }],
    reply: '{"0":90}',
    error: null,
  })
  expect(judgements[0]?.question).toContain('Acme is terrible and fails.')

  fails = true
  await running.operate(
    'import-answers',
    { brand_id: brand.id },
    answersFile([answer('3', 'Acme is terrible and fails!')]),
  )
  const [failed] = await running.operate<{ error: string }[]>('list-sentiment-judgements', {
    brand_id: brand.id,
    limit: 1,
  })
  expect(failed?.error).not.toBe('')
  // The built-in judgment applies to the second answer: well below neutral.
  expect((await sentiments())[0]).toBeLessThan(75)
})

async function makeBrand(): Promise<string> {
  const workspace = await running.operate('create-workspace', { name: 'W' })
  return (await running.operate('create-brand', { workspace_id: workspace.id, name: 'Acme' })).id
}

const praise = (count: number, name: string) =>
  answersFile(Array.from({ length: count }, (_, id) => answer(`${name} ${id}`, `Acme is great, ${name} ${id}.`)))

test('pauses a model for five minutes after repeated failures', async () => {
  const brand_id = await makeBrand()
  running.setNow('2026-02-01T12:00:00Z')
  fails = true
  asked = 0
  expect(await running.operate('import-answers', { brand_id }, praise(400, 'first'))).toMatchObject({
    imported: 400,
  })
  // Five in a row, plus concurrent requests from two or more threads, each tried twice.
  expect(asked).toBeLessThan(200)
  asked = 0
  fails = false
  running.setNow('2026-02-01T12:04:59Z')
  await running.operate('import-answers', { brand_id }, praise(10, 'second'))
  expect(asked).toBe(0)
  running.setNow('2026-02-01T12:05:00Z')
  await running.operate('import-answers', { brand_id }, praise(10, 'third'))
  expect(asked).toBe(10)
})

test('deleting a brand deletes what the model said about it', async () => {
  const brand_id = await makeBrand()
  let deletion: Promise<unknown> | undefined
  whenAsked = () => {
    deletion ??= running.operate('delete-brand', { brand_id })
    return deletion
  }
  const outcome = await running.tryOperate('import-answers', { brand_id }, praise(3, 'gone'))
  expect(outcome).toMatchObject({ failure: { error: { code: 'not_found' } } })
  const remaining = sql`SELECT answer_id FROM sentiment_judgements WHERE brand_id = ${brand_id}`
  expect(await running.app.services.clickhouse.query(remaining)).toEqual([])
})

test('closing does not wait for a model that hangs', async () => {
  const brand_id = await makeBrand()
  const hangs = new Promise<void>((resolve) => {
    whenAsked = () => {
      resolve()
      return new Promise(() => {})
    }
  })
  const importing = running.tryOperate('import-answers', { brand_id }, praise(100, 'hanging'))
  await hangs
  await running.restart()
  expect(await importing).toMatchObject({ failure: { error: { code: 'service_unavailable' } } })
})
