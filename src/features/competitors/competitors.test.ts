import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { beforeHistoryIsRead } from '../../testing/visibility/make-brand.ts'

interface Competitor {
  id: string
  name: string
  primary_url: string
  domain: string | null
  aliases: string[]
  is_active: boolean
}

type Colored = Competitor & { color: number }

let app: TestApp
let workspaceId: string
let key: string
let brandId: string

beforeAll(async () => {
  app = await startTestApp()
  app.setNow(fixtureNow)
  workspaceId = (await app.operate<{ id: string }>('create-workspace', { name: 'Ours' })).id
  key = await makeKey(app, workspaceId)
})
beforeEach(async () => {
  brandId = (await app.operate<{ id: string }>('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
})
afterAll(() => app.close())

type Input = Record<string, string | string[] | boolean>

const make = (input: Input = {}) =>
  app.operate<Competitor>('create-competitor', {
    brand_id: brandId,
    name: 'Globex',
    primary_url: 'https://globex.com',
    ...input,
  })
const update = (id: string, input: Input) =>
  app.operate<Competitor>('update-competitor', { brand_id: brandId, competitor_id: id, ...input })
const refusal = async (name: string, input: Input) => {
  const outcome = await app.tryOperate(name, { brand_id: brandId, ...input })
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}
const listed = async <T = Competitor>(path = 'competitors') =>
  (await app.get(`/v1/brands/${brandId}/${path}`, key)).body.data as T[]

test('creates an active, manual competitor matched by apex domain, listed and ranked immediately', async () => {
  const made = await make()
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Globex',
    primary_url: 'https://globex.com',
    domain: 'globex.com',
    relation: 'direct_competitor',
    aliases: [],
    is_active: true,
    is_manual: true,
    match_case_sensitive: false,
    match_require_domain: false,
    match_mode: 'apex',
    color: 1,
  })
  expect(await listed()).toEqual([made])
  expect((await listed('competitors/rankings')).map(({ name }) => name)).toEqual(['Acme', 'Globex'])
})

test('merges aliases that differ only in case, unless matching is case-sensitive', async () => {
  const aliases = ['GLX', 'glx', 'Straße', 'STRASSE', 'Glx']
  expect((await make({ aliases })).aliases).toEqual(['GLX', 'Straße'])
  const exact = await make({ aliases, match_case_sensitive: true })
  expect(exact.aliases).toEqual(aliases)
  expect((await update(exact.id, { aliases: ['A', 'a'] })).aliases).toEqual(['A', 'a'])
  expect((await update(exact.id, { aliases: ['A', 'a'], match_case_sensitive: false })).aliases).toEqual(['A'])
})

test('ranks a competitor created over the API immediately, and in earlier answers after rereading', async () => {
  await app.operate('update-workspace', { workspace_id: workspaceId, api_writes: true })
  const writer = await makeKey(app, workspaceId, { scopes: ['read:visibility', 'write:competitors'] })
  const answer = { prompt: 'Which?', engine: 'chatgpt', executed_at: fixtureNow, answer: 'Acme, then GLX.' }
  await app.operate('import-answers', { brand_id: brandId }, answersFile([answer]))
  const ranking = async () => {
    const rows = await listed<{ name: string; rank: number; visibility_pct: number }>('competitors/rankings')
    return rows.map(({ name, rank, visibility_pct }) => [name, rank, visibility_pct])
  }
  let added: Competitor | undefined
  await beforeHistoryIsRead(app, brandId, async () => {
    const { status, body } = await app.send('POST', `/v1/brands/${brandId}/competitors`, writer, {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({
        name: ' Globex ',
        primary_url: 'https://www.globex.com/',
        aliases: [' GLX', '', 'GLX', 'Globex Inc'],
      }),
    })
    added = (body.data as { competitor: Competitor }).competitor
    expect([status, added]).toMatchObject([
      200,
      { name: 'Globex', aliases: ['GLX', 'Globex Inc'], domain: 'globex.com' },
    ])
    expect(await listed()).toEqual([added])
    expect(await ranking()).toEqual([
      ['Acme', 1, 100],
      ['Globex', 2, null],
    ])
  })
  await app.historyIsRead()
  expect(await ranking()).toEqual([
    ['Acme', 1, 100],
    ['Globex', 2, 100],
  ])
})

test('gives each competitor the least used color, which other competitors do not change', async () => {
  const makeRival = (name: string) => make({ name, primary_url: `https://${name}.com` }) as Promise<Colored>
  const made: Colored[] = []
  for (let count = 1; count <= 14; count++) made.push(await makeRival(`rival${count}`))
  expect(made.map(({ color }) => color)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2])
  await update(made[2]?.id as string, { is_active: false, name: 'Renamed' })
  made.push(await makeRival('last'))
  expect(made.at(-1)?.color).toBe(3)
  const shown = new Map((await listed<Colored>('competitors?limit=100')).map(({ id, color }) => [id, color]))
  expect(shown).toEqual(new Map(made.map(({ id, color }) => [id, color])))
})

test('allows competitors with the same name', async () => {
  const [one, other] = [await make(), await make({ primary_url: 'https://globex.org' })]
  expect(one.id).not.toBe(other.id)
  expect((await listed()).map(({ name }) => name)).toEqual(['Globex', 'Globex'])
})

test('derives a competitor’s domain from its URL', async () => {
  const given: [string, string][] = [
    ['https://www.initech.com/a?b#c', 'initech.com'],
    ['http://INITECH.org:8080', 'initech.org'],
    ['https://shop.initech.co.uk', 'initech.co.uk'],
    ['https://initech.github.io/x', 'initech.github.io'],
    ['https://bücher.de', 'xn--bcher-kva.de'],
    [' https://initech.net ', 'initech.net'],
    [`https://initech.io/${'x'.repeat(2029)}`, 'initech.io'],
  ]
  for (const [primary_url, domain] of given)
    expect(await make({ primary_url }), primary_url).toMatchObject({
      domain,
      primary_url: primary_url.trim(),
    })
})

test('rejects a competitor URL that is not HTTP or HTTPS or has no domain', async () => {
  const { id } = await make()
  const given = [
    'globex.com',
    '//globex.com',
    'ftp://globex.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:a@globex.com',
    'data:text/html,x',
    'https://',
    'https://localhost',
    'https://globex',
    'https://127.0.0.1',
    'https://[::1]/',
    'http://2130706433',
    'https://co.uk',
    'https://.com',
    'https://globex..com',
    'https://*.globex.com',
    'https://glo bex.com',
    'nonsense',
  ]
  for (const primary_url of given) {
    const expected = [
      'invalid_request',
      'primary_url must be an http or https URL of a domain, such as https://example.com',
    ]
    expect(await refusal('create-competitor', { name: 'c', primary_url }), primary_url).toEqual(expected)
    expect(await refusal('update-competitor', { competitor_id: id, primary_url }), primary_url).toEqual(expected)
  }
  expect(
    (await refusal('create-competitor', { name: 'c', primary_url: `https://globex.com/${'x'.repeat(2030)}` }))[1],
  ).toContain('2048')
  expect(await refusal('create-competitor', { name: 'c' })).toEqual([
    'invalid_request',
    expect.stringMatching(/^primary_url is required/),
  ])
  expect(await refusal('create-competitor', { primary_url: 'https://x.com' })).toEqual([
    'invalid_request',
    expect.stringMatching(/^name is required/),
  ])
})

test('rejects a competitor URL with credentials', async () => {
  const { id } = await make()
  const expected = ['invalid_request', 'primary_url must not contain a user or password']
  for (const primary_url of ['https://user:word@globex.com', 'https://user@globex.com', 'https://:word@globex.com']) {
    expect(await refusal('create-competitor', { name: 'c', primary_url })).toEqual(expected)
    expect(await refusal('update-competitor', { competitor_id: id, primary_url })).toEqual(expected)
  }
})

test('rejects a competitor name that no answer can contain', async () => {
  const { id } = await make()
  const primary_url = 'https://x.com'
  for (const name of ['-', '®', '.', '’', ' – ', '\u200b', '\u00ad\u2060', '\u0301', '- · -']) {
    const named = ['invalid_request', expect.stringMatching(/^name must contain a searchable character/)]
    expect(await refusal('create-competitor', { name, primary_url }), name).toEqual(named)
    expect(await refusal('update-competitor', { competitor_id: id, name }), name).toEqual(named)
    const aliases = ['Fine', name]
    const alias = ['invalid_request', expect.stringMatching(/^aliases must contain a searchable character/)]
    expect(await refusal('create-competitor', { name: 'c', primary_url, aliases }), name).toEqual(alias)
    expect(await refusal('update-competitor', { competitor_id: id, aliases }), name).toEqual(alias)
  }
  for (const name of ['X', '7', 'C++', '王', '𝕏', '.NET', '&'])
    expect(await make({ name, aliases: [name] }), name).toMatchObject({ name, aliases: [name] })
})

test('a domain belongs to one competitor per brand until it is released', async () => {
  const first = await make()
  const second = await make({ name: 'Globex Shop', primary_url: 'http://shop.globex.com/x' })
  expect([first.domain, second.domain, second.primary_url]).toEqual(['globex.com', null, 'http://shop.globex.com/x'])
  // Deactivating the owner does not release it.
  await update(first.id, { is_active: false })
  expect((await make()).domain).toBeNull()
  expect((await update(second.id, { primary_url: second.primary_url })).domain).toBeNull()
  expect((await update(first.id, { primary_url: 'https://www.globex.com' })).domain).toBe('globex.com')
  expect((await update(first.id, { primary_url: 'https://globex.net' })).domain).toBe('globex.net')
  expect((await update(second.id, { name: 'Shop' })).domain).toBeNull()
  expect((await update(second.id, { primary_url: second.primary_url })).domain).toBe('globex.com')
})

test('another brand can claim the same domain', async () => {
  await make()
  brandId = (await app.operate<{ id: string }>('create-brand', { workspace_id: workspaceId, name: 'Other' })).id
  expect((await make()).domain).toBe('globex.com')
})

test('of competitors created concurrently, one gets the domain and each gets its own number', async () => {
  const made = await Promise.all(Array.from({ length: 50 }, (_, number) => make({ name: `Globex ${number}` })))
  expect(made.filter(({ domain }) => domain === 'globex.com')).toHaveLength(1)
  expect(made.filter(({ domain }) => domain === null)).toHaveLength(49)
  const rows = await app.app.services.db
    .selectFrom('competitors')
    .select('number')
    .where('brand_id', '=', brandId)
    .execute()
  const numbers = rows.map(({ number }) => number).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 2))
})

test('updating a competitor leaves omitted fields unchanged', async () => {
  let competitor = await make({ aliases: ['G'], relation: 'partner', match_case_sensitive: true })
  const changes: [Input, object][] = [
    [{ name: 'Globex Inc' }, { name: 'Globex Inc' }],
    [{ aliases: ['H', 'I'] }, { aliases: ['H', 'I'] }],
    [{ relation: 'indirect_competitor' }, { relation: 'indirect_competitor' }],
    [{ match_case_sensitive: false }, { match_case_sensitive: false }],
    [{ match_require_domain: true }, { match_require_domain: true }],
    [{ match_in_context: true }, { match_in_context: true }],
    [{ is_active: false }, { is_active: false }],
    [{ primary_url: 'https://hooli.com' }, { primary_url: 'https://hooli.com', domain: 'hooli.com' }],
    [{}, {}],
  ]
  for (const [input, change] of changes) {
    const changed = await update(competitor.id, input)
    expect(changed).toEqual({ ...competitor, ...change })
    competitor = changed
  }
  expect(await listed()).toEqual([competitor])
})

test('a deactivated competitor stays listed but is not ranked', async () => {
  const { id } = await make()
  await update(id, { is_active: false })
  expect((await listed()).map((row) => [row.id, row.is_active])).toEqual([[id, false]])
  expect((await listed('competitors/rankings')).map(({ name }) => name)).toEqual(['Acme'])
  await update(id, { is_active: true })
  expect((await listed('competitors/rankings')).map(({ name }) => name)).toEqual(['Acme', 'Globex'])
})

test('validates the fields of a competitor', async () => {
  const base = { name: 'c', primary_url: 'https://x.com' }
  expect(await refusal('create-competitor', { ...base, relation: 'enemy' })).toEqual([
    'invalid_request',
    'relation must be one of direct_competitor, indirect_competitor, partner',
  ])
  expect(await refusal('create-competitor', { ...base, match_case_sensitive: 'yes' })).toEqual([
    'invalid_request',
    'match_case_sensitive must be true or false',
  ])
  for (const field of [
    'regex_pattern',
    'extra_apex_domains',
    'owned_url_scopes',
    'match_mode',
    'is_manual',
    'domain',
    'id',
  ])
    expect(await refusal('create-competitor', { ...base, [field]: 'x' })).toEqual([
      'invalid_request',
      expect.stringContaining(`unknown "${field}"`),
    ])
})

test('only competitors of the brand can be updated', async () => {
  const { id } = await make()
  brandId = (await app.operate<{ id: string }>('create-brand', { workspace_id: workspaceId, name: 'Other' })).id
  for (const competitor_id of [id, crypto.randomUUID()])
    expect(await refusal('update-competitor', { competitor_id, name: 'x', primary_url: 'https://globex.com' })).toEqual(
      ['not_found', 'competitor not found'],
    )
  expect(await refusal('update-competitor', { competitor_id: 'x' })).toEqual([
    'invalid_request',
    'competitor_id must be a uuid',
  ])
  expect(await refusal('update-competitor', {})).toEqual(['invalid_request', 'competitor_id is required: a uuid'])
  expect(await update((await make()).id.toUpperCase(), { name: 'Upper' })).toMatchObject({ name: 'Upper' })
})

test('warns about a name that is a common word, and with match_in_context counts it only as a name', async () => {
  const hint = 'Target is an ordinary word in English; set match_in_context to count only uses as a name'
  const made = await make({ name: 'Target', primary_url: 'https://target.com' })
  expect(made).toMatchObject({ name: 'Target', name_hint: hint })
  expect(await listed()).toEqual([made])
  expect(await make({ name: 'Miele', primary_url: 'https://miele.de' })).not.toHaveProperty('name_hint')
  expect(await make({ name: 'Globex', aliases: ['Ring', 'GLX', 'Away'] })).toHaveProperty(
    'name_hint',
    expect.stringMatching(/^Ring, Away are ordinary words in English/),
  )
  const texts = ['Target muscle groups.', 'You get it at Target today.', 'We target beginners. See target.com']
  const answers = texts.map((answer) => ({
    prompt: 'Which?',
    engine: 'chatgpt',
    executed_at: fixtureNow,
    answer,
  }))
  await app.operate('import-answers', { brand_id: brandId }, answersFile(answers))
  const visibility = async () => {
    const rows = await listed<{ name: string; visibility_pct: number }>('competitors/rankings')
    return rows.find(({ name }) => name === 'Target')?.visibility_pct
  }
  expect(await visibility()).toBe(100)
  const changed = await update(made.id, { match_in_context: true })
  expect(changed).toMatchObject({ match_in_context: true })
  expect(changed).not.toHaveProperty('name_hint')
  await app.historyIsRead()
  expect(await visibility()).toBeCloseTo(66.7, 0)
  const excluded_phrases = ['at Target today']
  expect(await update(made.id, { excluded_phrases })).toMatchObject({ excluded_phrases })
  await app.historyIsRead()
  expect(await visibility()).toBeCloseTo(33.3, 0)
})
