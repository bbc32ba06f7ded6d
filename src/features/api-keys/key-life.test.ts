import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Key {
  id: string
  secret: string
  status: string
  last_used_at: string | null
}

const start = Date.parse('2026-06-15T12:00:00.000Z')
const later = (seconds: number) => new Date(start + seconds * 1000)

let test: TestApp
let workspaceId: string
let brandId: string

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow(later(0))
  workspaceId = (await test.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  brandId = (await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
})
afterAll(() => test.close())

const makeKey = (input = {}) => test.operate<Key>('create-key', { workspace_id: workspaceId, name: 'k', ...input })
const makeWriter = () => makeKey({ scopes: ['read:visibility', 'write:competitors'] })
const roll = ({ id }: Key, grace_hours = 24) => test.operate<Key>('roll-key', { key_id: id, grace_hours })
const listed = () => test.operate<Key[]>('list-keys', { workspace_id: workspaceId })
const lastUsed = async ({ id }: Key) => (await listed()).find((key) => key.id === id)?.last_used_at
/** Makes the next request reload every key; normally this happens within 0.8 s. */
const expireKeyCache = () => test.app.services.onAccessChanged()

const add = ({ secret }: Key, idempotencyKey: string = randomUUID()): Promise<Answer> =>
  test.send('POST', `/v1/brands/${brandId}/competitors`, secret, {
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ name: 'Globex', primary_url: 'https://globex.com' }),
  })
const competitors = () => test.operate<object[]>('list-competitors', { brand_id: brandId })
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]

describe('the last use of a key', () => {
  const waitForLastUse = (key: Key, seconds: number) =>
    expect.poll(() => lastUsed(key)).toBe(later(seconds).toISOString())

  it('is null until the first request with the key, and survives a restart', async () => {
    const [key, other] = [await makeKey(), await makeKey()]
    expect(await lastUsed(key)).toBeNull()
    await test.get('/v1/me', key.secret)
    await waitForLastUse(key, 0)
    await test.restart()
    expect([await lastUsed(key), await lastUsed(other)]).toEqual([later(0).toISOString(), null])
  })

  it('is written at most once per minute, and lags by at most one minute', async () => {
    const key = await makeKey()
    const writes = vi.spyOn(test.app.services.db, 'updateTable')
    for (const [seconds, noted] of [
      [0, 0],
      [59.999, 0],
      [60, 60],
      [119, 60],
      [3600, 3600],
    ] as const) {
      test.setNow(later(seconds))
      expireKeyCache()
      const asked = Array.from({ length: 20 }, () => test.get('/v1/me', key.secret))
      expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
      await waitForLastUse(key, noted)
    }
    expect(writes).toHaveBeenCalledTimes(3)
    writes.mockRestore()
  })

  it('is correct again after the clock was wrong', async () => {
    const key = await makeKey()
    test.setNow(later(86_400))
    await test.get('/v1/me', key.secret)
    await waitForLastUse(key, 86_400)
    test.setNow(later(0))
    expireKeyCache()
    await test.get('/v1/me', key.secret)
    await waitForLastUse(key, 0)
  })

  it('does not change on requests after the key is revoked', async () => {
    const key = await makeKey()
    await test.get('/v1/me', key.secret)
    await waitForLastUse(key, 0)
    await test.operate('revoke-key', { key_id: key.id })
    test.setNow(later(600))
    expect((await test.get('/v1/me', key.secret)).status).toBe(401)
    await test.get('/v1/me', (await makeKey()).secret)
    expect(await lastUsed(key)).toBe(later(0).toISOString())
  })

  it('does not fail the request if it cannot be written', async () => {
    const key = await makeKey()
    const failing = vi.spyOn(test.app.services.db, 'updateTable').mockImplementation((() => ({
      set: () => ({ where: () => ({ execute: () => Promise.reject(new Error('read only')) }) }),
    })) as never)
    const { status } = await test.get('/v1/me', key.secret)
    expect([status, failing.mock.calls.length]).toEqual([200, 1])
    failing.mockRestore()
    expect(await lastUsed(key)).toBeNull()
  })
})

describe('an idempotent write across key rolls', () => {
  it('returns the same response with every key of the chain', async () => {
    const first = await makeWriter()
    const before = await add(first, 'before')
    const second = await roll(first)
    const between = await add(second, 'between')
    const third = await roll(second)
    const after = await add(third, 'after')
    for (const key of [first, second, third]) {
      expect((await add(key, 'before')).text).toBe(before.text)
      expect((await add(key, 'between')).text).toBe(between.text)
      expect((await add(key, 'after')).text).toBe(after.text)
    }
    expect(await competitors()).toHaveLength(3)
  })

  it('has one effect if the old and the new key retry concurrently', async () => {
    const old = await makeWriter()
    const rolled = await roll(old)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) => add(number % 2 === 0 ? old : rolled, 'one')),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await competitors()).toHaveLength(1)
  })

  it('is rejected with the old key after its grace period, and replayed with the new one', async () => {
    const old = await makeWriter()
    const first = await add(old, 'one')
    const rolled = await roll(old, 0)
    expect(codeOf(await add(old, 'one'))).toEqual([401, 'token_revoked'])
    expect((await add(rolled, 'one')).text).toBe(first.text)
    expect(await competitors()).toHaveLength(1)
  })
})

describe('write access of a workspace', () => {
  const allow = (api_writes: boolean) => test.operate('update-workspace', { workspace_id: workspaceId, api_writes })

  it('applies from the next request when it is withdrawn and when it is granted again', async () => {
    const key = await makeWriter()
    const first = await add(key, 'one')
    expect(first.status).toBe(200)
    await allow(false)
    // A stored response is not replayed either.
    for (const idempotencyKey of ['one', 'two'])
      expect(codeOf(await add(key, idempotencyKey))).toEqual([403, 'plan_required'])
    expect((await test.get(`/v1/brands/${brandId}/competitors`, key.secret)).status).toBe(200)
    expect(await competitors()).toHaveLength(1)
    await allow(true)
    expect((await add(key, 'one')).text).toBe(first.text)
    expect((await add(key, 'two')).status).toBe(200)
  })

  it('is required to create or roll a key with write scopes', async () => {
    const [writer, reader] = [await makeWriter(), await makeKey()]
    await allow(false)
    for (const [name, input] of [
      ['create-key', { workspace_id: workspaceId, name: 'w', scopes: ['read:basic', 'write:prompts'] }],
      ['roll-key', { key_id: writer.id }],
    ] as const)
      expect(await test.tryOperate(name, input)).toMatchObject({
        failure: { error: { code: 'plan_required', message: expect.stringContaining('write scopes') } },
      })
    expect((await listed()).map(({ status }) => status)).toEqual(['active', 'active'])
    expect((await roll(reader)).status).toBe('active')
    await allow(true)
    expect(await test.get('/v1/me', (await roll(writer)).secret)).toMatchObject({ status: 200 })
  })
})
