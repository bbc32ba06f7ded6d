import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Row {
  id: string
}

interface Audit {
  operation: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

let test: TestApp
let workspaceId: string
let brandId: string
let key: string

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow(fixtureNow)
  workspaceId = (await test.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  brandId = await makeBrand()
  key = await makeKey(test, workspaceId, { scopes: ['read:basic', 'write:brand_profile'] })
  await test.operate('import-profile', { brand_id: brandId }, JSON.stringify(full))
})
afterAll(() => test.close())

const full = {
  name: 'Acme',
  aliases: ['Acme Inc'],
  industry: 'Shoes',
  short_description: 'Shoes for all',
  description: 'Shoes for all, since 1900',
  primary_audience: 'Runners',
  main_market: 'US',
  key_features: ['Light', 'Warm'],
}

const makeBrand = async (workspace = workspaceId) =>
  (await test.operate<Row>('create-brand', { workspace_id: workspace, name: 'Acme' })).id
const profile = async () => (await test.get(`/v1/brands/${brandId}/profile`, key)).body.data
const workspaceName = async () =>
  (await test.operate<{ id: string; name: string }[]>('list-workspaces')).find(({ id }) => id === workspaceId)?.name
const records = async () =>
  (await test.operate<Audit[]>('list-audit-records', { workspace_id: workspaceId })).filter(
    ({ operation }) => operation === 'update-profile',
  )

async function patch(body: unknown, { idempotencyKey = randomUUID() as string, by = key, query = '' } = {}) {
  return test.send('PATCH', `/v1/brands/${brandId}/profile${query}`, by, {
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
}

async function expectRefused(body: unknown, status: number, code: string, message: string | RegExp) {
  const before = await profile()
  const { status: given, body: answer } = await patch(body)
  expect([given, answer.error?.code], JSON.stringify(body).slice(0, 100)).toEqual([status, code])
  expect(answer.error.message).toMatch(message)
  expect(await profile()).toEqual(before)
}

describe('update-profile', () => {
  it('sets the given fields and keeps the others', async () => {
    let current: object = full
    const changes: object[] = [
      { industry: 'Hats' },
      { short_description: ' Hats ' },
      { description: 'Hats\nand more' },
      { primary_audience: '' },
      { main_market: 'DE' },
      { aliases: ['A', ' B ', 'A', ''] },
      { key_features: ['Round'] },
    ]
    const stored = [{}, { short_description: 'Hats' }, {}, {}, {}, { aliases: ['A', 'B'] }, {}]
    for (const [index, change] of changes.entries()) {
      current = { ...current, ...change, ...stored[index] }
      const { status, body } = await patch(change)
      expect([status, body.data]).toEqual([200, { profile: current }])
      expect(await profile()).toEqual(current)
    }
    expect(await records()).toHaveLength(changes.length)
  })

  it('clears fields that are null and lists that are empty', async () => {
    const texts = ['industry', 'short_description', 'description', 'primary_audience', 'main_market']
    const nothing = Object.fromEntries(texts.map((name) => [name, null]))
    const { body } = await patch({ ...nothing, aliases: null, key_features: [] })
    const cleared = { ...full, ...nothing, aliases: [], key_features: [] }
    expect(body.data).toEqual({ profile: cleared })
    await patch({ aliases: ['A'], key_features: ['F'] })
    await patch({ aliases: [], key_features: null })
    expect(await profile()).toEqual(cleared)
  })

  it('limits the length of texts and lists', async () => {
    const most = {
      name: 100,
      industry: 200,
      primary_audience: 200,
      main_market: 100,
      short_description: 1000,
      description: 5000,
    }
    for (const [field, length] of Object.entries(most)) {
      const longest = `${'😀'.repeat(length - 1)}x`
      expect((await patch({ [field]: ` ${longest} ` })).body.data).toMatchObject({
        profile: { [field]: longest },
      })
      await expectRefused({ [field]: `${longest}x` }, 400, 'invalid_request', new RegExp(`^${field} must be`))
      await expectRefused({ [field]: 'a\0b' }, 400, 'invalid_request', new RegExp(`^${field} must not contain`))
      await expectRefused({ [field]: 'a\ud800' }, 400, 'invalid_request', new RegExp(`^${field} must not contain`))
      await expectRefused({ [field]: 5 }, 400, 'invalid_request', new RegExp(`^${field} must be text`))
    }
    const fifty = Array.from({ length: 50 }, (_, number) => `n${number}`)
    for (const field of ['aliases', 'key_features']) {
      expect((await patch({ [field]: fifty })).body.data).toMatchObject({ profile: { [field]: fifty } })
      const over = new RegExp(`^${field} must be a list of at most 50 items`)
      await expectRefused({ [field]: [...fifty, 'x'] }, 400, 'invalid_request', over)
      await expectRefused({ [field]: 'x' }, 400, 'invalid_request', new RegExp(`^${field} must be a list`))
    }
  })

  it('rejects an empty update, an empty name and unknown fields', async () => {
    await expectRefused({}, 400, 'invalid_request', /^set at least one of name, aliases, industry/)
    await expectRefused({ name: null }, 400, 'invalid_request', /^name must be/)
    await expectRefused({ name: ' ' }, 400, 'invalid_request', /^name must be/)
    for (const field of ['domain', 'sitemap', 'id', 'workspace_id', '__proto__x'])
      await expectRefused({ industry: 'x', [field]: 'x' }, 400, 'invalid_request', `unknown "${field}"`)
    expect((await patch({ industry: 'x' }, { query: '?industry=x' })).status).toBe(400)
    expect(await records()).toEqual([])
  })

  it('returns conflict if the brand has no profile yet; reading it returns 404', async () => {
    brandId = await makeBrand()
    const { status, body } = await patch({ industry: 'Shoes' })
    expect([status, body.error.code]).toEqual([409, 'conflict'])
    const missing = async (id: string) => {
      const answer = await test.get(`/v1/brands/${id}/profile`, key)
      return [answer.status, answer.body.error.code, answer.body.error.resource]
    }
    expect(await missing(brandId)).toEqual([404, 'not_found', 'profile'])
    expect(await missing(randomUUID())).toEqual([404, 'not_found', 'brand'])
  })

  it('requires the scope write:brand_profile and API writes', async () => {
    const reader = await makeKey(test, workspaceId)
    expect((await patch({ industry: 'x' }, { by: reader })).body.error).toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('write:brand_profile'),
    })
    await test.operate('update-workspace', { workspace_id: workspaceId, api_writes: false })
    expect((await patch({ industry: 'x' })).body.error.code).toBe('plan_required')
  })

  it('returns the same response to a retry with the same idempotency key', async () => {
    const first = await patch({ name: 'Bcme' }, { idempotencyKey: 'one' })
    const second = await patch({ name: 'Bcme' }, { idempotencyKey: 'one' })
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await records()).toHaveLength(1)
  })
})

describe('a new name of the brand', () => {
  it('renames the workspace if it has only this brand', async () => {
    const { body } = await patch({ name: ' Bcme ', industry: 'Hats' })
    expect(body.data).toEqual({
      profile: { ...full, name: 'Bcme', industry: 'Hats' },
      workspace_renamed: true,
    })
    expect(await workspaceName()).toBe('Bcme Workspace')
    expect((await test.get('/v1/me', key)).body.data).toMatchObject({ workspace: { name: 'Bcme Workspace' } })
    expect((await test.get('/v1/brands', key)).body.data).toMatchObject([{ name: 'Bcme' }])
    const [record] = await records()
    expect([record?.before, record?.after]).toMatchObject([
      { name: 'Acme', industry: 'Shoes', workspace_name: 'Ours' },
      { name: 'Bcme', industry: 'Hats', workspace_name: 'Bcme Workspace' },
    ])
  })

  it('renames the workspace only if all its other brands are inactive', async () => {
    const other = await makeBrand()
    expect((await patch({ name: 'Bcme' })).body.data).toMatchObject({ workspace_renamed: false })
    expect(await workspaceName()).toBe('Ours')
    await test.operate('update-brand', { brand_id: other, is_active: false })
    expect((await patch({ name: 'Ccme' })).body.data).toMatchObject({ workspace_renamed: true })
    expect(await workspaceName()).toBe('Ccme Workspace')
    await test.operate('update-brand', { brand_id: other, is_active: true })
    await test.operate('update-brand', { brand_id: brandId, is_active: false })
    expect((await patch({ name: 'Dcme' })).body.data).toMatchObject({ workspace_renamed: false })
    expect(await workspaceName()).toBe('Ccme Workspace')
  })

  it('is ignored if it equals the old name after trimming', async () => {
    for (const name of ['Acme', '  Acme '])
      expect((await patch({ name, main_market: 'DE' })).body.data).toEqual({
        profile: { ...full, main_market: 'DE' },
      })
    expect(await workspaceName()).toBe('Ours')
    expect((await patch({ name: 'ACME' })).body.data).toMatchObject({ workspace_renamed: true })
  })

  it('is rejected for keys restricted to brands, together with all other fields', async () => {
    const by = await makeKey(test, workspaceId, {
      scopes: ['read:basic', 'write:brand_profile'],
      brand_ids: [brandId],
    })
    const { status, body } = await patch({ name: 'Bcme', industry: 'Hats' }, { by })
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(body.error.message).toContain('restricted')
    expect(await profile()).toEqual(full)
    expect(await records()).toEqual([])
    expect((await patch({ name: 'Acme', industry: 'Hats' }, { by })).body.data).toEqual({
      profile: { ...full, industry: 'Hats' },
    })
  })

  it('rereads the stored answers, as new aliases do', async () => {
    const answer = { prompt: 'Which?', engine: 'chatgpt', executed_at: fixtureNow, answer: 'Bcme and Dcme.' }
    await test.operate('import-answers', { brand_id: brandId }, answersFile([answer]))
    const reader = await makeKey(test, workspaceId)
    const visibility = async () => {
      await test.historyIsRead()
      const rows = (await test.get(`/v1/brands/${brandId}/competitors/rankings`, reader)).body.data
      return (rows as { visibility_pct: number }[])[0]?.visibility_pct
    }
    expect(await visibility()).toBe(0)
    await patch({ name: 'Bcme' })
    expect(await visibility()).toBe(100)
    await patch({ name: 'Ccme' })
    expect(await visibility()).toBe(0)
    await patch({ aliases: ['Dcme'] })
    expect(await visibility()).toBe(100)
    await patch({ aliases: null })
    expect(await visibility()).toBe(0)
  })
})

describe('import-profile', () => {
  const importing = async (file: string) => {
    const outcome = await test.tryOperate('import-profile', { brand_id: brandId }, file)
    return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
  }

  it('replaces the profile, except for omitted names', async () => {
    expect(await test.operate('import-profile', { brand_id: brandId }, '{"industry":"Hats"}')).toEqual({
      ...full,
      industry: 'Hats',
      short_description: null,
      description: null,
      primary_audience: null,
      main_market: null,
      key_features: [],
    })
    await test.operate('import-profile', { brand_id: brandId }, '{"aliases":null,"main_market":null}')
    expect(await profile()).toMatchObject({ name: 'Acme', aliases: [], industry: null })
    await test.operate('import-profile', { brand_id: brandId }, '{"name":"Bcme"}')
    expect(await profile()).toMatchObject({ name: 'Bcme' })
    expect(await workspaceName()).toBe('Ours')
  })

  it('rejects invalid profiles', async () => {
    const wrong: [string, string][] = [
      ['', 'file: not valid JSON'],
      ['{', 'file: not valid JSON'],
      ['{}', 'file: must have at least one of name, aliases'],
      ['[]', 'must be an object'],
      ['null', 'must be an object'],
      ['"x"', 'must be an object'],
      ['{"colour":"red"}', 'unknown "colour"'],
      [`{"industry":"${'x'.repeat(201)}"}`, 'industry must be text'],
      ['{"industry":"a\\u0000b"}', 'industry must not contain NUL'],
      [`"${'x'.repeat(1_100_000)}"`, 'larger than'],
    ]
    for (const [file, message] of wrong)
      expect(await importing(file), file.slice(0, 50)).toEqual(['invalid_request', expect.stringContaining(message)])
    expect(await profile()).toEqual(full)
  })
})
