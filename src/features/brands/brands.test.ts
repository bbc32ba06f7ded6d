import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Brand {
  id: string
  name: string
  workspace_id: string
  is_active: boolean
  primary_domain: string | null
  website: string | null
  created_at: string
  updated_at: string
  aliases: string[]
}

interface Workspace {
  id: string
  name: string
  api_access: boolean
}

let app: TestApp
let workspaceId: string
let key: string

beforeAll(async () => {
  app = await startTestApp()
  app.setNow(fixtureNow)
  workspaceId = (await app.operate<Workspace>('create-workspace', { name: 'Ours' })).id
  key = await makeKey(app, workspaceId)
})
beforeEach(() => app.setNow(fixtureNow))
afterAll(() => app.close())

const later = '2026-06-16T00:00:00.000Z'
const make = (input: Record<string, string | string[]> = {}) =>
  app.operate<Brand>('create-brand', { workspace_id: workspaceId, name: 'Acme', ...input })
const refusal = async (name: string, input: Record<string, string | string[]>) => {
  const outcome = await app.tryOperate(name, input)
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}

test('a new workspace has API access but no writes, brand knowledge or credits by default', async () => {
  const made = await app.operate<Workspace>('create-workspace', { name: 'Plain' })
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Plain',
    api_access: true,
    api_writes: false,
    brand_knowledge: false,
    second_factor_required: false,
    credits: 0,
    created_at: fixtureNow,
    updated_at: fixtureNow,
  })
  app.setNow(later)
  const changed = await app.operate('update-workspace', {
    workspace_id: made.id,
    api_writes: true,
    credits: 250,
  })
  expect(changed).toEqual({ ...made, api_writes: true, credits: 250, updated_at: later })
  expect(await app.operate('update-workspace', { workspace_id: made.id, name: 'Renamed' })).toEqual({
    ...changed,
    name: 'Renamed',
  })
  expect((await app.operate<Workspace[]>('list-workspaces')).map(({ id }) => id)).toContain(made.id)
  for (const credits of ['-1', '1.5', '1000000001', 'many'])
    expect(await refusal('create-workspace', { name: 'w', credits })).toEqual([
      'invalid_request',
      'credits must be an integer from 0 to 1000000000',
    ])
  expect(await refusal('create-workspace', { name: 'w', api_writes: 'yes' })).toEqual([
    'invalid_request',
    'api_writes must be true or false',
  ])
})

test('lists a brand with the fields it was created with', async () => {
  const made = await make({ domain: 'acme.com', aliases: ['Acme Inc', 'ACME'] })
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Acme',
    workspace_id: workspaceId,
    is_active: true,
    primary_domain: 'acme.com',
    website: 'https://acme.com',
    created_at: fixtureNow,
    updated_at: fixtureNow,
    aliases: ['Acme Inc', 'ACME'],
  })
  const { aliases: _, ...shown } = made
  const { body } = await app.get('/v1/brands', key)
  expect((body.data as Brand[]).find(({ id }) => id === made.id)).toEqual(shown)
})

test('a brand without a domain has no website and no aliases', async () => {
  expect(await make()).toMatchObject({ primary_domain: null, website: null, aliases: [] })
})

test('accepts a domain or a URL, and stores its apex domain and its website', async () => {
  const given: [string, string, string?][] = [
    ['acme.com', 'acme.com'],
    ['www.acme.com', 'acme.com'],
    ['ACME.com', 'acme.com'],
    [' acme.com ', 'acme.com'],
    ['acme.com.', 'acme.com'],
    ['https://shop.acme.co.uk/shoes?x=1#top', 'acme.co.uk', 'https://shop.acme.co.uk'],
    ['http://www.acme.com', 'acme.com', 'http://acme.com'],
    ['HTTP://acme.com', 'acme.com', 'http://acme.com'],
    ['acme.com:8443/x', 'acme.com', 'https://acme.com:8443'],
    ['acme.com:443', 'acme.com'],
    ['http://Docs.acme.com.:8080', 'acme.com', 'http://docs.acme.com:8080'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['acme.github.io', 'acme.github.io'],
    ['blog.acme.github.io', 'acme.github.io', 'https://blog.acme.github.io'],
  ]
  for (const [domain, apex, website = `https://${apex}`] of given)
    expect(await make({ domain }), domain).toMatchObject({
      primary_domain: apex,
      website,
    })
})

test('rejects an invalid domain', async () => {
  const given = [
    'acme',
    'localhost',
    'com',
    'co.uk',
    'github.io',
    '127.0.0.1',
    'http://[::1]/',
    '2130706433',
    'ftp://acme.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:a@acme.com',
    'https://user:word@acme.com',
    'a b.com',
    '.com',
    'acme..com',
    '-acme.com',
    'exa$mple.com',
    '*.acme.com',
    'https://',
    '//',
    '-',
    '😀',
  ]
  const { id } = await make()
  for (const domain of given) {
    const expected = ['invalid_request', 'domain must be a domain, such as example.com']
    expect(await refusal('create-brand', { workspace_id: workspaceId, name: 'b', domain }), domain).toEqual(expected)
    expect(await refusal('update-brand', { brand_id: id, domain }), domain).toEqual(expected)
  }
})

test('rejects a name or alias without searchable characters', async () => {
  const { id } = await make()
  const refused = (field: string) => [
    'invalid_request',
    expect.stringMatching(`^${field} must contain a searchable character`),
  ]
  for (const name of ['-', '®', '\u200b']) {
    expect(await refusal('create-brand', { workspace_id: workspaceId, name })).toEqual(refused('name'))
    expect(await refusal('update-brand', { brand_id: id, name })).toEqual(refused('name'))
    expect(await refusal('update-brand', { brand_id: id, aliases: ['Acme', name] })).toEqual(refused('aliases'))
  }
})

test('an update changes only the given fields', async () => {
  let brand = await make({ domain: 'http://acme.com', aliases: ['A'] })
  app.setNow(later)
  const changes: [Record<string, string | string[]>, Partial<Brand>][] = [
    [{ name: 'Renamed' }, { name: 'Renamed' }],
    [{ is_active: 'false' }, { is_active: false }],
    [{ aliases: ['B', 'C'] }, { aliases: ['B', 'C'] }],
    [{ domain: 'other.org' }, { primary_domain: 'other.org', website: 'https://other.org' }],
    [{}, {}],
  ]
  for (const [input, change] of changes) {
    const changed = await app.operate<Brand>('update-brand', { brand_id: brand.id, ...input })
    expect(changed).toEqual({ ...brand, ...change, updated_at: later })
    brand = changed
  }
  const { aliases: _, ...shown } = brand
  const { body } = await app.get('/v1/brands', key)
  expect((body.data as Brand[]).find(({ id }) => id === brand.id)).toEqual(shown)
})

test('a name that is an ordinary word counts as the brand’s match flags say, also in earlier answers', async () => {
  const made = await make({ name: 'Target' })
  expect(made).toMatchObject({ name_hint: expect.stringMatching(/^Target is an ordinary word/) })
  const texts = ['Set a target for sleep.', 'Target muscle groups first.', 'Buy it at Target today.', 'No.']
  const lines = texts.map((answer) =>
    JSON.stringify({ prompt: 'Where?', engine: 'chatgpt', executed_at: fixtureNow, answer }),
  )
  await app.operate('import-answers', { brand_id: made.id }, lines.join('\n'))
  const visibility = async () => {
    const { body } = await app.get(`/v1/brands/${made.id}/competitors/rankings`, key)
    return (body.data as { visibility_pct: number }[])[0]?.visibility_pct
  }
  expect(await visibility()).toBe(75)
  const flags: [string, number][] = [
    ['match_case_sensitive', 50],
    ['match_in_context', 25],
  ]
  for (const [flag, share] of flags) {
    const input = { brand_id: made.id, [flag]: 'true' }
    expect(await app.operate<Brand>('update-brand', input)).toMatchObject({ [flag]: true })
    await expect.poll(visibility).toBe(share)
  }
  const { body } = await app.get('/v1/brands', key)
  expect((body.data as Brand[]).find(({ id }) => id === made.id)).toMatchObject({ match_in_context: true })
  expect(await refusal('update-brand', { brand_id: made.id, match_in_context: 'yes' })).toEqual([
    'invalid_request',
    'match_in_context must be true or false',
  ])
})

test('excluded phrases do not count, also in earlier answers', async () => {
  const made = await make({ name: 'Target' })
  expect(made).not.toHaveProperty('excluded_phrases')
  const texts = ['Know your target audience.', 'A Target Audience at Target.', 'Set a target date.']
  const lines = texts.map((answer) =>
    JSON.stringify({ prompt: 'Where?', engine: 'chatgpt', executed_at: fixtureNow, answer }),
  )
  await app.operate('import-answers', { brand_id: made.id }, lines.join('\n'))
  const exclude = async (excluded_phrases: string[]) => {
    const changed = await app.operate<Brand>('update-brand', { brand_id: made.id, excluded_phrases })
    await app.historyIsRead()
    const { body } = await app.get(`/v1/brands/${made.id}/competitors/rankings`, key)
    return [changed, (body.data as { visibility_pct: number }[])[0]?.visibility_pct]
  }
  const excluded_phrases = ['target audience', 'target date']
  expect(await exclude(excluded_phrases)).toEqual([
    expect.objectContaining({ excluded_phrases }),
    expect.closeTo(33.33, 1),
  ])
  expect(await exclude([])).toEqual([expect.not.objectContaining({ excluded_phrases }), 100])
  expect(await refusal('update-brand', { brand_id: made.id, excluded_phrases: ['big target', 'TARGET'] })).toEqual([
    'invalid_request',
    'excluded_phrases: Target is a name itself; enter longer phrases that contain it',
  ])
  expect(await refusal('update-brand', { brand_id: made.id, excluded_phrases: ['...'] })).toEqual([
    'invalid_request',
    'excluded_phrases must contain a searchable character, such as a letter or digit, in each item',
  ])
})

test('reads of an inactive brand still return 200', async () => {
  const { id } = await make({ aliases: ['Inactive'] })
  await app.operate('update-brand', { brand_id: id, is_active: false })
  for (const path of ['tags', 'topics', 'competitors', 'competitors/rankings', 'engines'])
    expect((await app.get(`/v1/brands/${id}/${path}`, key)).status).toBe(200)
})

test('deleting a brand deletes all its data and keeps that of other brands', async () => {
  const [gone, kept] = [await make(), await make()]
  for (const { id: brand_id } of [gone, kept]) {
    const tag = await app.operate<{ id: string }>('create-tag', { brand_id, name: 'Red' })
    await app.operate('create-prompt', { brand_id, text: 'Which?', tag_ids: [tag.id] })
    await app.operate('create-competitor', { brand_id, name: 'Globex', primary_url: 'https://globex.com' })
    const answer = {
      prompt: 'Which?',
      engine: 'chatgpt',
      executed_at: '2026-06-10T00:00:00Z',
      answer: 'Acme.',
    }
    await app.operate('import-answers', { brand_id }, JSON.stringify(answer))
  }
  expect(await app.operate('delete-brand', { brand_id: gone.id })).toEqual({ deleted_brand_id: gone.id })
  expect(await refusal('delete-brand', { brand_id: gone.id })).toEqual(['not_found', 'brand not found'])
  expect((await app.get(`/v1/brands/${gone.id}/tags`, key)).status).toBe(404)
  const { db, clickhouse } = app.app.services
  for (const table of ['topics', 'tags', 'prompts', 'competitors', 'reading_configs'] as const) {
    const rows = await db.selectFrom(table).select('brand_id').where('brand_id', 'in', [gone.id, kept.id]).execute()
    expect(new Set(rows.map((row) => row.brand_id)), table).toEqual(new Set([kept.id]))
  }
  for (const name of ['answers', 'readings']) {
    const rows = await clickhouse.query<{ brand_id: string }>({
      text: `SELECT DISTINCT brand_id FROM ${name}`,
    })
    expect(rows.map((row) => row.brand_id)).not.toContain(gone.id)
    expect(rows.map((row) => row.brand_id)).toContain(kept.id)
  }
})
