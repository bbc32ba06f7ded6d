import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneResponses } from '../../kernel/idempotency.ts'
import { makeKey } from '../../testing/fixture.ts'
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let workspaceId: string
let brandId: string
let key: string

beforeAll(async () => {
  test = await startTestApp({ WRITES_PER_MINUTE: '100000' })
})
beforeEach(async () => {
  test.setNow('2026-03-01T12:00:00Z')
  workspaceId = (await test.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  brandId = (await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
  key = await makeKey(test, workspaceId, {
    scopes: ['read:visibility', 'write:competitors', 'write:prompts'],
  })
})
afterAll(() => test.close())

const globex = { name: 'Globex', primary_url: 'https://globex.com' }

interface Attempt {
  body?: unknown
  idempotencyKey?: string | undefined
  headers?: Record<string, string>
  key?: string
  query?: string
}

/** Adds a competitor; defaults to a new Idempotency-Key. */
function add(attempt: Attempt = {}): Promise<Answer> {
  const { body = globex, idempotencyKey = randomUUID(), headers, query = '' } = attempt
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return test.send('POST', `/v1/brands/${brandId}/competitors${query}`, attempt.key ?? key, {
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey, ...headers },
    body: sent,
  })
}
const competitors = () => test.operate<{ name: string }[]>('list-competitors', { brand_id: brandId })
const records = () =>
  test.operate<{ operation: string; key_id: string | null; after: object }[]>('list-audit-records', {
    workspace_id: workspaceId,
  })

describe('a write', () => {
  it('has its effect, a response and an audit record', async () => {
    const { status, body, headers } = await add()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ competitor: { ...globex, is_active: true, is_manual: true } })
    expect(headers['ratelimit-policy']).toContain('"write"')
    expect(headers['idempotent-replayed']).toBeUndefined()
    expect(await competitors()).toHaveLength(1)
    const record = (await records()).find(({ operation }) => operation === 'create-competitor')
    expect(record).toMatchObject({
      operation: 'create-competitor',
      brand_id: brandId,
      before: null,
      after: globex,
      request_id: body.request_id,
    })
    expect(record?.key_id).not.toBeNull()
  })

  const twice = ['a', 'b'] as unknown as string
  it.each([undefined, '', 'ü', 'x'.repeat(256), 'a\nb', twice])('needs one Idempotency-Key: %j', async (given) => {
    const headers = given === undefined ? {} : { 'idempotency-key': given }
    const { status, body } = await test.send('POST', `/v1/brands/${brandId}/competitors`, key, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(globex),
    })
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(body.error.message).toContain('Idempotency-Key')
    expect(await competitors()).toEqual([])
  })

  it.each([
    ['no JSON', '{"name":', {}],
    ['no object', '[]', {}],
    ['null', 'null', {}],
    ['another type', JSON.stringify(globex), { 'content-type': 'text/plain' }],
    ['an unknown field', JSON.stringify({ ...globex, colour: 'red' }), {}],
    ['a field of the command line', JSON.stringify({ ...globex, is_active: false }), {}],
    ['a field that changes attribution', JSON.stringify({ ...globex, match_mode: 'apex' }), {}],
    ['a polluting field', `{"name":"G","primary_url":"https://g.com","__proto__":{"x":1}}`, {}],
  ] as const)('with a body that is %s is refused', async (_, body, headers) => {
    const answer = await add({ body, headers })
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({
      status: 400,
      code: 'invalid_request',
    })
    expect(await competitors()).toEqual([])
  })

  it('takes no query', async () => {
    expect((await add({ query: '?name=x' })).status).toBe(400)
  })

  it('is refused for a missing scope before its body is checked', async () => {
    const reader = await makeKey(test, workspaceId)
    const { status, body } = await add({ key: reader, body: 'no JSON', idempotencyKey: '' })
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'insufficient_scope' })
    expect(body.error.message).toContain('write:competitors')
    await test.operate('update-workspace', { workspace_id: workspaceId, api_writes: false })
    const withdrawn = await add({ body: 'no JSON' })
    expect({ status: withdrawn.status, code: withdrawn.body.error.code }).toEqual({
      status: 403,
      code: 'plan_required',
    })
  })
})

describe('a retry', () => {
  it('gets the first response again, byte for byte', async () => {
    const first = await add({ idempotencyKey: 'one' })
    const second = await add({ idempotencyKey: 'one' })
    expect(second.text).toBe(first.text)
    expect(second.status).toBe(200)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.headers['x-request-id']).toBe(first.body.request_id)
    expect(await competitors()).toHaveLength(1)
    expect((await records()).filter((record) => record.operation === 'create-competitor')).toHaveLength(1)
  })

  it('may format the same body differently, but not send another body', async () => {
    const first = await add({ idempotencyKey: 'one' })
    const { name, primary_url } = globex
    const same = await add({
      idempotencyKey: 'one',
      body: ` {"primary_url":"${primary_url}", "name":"${name}"}`,
    })
    expect(same.text).toBe(first.text)
    const other = await add({ idempotencyKey: 'one', body: { ...globex, name: 'Initech' } })
    expect({ status: other.status, code: other.body.error.code }).toEqual({
      status: 400,
      code: 'invalid_request',
    })
    expect(await competitors()).toHaveLength(1)
  })

  it('may spell the path differently', async () => {
    const first = await add({ idempotencyKey: 'one' })
    const escaped = `%${brandId.charCodeAt(0).toString(16)}${brandId.slice(1)}`
    for (const id of [brandId.toUpperCase(), escaped]) {
      const again = await test.send('POST', `/v1/brands/${id}/competitors`, key, {
        headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
        body: JSON.stringify(globex),
      })
      expect(again.text).toBe(first.text)
    }
    expect(await competitors()).toHaveLength(1)
  })

  it('is a new write with another key, brand or path', async () => {
    await add({ idempotencyKey: 'one' })
    const another = await makeKey(test, workspaceId, { scopes: ['write:competitors'] })
    expect((await add({ idempotencyKey: 'one', key: another })).headers['idempotent-replayed']).toBeUndefined()
    expect(await competitors()).toHaveLength(2)
  })

  it('with the successor of a rolled key is the same write', async () => {
    const first = await add({ idempotencyKey: 'one' })
    const [{ id } = { id: '' }] = (
      await test.operate<{ id: string; status: string }[]>('list-keys', { workspace_id: workspaceId })
    ).filter(({ status }) => status === 'active')
    const { secret } = await test.operate<{ secret: string }>('roll-key', { key_id: id })
    expect((await add({ idempotencyKey: 'one', key: secret })).text).toBe(first.text)
    expect(await competitors()).toHaveLength(1)
  })

  it('is the same write for 24 hours, and a new one afterwards', async () => {
    const first = await add({ idempotencyKey: 'one' })
    test.setNow('2026-03-02T11:59:00Z')
    expect((await add({ idempotencyKey: 'one' })).text).toBe(first.text)
    test.setNow('2026-03-02T12:00:00Z')
    expect((await add({ idempotencyKey: 'one' })).text).not.toBe(first.text)
    expect(await competitors()).toHaveLength(2)
  })

  it('is the same write after a restart', async () => {
    const first = await add({ idempotencyKey: 'one' })
    await test.restart()
    expect((await add({ idempotencyKey: 'one' })).text).toBe(first.text)
  })

  it('returns a 404 again, and runs again after an invalid body', async () => {
    const remove = (id: string, query = '') =>
      test.send('DELETE', `/v1/brands/${brandId}/prompts/${id}${query}`, key, {
        headers: { 'idempotency-key': 'remove' },
      })
    const missing = randomUUID()
    const first = await remove(missing)
    expect(first.status).toBe(404)
    const second = await remove(missing)
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')

    expect((await add({ idempotencyKey: 'two', body: { name: '' } })).status).toBe(400)
    expect((await add({ idempotencyKey: 'two' })).status).toBe(200)
  })

  it('100 concurrent requests: one effect and 100 equal responses', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => add({ idempotencyKey: 'one' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(99)
    expect(await competitors()).toHaveLength(1)
  })
})

it('expired responses are removed', async () => {
  await add({ idempotencyKey: 'one' })
  const { services } = test.app
  const stored = () => services.db.selectFrom('idempotent_responses').select('idempotency_key').execute()
  await pruneResponses.run(services, {}, new AbortController().signal)
  expect(await stored()).not.toEqual([])
  test.setNow('2026-03-03T13:00:00Z')
  await pruneResponses.run(services, {}, new AbortController().signal)
  expect(await stored()).toEqual([])
})
