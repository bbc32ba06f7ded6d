import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Stands in for somebody else's model server: says 90 of every entity, or fails. */
let model: Server
let asked = 0
let fails = false
let running: TestApp

beforeAll(async () => {
  model = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked += 1
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

afterAll(async () => {
  await running.close()
  model.close()
})

const answer = (id: string, text: string) => ({
  id,
  prompt: 'which one?',
  engine: 'chatgpt',
  executed_at: '2026-01-15T12:00:00Z',
  answer: text,
})

test('a configured model judges, once for the same text and names; what it was asked and said can be read', async () => {
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

  // Another entity that the answer does not name: the same question, so the kept answer serves.
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
  // The offline judgement stands for the second answer: well below neutral.
  expect((await sentiments())[0]).toBeLessThan(75)
})
