import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import {
  approve,
  askForTokens,
  begin,
  callTool,
  connect,
  oauthEnvironment,
  ofCode,
  refresh,
  refusedCode,
  register,
  resume,
  type Tokens,
  visit,
} from '../../testing/oauth.ts'
import { makePerson, openBrowser, type Person, signInByLink, tokenOf } from '../../testing/people.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let owner: Person

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp(oauthEnvironment))
  owner = await makePerson(app, fixture.workspaceId, 'owner')
})
afterEach(() => app.setNow(fixtureNow))
afterAll(() => app.close())

const errorOf = (answer: Answer) => (JSON.parse(answer.text) as { error: string }).error
const works = async (token: string) => (await callTool(app, token, 'list_brands')).status

describe('an authorization request', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with the challenge in plain text', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a PKCE method', { code_challenge_method: undefined }, 'invalid_request'],
    ['for a token in the URL', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for another path of this one', { resource: 'http://sightline.test/v1' }, 'invalid_target'],
    ['with response_mode fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
    ['with response_mode form_post', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['without asking for consent', { prompt: 'none' }, 'consent_required'],
    ['that is too long to store', { state: 'x'.repeat(4000) }, 'request_too_long'],
  ])('%s is refused on the console page', async (_, changed, error) => {
    const { answer, request } = await begin(app, owner.browser, await register(app), changed)
    expect([answer.status, answer.headers.location, request]).toEqual([303, `/connect?problem=${error}`, undefined])
  })

  test('is refused in JSON if a program reads the response', async () => {
    const program = await register(app)
    const url = `/oauth/authorize?client_id=${program.client_id}&response_mode=form_post`
    const { status, body } = await visit(app, openBrowser(app), url, { headers: { accept: '*/*' } })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })

  test('that has expired is reported as expired', async () => {
    const { answer, request } = await begin(app, openBrowser(app), await register(app))
    expect(answer.status).toBe(303)
    const { headers } = await visit(app, openBrowser(app), `/oauth/authorize/${request}`)
    expect(headers.location).toBe('/connect?problem=session_not_found')
  })

  test('is rate-limited by address', async () => {
    const program = await register(app)
    const browser = openBrowser(app)
    const pages: string[] = []
    for (let asked = 0; asked < 121; asked += 1)
      pages.push(String((await begin(app, browser, program)).answer.headers.location).split('=')[0] as string)
    expect(new Set(pages.slice(0, 120))).toEqual(new Set(['/connect?request']))
    expect((await begin(app, browser, program)).answer.headers.location).toBe('/connect?problem=rate_limited')
    expect((await begin(app, owner.browser, program)).request).toBeDefined()
  })

  test('gets a response even if an internal failure occurs', async () => {
    const { services } = app.app
    const { address } = services
    services.address = () => {
      throw new Error('no address')
    }
    const asked = visit(app, openBrowser(app), '/oauth/authorize')
    const { status, text } = await asked.finally(() => {
      services.address = address
    })
    expect([status, JSON.parse(text)]).toEqual([500, { error: 'server_error', error_description: expect.any(String) }])
  })

  test.each([
    ['another host', 'http://evil.example/callback'],
    ['another path', 'http://127.0.0.1:5000/other'],
    ['a host that starts like it', 'http://127.0.0.1.evil.example:5000/callback'],
    ['a path after it', 'http://127.0.0.1:5000/callback/../../evil'],
    ['a user before it', 'http://evil@127.0.0.1:5000/callback'],
  ])('that returns to %s leads only to the console', async (_, redirect_uri) => {
    const { answer, request } = await begin(app, owner.browser, await register(app), { redirect_uri })
    expect([request, answer.headers.location]).toEqual([undefined, '/connect?problem=invalid_redirect_uri'])
  })

  test('of a local client may return to any port (RFC 8252, 7.3)', async () => {
    const redirect_uri = 'http://127.0.0.1:61234/callback'
    expect((await begin(app, owner.browser, await register(app), { redirect_uri })).request).toBeDefined()
  })

  test('of an unknown client is reported to every caller', async () => {
    const { answer } = await begin(app, owner.browser, { client_id: 'nobody' })
    expect(answer.headers.location).toBe('/connect?problem=invalid_client')
  })

  test('under a rebound host name is refused at every endpoint', async () => {
    const headers = { host: 'evil.example' }
    for (const path of ['/oauth/authorize', '/.well-known/oauth-authorization-server'])
      expect((await visit(app, openBrowser(app), path, { headers })).status).toBe(403)
    for (const path of ['/oauth/token', '/oauth/register'])
      expect((await visit(app, openBrowser(app), path, { headers, body: '{}' })).status).toBe(403)
  })
})

describe('an authorization code', () => {
  async function approveClient() {
    const program = await register(app)
    const { request, verifier } = await begin(app, owner.browser, program)
    const back = await approve(app, owner.browser, request)
    return { program, fields: ofCode(program, back, verifier) }
  }

  test.each<[string, Record<string, string>, string]>([
    ['another verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:5000/other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('is useless with %s', async (_, changed, error) => {
    const { fields } = await approveClient()
    const answer = await askForTokens(app, { ...fields, ...changed })
    expect([answer.status, errorOf(answer)]).toEqual([400, error])
  })

  test('is useless to another client', async () => {
    const { fields } = await approveClient()
    const { client_id } = await register(app)
    const answer = await askForTokens(app, { ...fields, client_id })
    expect([answer.status, errorOf(answer)]).toEqual([400, 'invalid_grant'])
  })

  test('that is used twice revokes the tokens of its first use', async () => {
    const { fields } = await approveClient()
    const first = JSON.parse((await askForTokens(app, fields)).text) as Tokens
    expect(await works(first.access_token)).toBe(200)
    const second = await askForTokens(app, fields)
    expect([second.status, errorOf(second)]).toEqual([400, 'invalid_grant'])
    expect(await works(first.access_token)).toBe(401)
  })

  test('that is used twice concurrently gives no one access', async () => {
    const { program, fields } = await approveClient()
    const answers = await Promise.all([askForTokens(app, fields), askForTokens(app, fields)])
    for (const { status, text } of answers) {
      if (status !== 200) continue
      const tokens = JSON.parse(text) as Tokens
      expect(await works(tokens.access_token)).toBe(401)
      expect((await refresh(app, program, tokens.refresh_token)).status).toBe(400)
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
  })

  test('expires after a minute', async () => {
    const { fields } = await approveClient()
    app.setNow(new Date(Date.parse(String(fixtureNow)) + 61_000))
    expect(errorOf(await askForTokens(app, fields))).toBe('invalid_grant')
  })
})

describe('an access token', () => {
  test('is refused at /v1, and a session at /mcp', async () => {
    const { tokens } = await connect(app, owner.browser)
    const { status, body } = await app.get('/v1/brands', tokens.access_token)
    expect([status, body.error.code]).toEqual([401, 'invalid_token'])
    const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await app.send('POST', '/mcp', undefined, { headers: { cookie } })).status).toBe(401)
  })

  test('for another resource is refused', async () => {
    const { tokens } = await connect(app, owner.browser)
    const { services } = app.app
    const { address } = services
    services.address = () => 'http://other.test'
    const { status, text } = await callTool(app, tokens.access_token, 'list_brands')
    services.address = address
    expect([status, text]).toEqual([401, expect.stringContaining('for another resource')])
  })

  test('expires after 15 minutes, with that reason', async () => {
    const { tokens } = await connect(app, owner.browser)
    app.setNow(new Date(Date.parse(String(fixtureNow)) + 901_000))
    const answer = await callTool(app, tokens.access_token, 'list_brands')
    expect([answer.status, refusedCode(answer), answer.headers['www-authenticate']]).toEqual([
      401,
      'token_expired',
      expect.stringContaining('error="invalid_token"'),
    ])
  })

  test('that never existed is refused, and counted like an unknown key', async () => {
    const answer = await callTool(app, 'a'.repeat(43), 'list_brands')
    expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([401, expect.stringContaining('unknown-key')])
  })

  test('does not outlive the membership, the connection or the brands of its person', async () => {
    const editor = await makePerson(app, fixture.workspaceId, 'editor')
    const [first, second] = [await connect(app, editor.browser), await connect(app, editor.browser)]
    const [brand] = fixture.ids.brand_id as [string]
    const member = { workspace_id: fixture.workspaceId, email: editor.email }
    await app.operate('update-person', { ...member, role: 'editor', brand_ids: [brand] })
    const { text } = await callTool(app, first.tokens.access_token, 'list_brands')
    expect(text).toContain(brand)
    expect(text).not.toContain(fixture.otherIds.brand_id?.[0])
    // A role change ends sessions, but no connection.
    await signInByLink(app, editor.email, editor.browser)
    const { body } = await editor.browser.operate('list-connected-clients')
    const connected = body.data as { id: string }[]
    expect(connected).toHaveLength(2)
    await editor.browser.operate('disconnect-client', { connection_id: connected[0]?.id })
    const statuses = [await works(first.tokens.access_token), await works(second.tokens.access_token)]
    expect(statuses.toSorted()).toEqual([200, 401])
    const left = statuses[0] === 200 ? first : second
    await app.operate('remove-person', member)
    expect(await works(left.tokens.access_token)).toBe(401)
    expect((await refresh(app, left.program, left.tokens.refresh_token)).status).toBe(400)
  })
})

test('a new password revokes all earlier connections', async () => {
  const { email, browser } = await makePerson(app, fixture.workspaceId, 'viewer')
  const { tokens } = await connect(app, browser)
  expect(await works(tokens.access_token)).toBe(200)
  const token = tokenOf(await app.operate<{ url: string }>('reset-password', { email }))
  const chosen = { token, password: 'quite another password' }
  expect((await openBrowser(app).post('/choose-password', chosen)).status).toBe(200)
  expect(await works(tokens.access_token)).toBe(401)
})

describe('an approval', () => {
  test('of another browser’s request gives no access', async () => {
    const attacker = openBrowser(app)
    const program = await register(app)
    const { request } = await begin(app, attacker, program)
    const { body } = await owner.browser.operate('approve-client', {
      request_id: request,
      target_workspace_id: fixture.workspaceId,
      scopes: ['read:basic'],
    })
    const { url } = body.data as { url: string }
    const back = await resume(app, attacker, url)
    expect([back.searchParams.get('code'), back.searchParams.get('error')]).toEqual([null, 'access_denied'])
    const { rows } = await app.app.services.postgres.execute(
      `select id from oauth_connections where client_id = '${program.client_id}'`,
    )
    expect(rows).toEqual([])
  })

  test('grants nothing beyond the person’s access and the request', async () => {
    const program = await register(app)
    const { request } = await begin(app, owner.browser, program, { scope: 'read:basic' })
    const usual = { request_id: request, target_workspace_id: fixture.workspaceId, scopes: ['read:basic'] }
    const statusOf = async (changed: object) =>
      (await owner.browser.operate('approve-client', { ...usual, ...changed })).status
    expect(await statusOf({ target_workspace_id: fixture.foreignWorkspaceId })).toBe(404)
    expect(await statusOf({ brand_ids: fixture.foreignIds.brand_id })).toBe(400)
    expect(await statusOf({ scopes: ['read:basic', 'write:prompts'] })).toBe(400)
    expect(await statusOf({ scopes: [] })).toBe(400)
    expect(await statusOf({ request_id: 'x' })).toBe(400)
    expect(await statusOf({})).toBe(200)
  })

  test('can be withdrawn only by the person who gave it', async () => {
    await connect(app, owner.browser)
    const { body } = await owner.browser.operate('list-connected-clients')
    const [{ id }] = body.data as [{ id: string }]
    const other = await makePerson(app, fixture.workspaceId, 'owner')
    const { status } = await other.browser.operate('disconnect-client', { connection_id: id })
    expect(status).toBe(404)
    expect((await other.browser.operate('list-connected-clients')).body.data).toEqual([])
  })
})

test('a request without a token gets the metadata URL, however many unknown tokens its address sent', async () => {
  const statuses = new Set<number>()
  for (let guessed = 0; guessed < 61; guessed += 1)
    statuses.add((await callTool(app, 'b'.repeat(43), 'list_brands')).status)
  expect(statuses).toEqual(new Set([401, 429]))
  const { status, headers } = await app.send('POST', '/mcp')
  expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('resource_metadata=')])
})
