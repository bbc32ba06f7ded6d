import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Key {
  id: string
  secret: string
  allowed_addresses: string[]
  last_used_at: string | null
}

let app: TestApp
let workspaceId: string

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '10.9.9.9', UNKNOWN_KEYS_PER_MINUTE: '20' })
  workspaceId = (await app.operate('create-workspace', { name: 'Ours' })).id
})
afterAll(() => app.close())

const makeKey = (...allowed_addresses: string[]) =>
  app.operate<Key>('create-key', { workspace_id: workspaceId, name: 'test', allowed_addresses })
const shown = async ({ id }: Key) =>
  (await app.operate<Key[]>('list-keys', { workspace_id: workspaceId })).find((key) => key.id === id) as Key

async function callFrom(remoteAddress: string, { secret }: Key, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${secret}`
  const response = await app.app.http.inject({
    url: '/v1/me',
    remoteAddress,
    headers: { authorization, ...headers },
  })
  return [response.statusCode, response.json().error?.code] as const
}

async function callToolsFrom(remoteAddress: string, { secret }: Key) {
  return app.app.http.inject({
    method: 'POST',
    url: '/mcp',
    remoteAddress,
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
}

const refused = [403, 'address_not_allowed'] as const
const accepted = [200, undefined] as const

test('a key works only from its allowed addresses and ranges', async () => {
  const key = await makeKey('203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48')
  for (const address of ['203.0.113.7', '198.51.100.0', '198.51.100.255', '2001:db8:1:2::9', '::ffff:203.0.113.7'])
    expect(await callFrom(address, key), address).toEqual(accepted)
  for (const address of ['203.0.113.8', '198.51.101.0', '2001:db8:2::1', '127.0.0.1', '::1', 'fe80::1%eth0'])
    expect(await callFrom(address, key), address).toEqual(refused)
  expect((await callToolsFrom('203.0.113.7', key)).statusCode).toBe(200)
  const elsewhere = await callToolsFrom('192.0.2.1', key)
  expect([elsewhere.statusCode, elsewhere.json().error.data.code]).toEqual(refused)
  expect(elsewhere.headers['www-authenticate']).toBeUndefined()
  expect(elsewhere.json().error.message).not.toContain('203.0.113')
})

test('the client address comes from X-Forwarded-For only if a trusted proxy sends it', async () => {
  const key = await makeKey('203.0.113.7')
  const named = { 'x-forwarded-for': '203.0.113.7' }
  expect(await callFrom('10.9.9.9', key, named)).toEqual(accepted)
  expect(await callFrom('10.9.9.8', key, named)).toEqual(refused)
  expect(await callFrom('10.9.9.9', key, { 'x-forwarded-for': '203.0.113.7, 192.0.2.1' })).toEqual(refused)
})

test('requests from other addresses count toward their IP limit, not as key use, and reach no route', async () => {
  const key = await makeKey('203.0.113.7')
  for (let count = 0; count < 20; count += 1) expect(await callFrom('192.0.2.77', key)).toEqual(refused)
  expect(await callFrom('192.0.2.77', key)).toEqual([429, 'rate_limited'])
  expect((await shown(key)).last_used_at).toBeNull()
  const { statusCode, headers } = await app.app.http.inject({
    url: '/v1/me',
    remoteAddress: '203.0.113.7',
    headers: { authorization: `Bearer ${key.secret}` },
  })
  expect([statusCode, headers.ratelimit]).toEqual([200, expect.stringContaining('r=999999')])
  const unknown = await app.app.http.inject({
    url: '/v1/nope',
    remoteAddress: '192.0.2.78',
    headers: { authorization: `Bearer ${key.secret}` },
  })
  expect(unknown.json().error.code).toBe('address_not_allowed')
})

test('rolling a key keeps its addresses, and an update to them applies immediately', async () => {
  const old = await makeKey('203.0.113.7')
  const rolled = await app.operate<Key>('roll-key', { key_id: old.id })
  expect(rolled.allowed_addresses).toEqual(['203.0.113.7'])
  expect(await callFrom('192.0.2.1', rolled)).toEqual(refused)
  const moved = await app.operate<Key>('update-key', {
    key_id: rolled.id,
    allowed_addresses: ['192.0.2.0/24'],
  })
  expect(moved.allowed_addresses).toEqual(['192.0.2.0/24'])
  expect(await callFrom('192.0.2.1', rolled)).toEqual(accepted)
  expect(await callFrom('203.0.113.7', rolled)).toEqual(refused)
  await app.operate('update-key', { key_id: rolled.id, allowed_addresses: '' })
  expect((await shown(rolled)).allowed_addresses).toEqual([])
  expect(await callFrom('203.0.113.7', rolled)).toEqual(accepted)
  const [record] = await app.operate<{ operation: string; before: Key; after: Key }[]>('list-changes', {
    workspace_id: workspaceId,
    operation: 'update-key',
  })
  expect([record?.before.allowed_addresses, record?.after.allowed_addresses]).toEqual([['192.0.2.0/24'], []])
})

test('stores addresses normalized and without duplicates', async () => {
  const { allowed_addresses } = await makeKey('2001:DB8:0:0::1', '2001:db8::1/128', ' 10.0.0.0/8', '::ffff:10.1.1.1')
  expect(allowed_addresses).toEqual(['10.0.0.0/8', '10.1.1.1', '2001:db8::1'])
})

test.each(['10.1.0.0/8', '10.0.0.0/33', '0.0.0.0/0', '127.1', 'example.com', '10.0.0.1:80', '', 'fe80::1%eth0'])(
  'rejects the allowed address %j and names the field and the valid formats',
  async (text) => {
    const outcome = await app.tryOperate('create-key', {
      workspace_id: workspaceId,
      name: 'test',
      allowed_addresses: ['203.0.113.7', text],
    })
    expect('failure' in outcome && outcome.failure.error.message).toMatch(
      /^allowed_addresses.*must be an IPv4 or IPv6 address, or a range such as 203\.0\.113\.0\/24/,
    )
  },
)
