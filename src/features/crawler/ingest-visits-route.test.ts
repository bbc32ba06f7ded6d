import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { StoreUnreachableError } from '../../stores/store-errors.ts'
import { line, person } from '../../testing/crawler/logs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let running: TestApp
let brandId: string
let token: { id: string; secret: string }

beforeAll(async () => {
  running = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
})
afterAll(() => running.close())

beforeEach(async () => {
  const { id: workspace_id } = await running.operate<{ id: string }>('create-workspace', { name: 'Ours' })
  const brand = { workspace_id, name: 'Acme', domain: 'acme.com' }
  brandId = (await running.operate<{ id: string }>('create-brand', brand)).id
  token = await running.operate('create-ingest-token', { brand_id: brandId, name: 'drain' })
})

const push = async (
  payload: string | Buffer,
  { query = '', ...headers }: Record<string, string> = {},
): Promise<{ status: number; body: { data: object; error: { code: string; message: string } } }> => {
  const response = await running.app.http.inject({
    method: 'POST',
    url: `/ingest/crawler-logs${query}`,
    headers: { authorization: `Bearer ${token.secret}`, ...headers },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

test('stores a batch of log lines before it responds, and ignores a repeated one', async () => {
  const batch = line({}).repeat(2) + line({ agent: person })
  expect(await push(batch)).toMatchObject({
    status: 200,
    body: {
      data: { lines: 3, visits: 2, duplicates: 0, ignored: 1, rejected: 0 },
      request_id: expect.any(String),
    },
  })
  expect(await push(batch)).toMatchObject({ body: { data: { visits: 2, duplicates: 2 } } })
})

test('the same lines in another batch are new visits; Batch-Id identifies a batch if present', async () => {
  expect(await push(line({}), { 'batch-id': '1' })).toMatchObject({ body: { data: { duplicates: 0 } } })
  expect(await push(line({}), { 'batch-id': '2' })).toMatchObject({ body: { data: { duplicates: 0 } } })
  expect(await push(line({}), { 'batch-id': '1' })).toMatchObject({ body: { data: { duplicates: 1 } } })
  expect(await push(line({}), { 'batch-id': ' ' })).toMatchObject({ status: 400 })
  expect(await push(line({}), { 'batch-id': 'x'.repeat(256) })).toMatchObject({ status: 400 })
})

test('accepts compressed batches and JSON arrays', async () => {
  const item = { ts: '2026-06-10T08:00:00Z', user_agent: 'GPTBot/1.2', path: '/' }
  const array = JSON.stringify([item, { ...item, path: '/b' }])
  expect(await push(array, { 'content-type': 'application/json' })).toMatchObject({
    body: { data: { lines: 2, visits: 2 } },
  })
  expect(await push(gzipSync(array), { 'content-encoding': 'gzip' })).toMatchObject({
    body: { data: { visits: 2 } },
  })
  expect(await push(zstdCompressSync(line({})), { 'content-encoding': 'zstd' })).toMatchObject({
    body: { data: { visits: 1 } },
  })
  const bomb = gzipSync(Buffer.alloc(100_000_000))
  for (const [body, encoding] of [
    [bomb, 'gzip'],
    ['no gzip', 'gzip'],
    ['x', 'br'],
  ] as const)
    expect(await push(body, { 'content-encoding': encoding })).toMatchObject({ status: 400 })
})

test('rejects an invalid batch with the reason and stores none of it', async () => {
  expect((await push('{"a":1}\n')).body.error.message).toContain('format')
  expect((await push(line({}), { query: '?format=nothing' })).body.error.message).toContain('combined')
  expect((await push(line({}), { query: '?fromat=json' })).body.error.message).toContain('fromat')
  expect((await push(line({}), { query: '?domain=a/b' })).body.error.message).toContain('domain')
  expect(await push(Buffer.alloc(17_000_000))).toMatchObject({ status: 400 })
})

test('accepts only valid ingest tokens, not API keys', async () => {
  const refused = { status: 401, body: { error: { code: 'invalid_token' } } }
  for (const authorization of ['', 'Bearer x', `Bearer ${token.secret}x`, `Bearer ${token.secret.slice(0, -1)}`])
    expect(await push(line({}), { authorization })).toMatchObject(refused)
  await running.operate('revoke-ingest-token', { brand_id: brandId, token_id: token.id })
  expect(await push(line({}))).toMatchObject({ status: 401, body: { error: { code: 'token_revoked' } } })
  const [shown] = await running.operate<object[]>('list-ingest-tokens', { brand_id: brandId })
  expect(JSON.stringify(shown)).not.toContain(token.secret)
})

test('returns 503 if a batch cannot be stored, and accepts it again later', async () => {
  const { clickhouse } = running.app.services
  const { insert } = clickhouse
  clickhouse.insert = () => Promise.reject(new StoreUnreachableError('gone'))
  expect(await push(line({}))).toMatchObject({ status: 503 })
  clickhouse.insert = insert
  expect(await push(line({}))).toMatchObject({ status: 200, body: { data: { visits: 1, duplicates: 0 } } })
})
