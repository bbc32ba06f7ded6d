import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateSecret } from '../lib/key-format.ts'
import { type Endpoint, endpoints, parametersOf, urlOf } from '../testing/endpoints.ts'
import { type Fixture, makeKey, startFixtureApp } from '../testing/fixture.ts'
import { portion } from '../testing/forms.ts'
import { dumpStores } from '../testing/stored-rows.ts'
import type { Answer, TestApp } from '../testing/test-app.ts'
import { bodyOf, writeEndpoints } from '../testing/writes.ts'
import { pathFields } from './operation.ts'
import { allReadScopes, allWriteScopes } from './scopes.ts'

const lines: string[] = []
let app: TestApp
let fixture: Fixture
let key: string
/** Leaked keys: an active one, a revoked one, one of another workspace, and one that never existed. */
let leaked: string[]

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  ;({ test: app, fixture } = await startFixtureApp({ UNKNOWN_KEYS_PER_MINUTE: '1000000' }, { log }))
  const workspace_id = fixture.workspaceId
  await app.operate('update-workspace', { workspace_id, api_writes: true })
  key = await makeKey(app, workspace_id, { scopes: [...allReadScopes, ...allWriteScopes] })
  const dead = await app.operate<{ id: string; secret: string }>('create-key', { workspace_id, name: 'dead' })
  await app.operate('revoke-key', { key_id: dead.id })
  const token = await app.operate<{ secret: string }>('create-ingest-token', {
    brand_id: fixture.ids.brand_id?.[0] as string,
    name: 'drain',
  })
  leaked = [await makeKey(app, workspace_id), token.secret, dead.secret, fixture.foreignKey, generateSecret()]
})
afterAll(() => app.close())

function expectSilent({ status, headers, text }: Answer, what: string): Answer {
  const shown = JSON.stringify(headers) + text
  for (const secret of [key, ...leaked]) expect(shown.includes(secret), `${what}: ${status}`).toBe(false)
  return { status, headers, text } as Answer
}

const ask = async (url: string, headers: Record<string, string> = {}) =>
  expectSilent(await app.get(url, key, headers), url.split(/[?/]/, 4).join('/'))

async function write(endpoint: Endpoint, body: string | undefined, idempotencyKey: string = randomUUID()) {
  const answer = await app.send(endpoint.http.method, urlOf(endpoint, fixture.ids), key, {
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    ...(body === undefined ? {} : { body }),
  })
  return expectSilent(answer, `${endpoint.name} ${body?.slice(0, 40)}`)
}

/** Copies of a value with the secret in place of each text, and of each field's name. */
function withSecret(value: unknown, secret: string): unknown[] {
  if (typeof value === 'string') return [secret, `${secret}\0`, ` ${secret} and more`]
  if (Array.isArray(value))
    return value.flatMap((item, index) => withSecret(item, secret).map((other) => value.with(index, other)))
  if (typeof value !== 'object' || value === null) return [secret]
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    withSecret(inner, secret).map((other) => ({ ...value, [name]: other })),
  )
  return [...inside, { ...value, [secret]: 1 }, { ...value, name: secret }, { ...value, [`a ${secret}`]: null }]
}

test('a key in any unexpected place is neither repeated nor stored', async () => {
  const reads = endpoints.filter(({ http }) => http.method === 'GET')
  for (const [place, secret] of leaked.entries()) {
    for (const endpoint of portion(reads, place, 8)) {
      for (const { name } of parametersOf(endpoint)) await ask(urlOf(endpoint, fixture.ids, [[name, secret]]))
      await ask(urlOf(endpoint, fixture.ids, [[secret, '1']]))
      await ask(urlOf(endpoint, fixture.ids, [[`${'x'.repeat(60)}${secret}`, '1']]))
      for (const name of pathFields(endpoint.http.path))
        await ask(urlOf(endpoint, { ...fixture.ids, [name]: [secret] }))
    }
    for (const url of [`/${secret}`, `/v1/${secret}`, `/v1/%zz${secret}`, `/v1/me/${secret}`]) await ask(url)
    for (const name of ['cookie', 'x-api-key', 'referer', 'user-agent', 'if-none-match', 'accept', 'x-request-id'])
      await ask('/v1/brands', { [name]: secret })
    for (const authorization of [secret, `Basic ${secret}`, `Token ${secret}`, `Bearer ${secret}`, `Bearer ${secret}x`])
      expectSilent(await app.get('/v1/me', undefined, { authorization }), 'authorization')
  }
})

test('nor is a key pasted into a write', async () => {
  for (const [endpoint, secret] of leaked
    .slice(0, 2)
    .flatMap((one) => writeEndpoints.map((each) => [each, one] as const))) {
    expect((await write(endpoint, JSON.stringify(bodyOf(endpoint, fixture.ids)), secret)).status).toBe(400)
    expect((await write(endpoint, undefined, `retry of ${secret}`)).status).toBe(400)
    for (const body of [secret, JSON.stringify(secret), `{"${secret}`, `{"${secret}":"${secret}"}`])
      expect((await write(endpoint, body)).status, endpoint.name).toBe(400)
    for (const body of withSecret(bodyOf(endpoint, fixture.ids) ?? {}, secret))
      expect((await write(endpoint, JSON.stringify(body))).status, JSON.stringify(body)).toBe(400)
  }
  expect((await app.get('/v1/me', leaked[0])).status, 'the key that was pasted').toBe(200)
})

test('no key is in the log or in any table', async () => {
  await app.app.services.states.usage.flush(10_000)
  const [written, stored] = [lines.join(''), await dumpStores(app.app.services)]
  expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(500)
  expect(stored).toContain(fixture.workspaceId)
  for (const secret of [key, ...leaked]) {
    const { length } = secret
    // A truncated key is a secret too.
    for (const part of [secret.slice(7), secret.slice(7, length - 10), secret.toLowerCase()])
      expect([written.includes(part), stored.includes(part)]).toEqual([false, false])
  }
})
