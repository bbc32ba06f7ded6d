import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { generateSecret } from '../lib/key-format.ts'
import { makeKey } from '../testing/fixture.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'
import { createRateLimits } from './rate-limits.ts'

let app: TestApp
let workspaceId: string
let brandId: string
let key: string
let time = Date.parse('2026-06-15T12:00:00.000Z')

beforeAll(async () => {
  app = await startTestApp({
    READS_PER_MINUTE: '300',
    WRITES_PER_MINUTE: '3',
    UNKNOWN_KEYS_PER_MINUTE: '5',
    TRUST_PROXY: '10.0.0.0/8',
  })
  workspaceId = (await app.operate<{ id: string }>('create-workspace', { name: 'Ours' })).id
  brandId = (await app.operate<{ id: string }>('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
})
// Windows use the process clock, which is stopped except for deliberate steps.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  pass(3600)
  key = await makeKey(app, workspaceId)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => app.close())

function pass(seconds: number): void {
  time += seconds * 1000
  vi.setSystemTime(time)
}

const limitsOf = ({ status, headers }: Answer) => ({
  status,
  policy: headers['ratelimit-policy'],
  limit: headers.ratelimit,
  retryAfter: headers['retry-after'],
})
const reads = (left: number, seconds: number) => ({
  policy: '"read";q=300;w=60',
  limit: `"read";r=${left};t=${seconds}`,
})

async function use(count: number, path = '/v1/me', by = key): Promise<Answer> {
  let last = await app.get(path, by)
  for (let number = 1; number < count; number += 1) last = await app.get(path, by)
  return last
}

test('300 reads fit into a minute; the next one is refused until Retry-After has passed', async () => {
  for (let number = 1; number <= 300; number += 1)
    expect(limitsOf(await use(1))).toEqual({ status: 200, ...reads(300 - number, 60), retryAfter: undefined })
  const refused = await use(1)
  expect(limitsOf(refused)).toEqual({ status: 429, ...reads(0, 60), retryAfter: '60' })
  expect(refused.body.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('60 s') })
  pass(59.999)
  expect(limitsOf(await use(1))).toEqual({ status: 429, ...reads(0, 1), retryAfter: '1' })
  pass(0.001)
  expect(limitsOf(await use(1))).toEqual({ status: 200, ...reads(299, 60), retryAfter: undefined })
})

test('a window starts with its first request, and refusals do not extend it', async () => {
  await use(1)
  pass(20)
  expect(limitsOf(await use(299))).toMatchObject({ status: 200, ...reads(0, 40) })
  for (let second = 20; second < 60; second += 1) {
    expect(limitsOf(await use(2))).toMatchObject({ status: 429, retryAfter: String(60 - second) })
    pass(1)
  }
  expect(limitsOf(await use(1))).toMatchObject({ status: 200, ...reads(299, 60) })
})

test('waiting for Retry-After suffices, whenever the refusal came', async () => {
  for (const part of [0.0004, 0.5, 12.3456, 59.9994]) {
    await use(300)
    pass(part)
    const refused = await use(1)
    expect(refused.status).toBe(429)
    pass(Number(refused.headers['retry-after']))
    expect((await use(1)).status).toBe(200)
    pass(60)
  }
})

test('each key has its own limits', async () => {
  const other = await makeKey(app, workspaceId)
  await use(301)
  expect(limitsOf(await use(1, '/v1/me', other))).toMatchObject({ status: 200, ...reads(299, 60) })
})

test('failed requests count too, and every response carries the limits', async () => {
  const basic = await makeKey(app, workspaceId, { scopes: ['read:basic'] })
  const brand = `/v1/brands/${brandId}`
  const failing = [
    '/v1/me?x=1',
    '/v1/brands?limit=0',
    '/v1/brands?cursor=x',
    '/v1/nothing',
    '/v1/brands/x/tags',
    `/v1/brands/${crypto.randomUUID()}/tags`,
    `${brand}/competitors`,
  ]
  let left = 300
  for (const [index, path] of failing.entries()) {
    const answer = await app.get(path, basic)
    left -= 1
    expect(limitsOf(answer), path).toEqual({
      status: [400, 400, 400, 404, 400, 404, 403][index],
      ...reads(left, 60),
      retryAfter: undefined,
    })
  }
  const shut = await app.operate<{ id: string }>('create-workspace', { name: 'Shut', api_access: false })
  expect(limitsOf(await use(1, '/v1/me', await makeKey(app, shut.id)))).toMatchObject({
    status: 403,
    ...reads(299, 60),
  })
})

test('over the limit, earlier checks still respond, and later ones do not', async () => {
  const shut = await app.operate<{ id: string }>('create-workspace', { name: 'Shut' })
  const noAccessKey = await makeKey(app, shut.id)
  const dying = await app.operate<{ id: string; secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'dying',
  })
  for (const by of [key, noAccessKey, dying.secret]) await use(300, '/v1/me', by)
  const codes = async (by: string, paths: string[]) => {
    const answers = []
    for (const path of paths) answers.push(await app.get(path, by))
    return answers.map(({ status, headers }) => [status, headers['retry-after']])
  }
  const limited = ['/v1/me?x=1', '/v1/brands/x/tags', `/v1/brands/${crypto.randomUUID()}/tags`]
  expect(await codes(key, limited)).toEqual(limited.map(() => [429, '60']))
  expect(await codes(key, ['/v1/nothing'])).toEqual([[404, undefined]])
  await app.operate('update-workspace', { workspace_id: shut.id, api_access: false })
  expect(await codes(noAccessKey, limited)).toEqual(limited.map(() => [403, undefined]))
  await app.operate('revoke-key', { key_id: dying.id })
  expect(await codes(dying.secret, limited)).toEqual(limited.map(() => [401, undefined]))
})

test('reads and writes are counted separately', async () => {
  for (const left of [2, 1, 0]) {
    const answer = await app.send('POST', '/v1/brands', key)
    expect(limitsOf(answer)).toMatchObject({
      status: 405,
      policy: '"write";q=3;w=60',
      limit: `"write";r=${left};t=60`,
    })
  }
  expect(limitsOf(await use(1))).toMatchObject({ status: 200, ...reads(299, 60) })
  expect(limitsOf(await app.send('HEAD', '/v1/me', key))).toMatchObject({ status: 200, ...reads(298, 60) })
  // A browser's preflight request.
  expect(limitsOf(await app.send('OPTIONS', '/v1/brands', key))).toMatchObject({
    status: 405,
    ...reads(297, 60),
  })
})

test('the limits also hold for other spellings of a path', async () => {
  await use(1)
  expect(limitsOf(await use(1, '/%761/me'))).toMatchObject({ status: 200, ...reads(298, 60) })
})

test('guesses of keys are limited by address, without affecting valid keys from there', async () => {
  const guess = (remoteAddress: string, secret = generateSecret(), headers: Record<string, string> = {}) =>
    app.app.http.inject({
      url: '/v1/me',
      remoteAddress,
      headers: { authorization: `Bearer ${secret}`, ...headers },
    })
  for (let number = 1; number <= 5; number += 1) expect((await guess('192.0.2.1')).statusCode).toBe(401)
  const refused = await guess('192.0.2.1')
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.code]).toEqual([
    429,
    '60',
    'rate_limited',
  ])
  expect((await guess('192.0.2.1', key)).statusCode).toBe(200)
  expect((await guess('192.0.2.2')).statusCode).toBe(401)
  // Malformed keys cost nothing, and do not count.
  for (let number = 0; number < 10; number += 1) expect((await guess('192.0.2.3', 'svc_sk_x')).statusCode).toBe(401)
  expect((await guess('192.0.2.3')).statusCode).toBe(401)
  pass(Number(refused.headers['retry-after']))
  expect((await guess('192.0.2.1')).statusCode).toBe(401)
})

test('addresses of one IPv6 network share a limit, as its owner can choose any of them', async () => {
  const guess = async (remoteAddress: string) => {
    const headers = { authorization: `Bearer ${generateSecret()}` }
    return (await app.app.http.inject({ url: '/v1/me', remoteAddress, headers })).statusCode
  }
  for (let number = 1; number <= 5; number += 1) expect(await guess(`2001:db8:0:1:${number}::1`)).toBe(401)
  expect(await guess('2001:db8:0:1:6::1')).toBe(429)
  expect(await guess('2001:db8:0:2::1')).toBe(401)
  for (let number = 1; number <= 6; number += 1) expect(await guess(`::ffff:192.0.2.${100 + number}`)).toBe(401)
})

test('only trusted proxies can name the client’s address', async () => {
  const guess = async (remoteAddress: string, forwarded: string) => {
    const headers = { authorization: `Bearer ${generateSecret()}`, 'x-forwarded-for': forwarded }
    return (await app.app.http.inject({ url: '/v1/me', remoteAddress, headers })).statusCode
  }
  for (let number = 1; number <= 6; number += 1)
    expect(await guess('10.0.0.1', `192.0.2.${number}`), 'many addresses behind one proxy').toBe(401)
  for (let number = 1; number <= 5; number += 1) expect(await guess('203.0.113.1', `192.0.2.${number}`)).toBe(401)
  expect(await guess('203.0.113.1', '192.0.2.99'), 'one address that pretends').toBe(429)
})

test('processes that share a PostgreSQL server share the limits', async () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://shared',
    READS_PER_MINUTE: '3',
    WRITES_PER_MINUTE: '1',
  })
  const { pool } = app.app.services.postgres
  const [one, other] = [await createRateLimits(config, pool), await createRateLimits(config, pool)]
  expect(await one.count('read', 'k')).toMatchObject({
    policy: { limit: 3 },
    remaining: 2,
    resetSeconds: 60,
    exceeded: false,
  })
  pass(10)
  expect(await other.count('read', 'k')).toMatchObject({ remaining: 1, resetSeconds: 50 })
  expect(await one.count('read', 'k')).toMatchObject({ remaining: 0, exceeded: false })
  expect(await other.count('read', 'k')).toMatchObject({ remaining: 0, resetSeconds: 50, exceeded: true })
  expect(await other.count('read', 'other')).toMatchObject({ remaining: 2, exceeded: false })
  expect(await other.count('write', 'k')).toMatchObject({
    policy: { limit: 1 },
    remaining: 0,
    exceeded: false,
  })
  expect(await one.countAddress('unknown-key', '192.0.2.1')).toMatchObject({
    policy: { name: 'unknown-key' },
    exceeded: false,
  })
  pass(20)
  expect(await one.count('read', 'k')).toMatchObject({ resetSeconds: 30, exceeded: true })
  pass(30)
  expect(await one.count('read', 'k')).toMatchObject({ remaining: 2, resetSeconds: 60, exceeded: false })
})
