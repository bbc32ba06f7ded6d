import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allReadScopes } from '../../kernel/scopes.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Row {
  id: string
}

interface Key extends Row {
  secret: string
  status: string
  name: string
  scopes: string[]
  brand_access: { all: boolean; brand_ids: string[] }
  created_by: string | null
  expires_at: string | null
  revoked_at: string | null
  rolled_from: string | null
  grace_ends_at: string | null
}

const start = Date.parse('2026-06-15T12:00:00.000Z')
const minutesLater = (minutes: number) => new Date(start + minutes * 60_000)

let app: TestApp
let workspaceId: string
let brandIds: string[]
let key: Key

beforeAll(async () => {
  app = await startTestApp()
  workspaceId = (await app.operate<Row>('create-workspace', { name: 'Ours' })).id
  brandIds = [await makeBrand(), await makeBrand()]
  key = await makeKey()
})
beforeEach(() => app.setNow(minutesLater(0)))
afterAll(() => app.close())

const makeBrand = async () => (await app.operate<Row>('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
const makeKey = (input = {}) => app.operate<Key>('create-key', { workspace_id: workspaceId, name: 'test', ...input })
const refusal = async (name: string, input: Record<string, string | string[]>) => {
  const outcome = await app.tryOperate(name, input)
  return 'failure' in outcome ? outcome.failure.error : undefined
}
const codeFor = async (secret: string) => (await app.get('/v1/me', secret)).body.error?.code ?? 'none'

test('a rolled key keeps working alongside its replacement until the grace period ends', async () => {
  const expires_at = minutesLater(60 * 24 * 30).toISOString()
  const old = await makeKey({
    name: 'Reports',
    brand_ids: [brandIds[1]],
    scopes: ['read:basic', 'read:content'],
    expires_at,
    created_by: 'Ann',
  })
  app.setNow(minutesLater(5))
  const rolled = await app.operate<Key>('roll-key', { key_id: old.id, grace_hours: 2 })
  expect(rolled).toMatchObject({
    name: 'Reports',
    status: 'active',
    scopes: ['read:basic', 'read:content'],
    created_by: 'Ann',
    rolled_from: old.id,
    brand_access: { all: false, brand_ids: [brandIds[1]] },
    expires_at,
    grace_ends_at: null,
  })
  expect(rolled.id).not.toBe(old.id)
  expect(rolled.secret).not.toBe(old.secret)
  for (const secret of [old.secret, rolled.secret]) {
    const { body } = await app.get('/v1/brands', secret)
    expect((body.data as Row[]).map(({ id }) => id)).toEqual([brandIds[1]])
  }
  app.setNow(new Date(minutesLater(125).getTime() - 1))
  expect(await codeFor(old.secret)).toBe('none')
  app.setNow(minutesLater(125))
  expect(await codeFor(old.secret)).toBe('token_revoked')
  expect(await codeFor(rolled.secret)).toBe('none')
})

test('the grace period defaults to 24 hours and can be 0', async () => {
  const [plain, instant] = [await makeKey(), await makeKey()]
  await app.operate('roll-key', { key_id: plain.id })
  await app.operate('roll-key', { key_id: instant.id, grace_hours: 0 })
  expect(await codeFor(instant.secret)).toBe('token_revoked')
  app.setNow(new Date(minutesLater(24 * 60).getTime() - 1))
  expect(await codeFor(plain.secret)).toBe('none')
  app.setNow(minutesLater(24 * 60))
  expect(await codeFor(plain.secret)).toBe('token_revoked')
  for (const grace_hours of ['169', '-1', '1.5', '0x10', ''])
    expect((await refusal('roll-key', { key_id: key.id, grace_hours }))?.message).toBe(
      'grace_hours must be an integer from 0 to 168',
    )
})

test('a key that expires within its grace period returns token_expired, then token_revoked', async () => {
  const { id, secret } = await makeKey({ expires_at: minutesLater(30).toISOString() })
  const { secret: replacement } = await app.operate<Key>('roll-key', { key_id: id, grace_hours: 1 })
  app.setNow(minutesLater(30))
  expect([await codeFor(secret), await codeFor(replacement)]).toEqual(['token_expired', 'token_expired'])
  app.setNow(minutesLater(60))
  expect([await codeFor(secret), await codeFor(replacement)]).toEqual(['token_revoked', 'token_expired'])
})

test('revoking a key in its grace period applies immediately and keeps its replacement', async () => {
  const old = await makeKey()
  const rolled = await app.operate<Key>('roll-key', { key_id: old.id })
  await app.operate('revoke-key', { key_id: old.id })
  expect([await codeFor(old.secret), await codeFor(rolled.secret)]).toEqual(['token_revoked', 'none'])
})

test('only an active key can be rolled', async () => {
  const [expired, revoked, rolled] = [
    await makeKey({ expires_at: minutesLater(1).toISOString() }),
    await makeKey(),
    await makeKey(),
  ]
  await app.operate('revoke-key', { key_id: revoked.id })
  await app.operate('roll-key', { key_id: rolled.id })
  app.setNow(minutesLater(1))
  for (const [{ id }, status] of [
    [expired, 'expired'],
    [revoked, 'revoked'],
    [rolled, 'rolled'],
  ] as const) {
    const error = await refusal('roll-key', { key_id: id })
    expect([error?.code, error?.message]).toEqual(['conflict', expect.stringContaining(status)])
  }
  app.setNow(minutesLater(24 * 60))
  expect((await refusal('roll-key', { key_id: rolled.id }))?.message).toContain('revoked')
})

test('rolling or revoking fails if key_id is unknown, malformed or missing', async () => {
  for (const name of ['roll-key', 'revoke-key']) {
    expect((await refusal(name, { key_id: crypto.randomUUID() }))?.code).toBe('not_found')
    expect(await refusal(name, { key_id: 'nope' })).toMatchObject({
      code: 'invalid_request',
      message: 'key_id must be a uuid',
    })
    expect((await refusal(name, {}))?.message).toBe('key_id is required: a uuid')
  }
})

test('a restricted key reaches only its brands; an unrestricted key also reaches new brands', async () => {
  const restricted = await makeKey({ brand_ids: [brandIds[0], brandIds[0]] })
  expect(restricted.brand_access).toEqual({ all: false, brand_ids: [brandIds[0]] })
  const later = await makeBrand()
  const listed = async (secret: string) => {
    const { body } = await app.get('/v1/brands', secret)
    return { ids: (body.data as Row[]).map(({ id }) => id), count: (body.meta as { count: number }).count }
  }
  expect(await listed(restricted.secret)).toEqual({ ids: [brandIds[0]], count: 1 })
  expect((await listed(key.secret)).ids).toContain(later)
  const statusOf = async (secret: string, id: string) => (await app.get(`/v1/brands/${id}/tags`, secret)).status
  expect(await Promise.all([...brandIds, later].map((id) => statusOf(restricted.secret, id)))).toEqual([200, 404, 404])
  expect(await Promise.all([...brandIds, later].map((id) => statusOf(key.secret, id)))).toEqual([200, 200, 200])
})

test('a key whose brands were all deleted reaches no brand', async () => {
  const brand_id = await makeBrand()
  const { secret } = await makeKey({ brand_ids: [brand_id] })
  expect((await app.get('/v1/brands', secret)).body.data).toHaveLength(1)
  await app.operate('delete-brand', { brand_id })
  expect((await app.get('/v1/brands', secret)).body.data).toEqual([])
  expect((await app.get(`/v1/brands/${brand_id}/tags`, secret)).status).toBe(404)
  expect((await app.get(`/v1/brands/${brandIds[0]}/tags`, secret)).status).toBe(404)
})

test('scopes default to all read scopes; write scopes require a workspace with API writes', async () => {
  expect((await makeKey()).scopes).toEqual(allReadScopes)
  const scopes = ['read:basic', 'write:competitors', 'read:basic']
  expect((await refusal('create-key', { workspace_id: workspaceId, name: 'w', scopes }))?.code).toBe('plan_required')
  const { id } = await app.operate<Row>('create-workspace', { name: 'Writers', api_writes: true })
  const writer = await app.operate<Key>('create-key', { workspace_id: id, name: 'w', scopes })
  expect(writer.scopes).toEqual(['read:basic', 'write:competitors'])
})

test('rejects invalid fields of a new key', async () => {
  const otherWorkspace = await app.operate<Row>('create-workspace', { name: 'Theirs' })
  const brand = await app.operate<Row>('create-brand', { workspace_id: otherWorkspace.id, name: 'Acme' })
  const none = crypto.randomUUID()
  const bad: [Record<string, string | string[]>, string][] = [
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ scopes: ['read:everything'] }, 'scopes'],
    [{ scopes: ['READ:BASIC'] }, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ brand_ids: [brand.id] }, brand.id],
    [{ brand_ids: [none] }, none],
    [{ brand_ids: ['x'] }, 'brand_ids'],
    [{ brand_ids: [] }, 'brand_ids'],
    [{ expires_at: minutesLater(0).toISOString() }, 'expires_at'],
    [{ expires_at: '2026-07-01' }, 'expires_at'],
    [{ expires_at: '2026-07-01T00:00:00' }, 'expires_at'],
    [{ created_by: '' }, 'created_by'],
  ]
  for (const [input, named] of bad) {
    const error = await refusal('create-key', { workspace_id: workspaceId, name: 'test', ...input })
    expect([error?.code, error?.message], JSON.stringify(input)).toEqual([
      'invalid_request',
      expect.stringContaining(named),
    ])
  }
  const missing = await refusal('create-key', { workspace_id: none, name: 'test' })
  expect(missing?.code).toBe('not_found')
  const { expires_at } = await makeKey({ expires_at: '2026-07-01T02:00:00+02:00' })
  expect(expires_at).toBe('2026-07-01T00:00:00.000Z')
})

test('shows the secret only on creation; lists show its last four characters', async () => {
  const { id } = await app.operate<Row>('create-workspace', { name: 'List' })
  const made = []
  for (const name of ['a', 'b', 'c']) {
    app.setNow(minutesLater(made.length))
    made.push(await app.operate<Key>('create-key', { workspace_id: id, name }))
  }
  await app.operate('revoke-key', { key_id: (made[0] as Key).id })
  await app.operate('roll-key', { key_id: (made[1] as Key).id })
  const listed = await app.operate<(Key & { display: string })[]>('list-keys', { workspace_id: id })
  expect(listed.map(({ name, status }) => [name, status]).sort()).toEqual([
    ['a', 'revoked'],
    ['b', 'active'],
    ['b', 'rolled'],
    ['c', 'active'],
  ])
  const { secret } = made[2] as Key
  expect(listed.find(({ name }) => name === 'c')?.display).toBe(`svc_sk_…${secret.slice(-4)}`)
  for (const shown of listed) expect(Object.keys(shown)).not.toContain('secret')
  expect(JSON.stringify(listed)).not.toMatch(/[0-9A-Za-z]{20}|hash|salt/)
})

test('get-me describes the key of the request', async () => {
  const own = await makeKey({
    name: 'Mine',
    brand_ids: [brandIds[0]],
    scopes: ['read:content'],
    created_by: 'Ann',
  })
  expect((await app.get('/v1/me', own.secret)).body.data).toEqual({
    id: own.id,
    name: 'Mine',
    display: `svc_sk_…${own.secret.slice(-4)}`,
    workspace: { id: workspaceId, name: 'Ours' },
    scopes: ['read:content'],
    brand_access: { all: false, brand_ids: [brandIds[0]] },
    creator: 'Ann',
    created_at: minutesLater(0).toISOString(),
    expires_at: null,
  })
  expect((await refusal('get-me', { workspace_id: workspaceId }))?.code).toBe('invalid_request')
})
