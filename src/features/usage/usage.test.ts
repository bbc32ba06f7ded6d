import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreUnreachableError } from '../../stores/store-errors.ts'
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { ask, makeWorkspace, type ShownKey, type ShownUsage, usageOf } from '../../testing/usage/ask-usage.ts'
import { countRows } from '../../testing/usage/store-requests.ts'

let running: TestApp
beforeAll(async () => {
  running = await startTestApp({ READS_PER_MINUTE: '100' })
  running.setNow('2026-06-15T12:00:00Z')
})
afterAll(() => running.close())

interface Key {
  id: string
  secret: string
}

const makeKey = (workspace_id: string, more: Record<string, string | string[]> = {}) =>
  running.operate<Key>('create-key', { workspace_id, name: 'k', ...more })

/** Counts usage as a client; only the server measures durations. */
function createTally() {
  const keys = new Map<string, Omit<ShownKey, 'p95_ms'>>()
  return {
    note({ id }: Key, { status, text }: Answer): void {
      const own = keys.get(id)
      const isClientError = Number(status >= 400 && status < 500)
      keys.set(id, {
        api_key_id: id,
        requests: (own?.requests ?? 0) + 1,
        errors: (own?.errors ?? 0) + Number(status >= 400),
        client_errors: (own?.client_errors ?? 0) + isClientError,
        server_errors: (own?.server_errors ?? 0) + Number(status >= 500),
        response_bytes: (own?.response_bytes ?? 0) + Buffer.byteLength(text),
      })
    },
    shown(): Omit<ShownKey, 'p95_ms'>[] {
      return [...keys.values()].sort((a, b) => b.requests - a.requests || (a.api_key_id < b.api_key_id ? -1 : 1))
    },
  }
}

type Tally = ReturnType<typeof createTally>

/** Runs `work` while reads of ClickHouse fail. */
async function withoutClickHouse(work: () => Promise<void>): Promise<void> {
  const { clickhouse } = running.app.services
  const { query, lines } = clickhouse
  const fail = () => Promise.reject(new StoreUnreachableError('gone'))
  Object.assign(clickhouse, { query: fail, lines: fail })
  await work().finally(() => Object.assign(clickhouse, { query, lines }))
}

interface Caller {
  tally: Tally
  brandId: string
  keys: Key[]
  statuses: Set<number>
}

async function makeCaller(): Promise<Caller & { workspaceId: string }> {
  const { id: workspaceId } = await running.operate('create-workspace', { name: 'Ours' })
  const { id: brandId } = await running.operate('create-brand', { workspace_id: workspaceId, name: 'Ünï' })
  const keys = [await makeKey(workspaceId), await makeKey(workspaceId)]
  return { tally: createTally(), workspaceId, brandId, keys, statuses: new Set() }
}

async function send(
  caller: Caller,
  key: Key,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await running.send(method, path, key.secret, { headers })
  caller.tally.note(key, answer)
  caller.statuses.add(answer.status)
  return answer
}

/** Sends requests of each kind with a valid key. */
async function sendMixed(caller: Caller, key: Key, round: number): Promise<void> {
  const tags = `/v1/brands/${caller.brandId}/tags`
  const { headers } = await send(caller, key, 'GET', tags)
  await send(caller, key, 'GET', tags, { 'if-none-match': String(headers.etag) })
  await send(caller, key, 'GET', '/v1/brands', { accept: 'text/csv' })
  await send(caller, key, 'HEAD', '/v1/me')
  await send(caller, key, 'GET', '/v1/me?nonsense=1')
  await send(caller, key, 'GET', '/v1/brands/x/tags')
  await send(caller, key, 'GET', '/v1/brands/%zz/tags')
  await send(caller, key, 'GET', `/v1/brands/${crypto.randomUUID()}/tags`)
  await send(caller, key, 'GET', `/v1/nothing/${'x'.repeat(round)}`)
  await send(caller, key, 'PUT', '/v1/me')
}

async function expectTally({ tally, workspaceId }: Awaited<ReturnType<typeof makeCaller>>): Promise<void> {
  const { keys, totals } = await usageOf(running, workspaceId)
  const expected = tally.shown()
  expect(keys.map(({ p95_ms: _, ...key }) => key)).toEqual(expected)
  const sum = (name: keyof ShownUsage['totals']) => expected.reduce((total, key) => total + key[name], 0)
  expect(totals).toEqual({
    requests: sum('requests'),
    errors: sum('errors'),
    client_errors: sum('client_errors'),
    server_errors: sum('server_errors'),
  })
}

test('usage matches the counts of clients, also after a restart', async () => {
  const callers = [await makeCaller(), await makeCaller()]
  for (const caller of callers) {
    for (let round = 0; round < 9; round += 1)
      await Promise.all(caller.keys.map((key) => sendMixed(caller, key, round)))
    const [key] = caller.keys as [Key, Key]
    while ((await send(caller, key, 'GET', '/v1/me')).status !== 429);
    await withoutClickHouse(async () => {
      await send(caller, caller.keys[1] as Key, 'GET', `/v1/brands/${caller.brandId}/engines`)
    })
    await expectTally(caller)
  }
  const [ours] = callers as [(typeof callers)[number]]
  const { workspaceId } = ours
  const scopeless = await makeKey(workspaceId, { scopes: ['read:content'] })
  await send(ours, scopeless, 'GET', `/v1/brands/${ours.brandId}/tags`)
  const revoked = await makeKey(workspaceId)
  await send(ours, revoked, 'GET', '/v1/me')
  await running.operate('revoke-key', { key_id: revoked.id })
  for (const path of ['/v1/me', '/v1/usage', '/v1/nothing', '/v1/%zz'])
    expect((await send(ours, revoked, 'GET', path)).body.error.code).toBe('token_revoked')
  const expired = await makeKey(workspaceId, { expires_at: '2026-06-15T13:00:00Z' })
  running.setNow('2026-06-15T13:00:00Z')
  expect((await send(ours, expired, 'GET', '/v1/me')).body.error.code).toBe('token_expired')
  const rolled = await makeKey(workspaceId)
  await running.operate('roll-key', { key_id: rolled.id, grace_hours: 0 })
  await send(ours, rolled, 'GET', '/v1/me')
  await running.operate('update-workspace', { workspace_id: workspaceId, api_access: false })
  await send(ours, scopeless, 'GET', '/v1/me')
  expect([...ours.statuses].sort()).toEqual([200, 304, 400, 401, 403, 404, 405, 429, 503])

  for (const caller of callers) await expectTally(caller)
  for (const caller of callers) await sendMixed(caller, caller.keys[1] as Key, 0)
  await running.restart()
  for (const caller of callers) await expectTally(caller)
})

test('a usage request with an API key shows the requests before it, and is counted itself', async () => {
  const { workspaceId, keyId, secret } = await makeWorkspace(running)
  const read = async () => (await running.get('/v1/usage?days=1', secret)).body as { data: ShownUsage }
  for (let before = 0; before < 5; before += 1) expect((await read()).data.totals.requests).toBe(before)
  const { headers } = await running.get('/v1/usage', secret, { 'if-none-match': '*' })
  expect(headers.etag).toBeUndefined()
  expect((await usageOf(running, workspaceId)).keys).toMatchObject([{ api_key_id: keyId, requests: 6 }])
})

test('requests without a valid key count for no workspace', async () => {
  const { workspaceId, secret } = await makeWorkspace(running)
  const gone = await makeWorkspace(running)
  await running.operate('delete-workspace', { workspace_id: gone.workspaceId })
  for (const key of [undefined, 'nonsense', `${secret}x`, gone.secret]) await running.get('/v1/me', key)
  await running.get('/docs', secret)
  await running.get('/healthz', secret)
  const none = { requests: 0, errors: 0, client_errors: 0, server_errors: 0 }
  expect(await usageOf(running, workspaceId)).toEqual({ totals: none, keys: [] })
  expect(await countRows(running, 'usage_requests', gone.workspaceId)).toBe(0)
})

test('measures durations only for requests that reach an endpoint', async () => {
  const { workspaceId, secret } = await makeWorkspace(running)
  await ask(running, secret, '/v1/nothing', 404)
  await running.send('PUT', '/v1/me', secret)
  const p95 = async () => (await usageOf(running, workspaceId)).keys[0]?.p95_ms
  expect(await p95()).toBeNull()
  await ask(running, secret, '/v1/me?x=1', 400)
  expect(await p95()).toBeGreaterThan(0)
})

test('counts a client that disconnects before the response as a client error', async () => {
  const { workspaceId, secret } = await makeWorkspace(running)
  const { id: brandId } = await running.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })
  await running.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = running.app.http.server.address() as AddressInfo
  const { clickhouse } = running.app.services
  const { query } = clickhouse
  const { promise: started, resolve: markStarted } = Promise.withResolvers<void>()
  const { promise: gone, resolve: markGone } = Promise.withResolvers<void>()
  clickhouse.query = async (...given) => {
    markStarted()
    await gone
    return query(...given) as never
  }
  const path = `/v1/brands/${brandId}/engines`
  const disconnected = new Promise((resolve) => {
    running.app.http.server.once('request', (_, response) => response.on('close', resolve))
  })
  const leaving = httpRequest({ port, path, headers: { authorization: `Bearer ${secret}` } })
  leaving.on('error', () => {}).end()
  await started
  leaving.destroy()
  await disconnected
  clickhouse.query = query
  markGone()
  const expected = { requests: 1, client_errors: 1, server_errors: 0 }
  while ((await usageOf(running, workspaceId)).totals.requests === 0) await sleep(10)
  expect((await usageOf(running, workspaceId)).totals).toMatchObject(expected)
})

test('usage days are UTC days, including all of the first day and today', async () => {
  const { workspaceId, keyId, secret } = await makeWorkspace(running)
  for (const now of ['2026-07-01T23:59:59.999Z', '2026-07-02T00:00:00Z', '2026-07-02T23:59:59.999Z']) {
    running.setNow(now)
    await ask(running, secret, '/v1/me')
  }
  const requests = async (days: number) => (await usageOf(running, workspaceId, days)).totals.requests
  expect([await requests(1), await requests(2)]).toEqual([2, 3])
  running.setNow('2026-07-03T00:00:00Z')
  expect([await requests(1), await requests(2), await requests(3)]).toEqual([0, 2, 3])
  const { body } = await running.get('/v1/usage?days=2', secret)
  expect(body).toMatchObject({
    data: { keys: [{ api_key_id: keyId, requests: 2 }] },
    meta: { period: { since: '2026-07-02', days: 2 } },
  })
  running.setNow('2026-07-31T00:00:00Z')
  expect((await running.get('/v1/usage', secret)).body.meta).toEqual({
    period: { since: '2026-07-02', days: 30 },
  })
  for (const days of ['0', '401', '1.5', 'x', '']) await ask(running, secret, `/v1/usage?days=${days}`, 400)
})

test('deleting a workspace deletes its usage', async () => {
  const [ours, theirs] = [await makeWorkspace(running), await makeWorkspace(running)]
  for (const { secret } of [ours, theirs]) await ask(running, secret, '/v1/me')
  await usageOf(running, ours.workspaceId)
  await ask(running, ours.secret, '/v1/me')
  await running.operate('delete-workspace', { workspace_id: ours.workspaceId })
  expect(await countRows(running, 'usage_requests', ours.workspaceId)).toBe(0)
  expect(await countRows(running, 'usage_requests', theirs.workspaceId)).toBe(1)
})
