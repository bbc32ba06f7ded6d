import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { generateSecret } from '../../lib/key-format.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Key {
  id: string
  secret: string
  status: string
  revoked_at: string | null
}

const start = Date.parse('2026-06-15T12:00:00.000Z')
const minutesLater = (minutes: number) => new Date(start + minutes * 60_000)

let app: TestApp
let workspaceId: string
let key: Key

beforeAll(async () => {
  app = await startTestApp()
  workspaceId = (await app.operate<{ id: string }>('create-workspace', { name: 'Ours' })).id
  key = await makeKey()
})
beforeEach(() => app.setNow(minutesLater(0)))
afterAll(() => app.close())

const makeKey = (input = {}) => app.operate<Key>('create-key', { workspace_id: workspaceId, name: 'test', ...input })
const codeFor = async (secret: string) => (await app.get('/v1/me', secret)).body.error?.code ?? 'none'

/** The queries sent to the stores while `work` runs, without the polling of background jobs. */
async function recordStoreQueries(work: () => Promise<void>): Promise<string[]> {
  const queries: string[] = []
  const postgres = vi.spyOn(pg.Client.prototype, 'query')
  const clickhouse = vi.spyOn(app.app.services.clickhouse, 'query')
  try {
    await work()
    for (const [query] of postgres.mock.calls as unknown as [string | { text: string }][]) {
      const text = typeof query === 'string' ? query : query.text
      if (!text.includes('jobs.')) queries.push(text)
    }
    return [...queries, ...clickhouse.mock.calls.map(([query]) => query.text)]
  } finally {
    postgres.mockRestore()
    clickhouse.mockRestore()
  }
}

test('a valid key is looked up in PostgreSQL, so the spy would notice a query', async () => {
  const queries = await recordStoreQueries(async () => {
    expect((await app.get('/v1/me', (await makeKey()).secret)).status).toBe(200)
  })
  expect(queries.some((text) => text.includes('from "api_keys"'))).toBe(true)
})

test('rejects a malformed key without a query', async () => {
  const { secret } = key
  const changed = [...secret].flatMap((character, place) =>
    ['0', 'z', 'A', '-', '_', '~', ' ', ',']
      .filter((other) => other !== character)
      .map((other) => secret.slice(0, place) + other + secret.slice(place + 1)),
  )
  const cut = [...secret].flatMap((_, length) => [secret.slice(0, length), secret.slice(length + 1)])
  const grown = ['0', 'z', '=', '.'].flatMap((more) => [secret + more, more + secret])
  const queries = await recordStoreQueries(async () => {
    for (const malformed of [...changed, ...cut, ...grown, secret.toLowerCase(), `${secret}${secret}`]) {
      const { status, body } = await app.get('/v1/me', malformed)
      expect([status, body.error.code], malformed).toEqual([401, 'invalid_token'])
    }
  })
  expect(queries).toEqual([])
})

test('accepts a key only in the Authorization header with the Bearer scheme', async () => {
  const { secret } = key
  const accepted = [
    `Bearer ${secret}`,
    `bearer ${secret}`,
    `BEARER ${secret}`,
    `Bearer   ${secret}`,
    `Bearer ${secret} `,
  ]
  for (const authorization of accepted)
    expect((await app.get('/v1/me', undefined, { authorization })).status, authorization).toBe(200)
  const basic = Buffer.from(`${secret}:`).toString('base64')
  const refused = [
    '',
    'Bearer',
    'Bearer ',
    secret,
    `Basic ${basic}`,
    `Basic ${secret}`,
    `Token ${secret}`,
    `Bearer${secret}`,
    `Bearer: ${secret}`,
    `Bearer "${secret}"`,
    `Bearer ${secret}, Bearer ${secret}`,
    `Bearer ${secret} x`,
  ]
  const queries = await recordStoreQueries(async () => {
    for (const authorization of refused) {
      const { status, body, headers } = await app.get('/v1/me', undefined, { authorization })
      expect([status, body.error.code], authorization).toEqual([401, 'invalid_token'])
      expect(headers['www-authenticate']).toBe('Bearer')
    }
    for (const name of ['api_key', 'key', 'token', 'access_token', 'authorization'])
      expect((await app.get(`/v1/me?${name}=${secret}`)).status, name).toBe(401)
    for (const headers of [{ cookie: `key=${secret}; authorization=Bearer ${secret}` }, { 'x-api-key': secret }])
      expect((await app.get('/v1/me', undefined, headers)).status).toBe(401)
    expect((await app.get('/v1/me')).body.error.code).toBe('invalid_token')
  })
  expect(queries).toEqual([])
})

test('responds to an unknown well-formed key as to a malformed one', async () => {
  const unknown = await app.get('/v1/me', generateSecret())
  const malformed = await app.get('/v1/me', 'svc_sk_x')
  expect(unknown.status).toBe(401)
  expect({ ...unknown.body.error, request_id: '' }).toEqual({ ...malformed.body.error, request_id: '' })
})

test('a key works until the moment it expires', async () => {
  const { secret } = await makeKey({ expires_at: minutesLater(10).toISOString() })
  app.setNow(new Date(minutesLater(10).getTime() - 1))
  expect(await codeFor(secret)).toBe('none')
  app.setNow(minutesLater(10))
  const { status, body } = await app.get('/v1/me', secret)
  expect([status, body.error.code]).toEqual([401, 'token_expired'])
})

test('rejects a revoked key immediately, and a second revocation keeps the first time', async () => {
  const { id, secret } = await makeKey({ expires_at: minutesLater(10).toISOString() })
  expect(await codeFor(secret)).toBe('none')
  const first = await app.operate<Key>('revoke-key', { key_id: id })
  expect([first.status, first.revoked_at]).toEqual(['revoked', minutesLater(0).toISOString()])
  const { status, body } = await app.get('/v1/me', secret)
  expect([status, body.error.code]).toEqual([401, 'token_revoked'])
  app.setNow(minutesLater(20))
  expect((await app.operate<Key>('revoke-key', { key_id: id })).revoked_at).toBe(first.revoked_at)
  expect(await codeFor(secret)).toBe('token_revoked')
})

test('a key revoked during its lookup is rejected on the next request', async () => {
  const { id, secret } = await makeKey()
  const { pool } = app.app.services.postgres
  const blocker = await pool.connect()
  let slow: Promise<string>
  try {
    // The lookup reads the key, then waits for its workspace.
    await blocker.query('begin; lock table workspaces in access exclusive mode')
    slow = codeFor(secret)
    const waiting = `select from pg_locks where not granted and relation = 'workspaces'::regclass`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    // Same as revoke-key, which would wait for the workspace lock too.
    await pool.query('update api_keys set revoked_at = now() where id = $1', [id])
    app.app.services.onAccessChanged()
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  expect(await slow).toBe('none')
  expect(await codeFor(secret)).toBe('token_revoked')
})

test('changes to the workspace apply to the next request', async () => {
  const { id } = await app.operate<{ id: string }>('create-workspace', { name: 'Before' })
  const { secret } = await app.operate<Key>('create-key', { workspace_id: id, name: 'test' })
  expect(await codeFor(secret)).toBe('none')
  await app.operate('update-workspace', { workspace_id: id, name: 'After', api_access: false })
  expect(await codeFor(secret)).toBe('plan_required')
  await app.operate('update-workspace', { workspace_id: id, api_access: true })
  expect((await app.get('/v1/me', secret)).body.data).toMatchObject({ workspace: { id, name: 'After' } })
})
