import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  redirectUri,
  refresh,
  register,
  resume,
  type Tokens,
  tryRegister,
  visit,
} from '../../testing/oauth.ts'
import { makePerson, openBrowser, type Person, signInByLink, tokenOf } from '../../testing/people.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let owner: Person
let document: { server: Server; body: unknown; requests: number }
const documentUrl = 'https://agent.example/client.json'

beforeAll(async () => {
  const server = createServer((_, response) => {
    document.requests += 1
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document.body))
  })
  document = { server, body: {}, requests: 0 }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const environment = { ...oauthEnvironment, SITE_STAND_INS: `agent.example=127.0.0.1:${port}` }
  const resolveHost = async (host: string) => (host === 'inside.example' ? ['10.0.0.7'] : ['127.0.0.1'])
  ;({ test: app, fixture } = await startFixtureApp(environment, { resolveHost }))
  owner = await makePerson(app, fixture.workspaceId, 'owner')
})
afterEach(() => app.setNow(fixtureNow))
afterAll(async () => {
  document.server.close()
  await app.close()
})

const errorOf = (answer: Answer) => (JSON.parse(answer.text) as { error: string }).error
/** What a program is told of an error at the address that it registered; undefined where its browser is sent elsewhere. */
function toldOf({ headers: { location } }: Answer): string | undefined {
  const to = new URL(String(location), 'http://none.test')
  const told = new URLSearchParams(to.hash === '' ? to.search : to.hash.slice(1))
  return to.href.startsWith(redirectUri) ? (told.get('error') ?? undefined) : undefined
}
const works = async (token: string) => (await callTool(app, token, 'list_brands')).status

describe('a request', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with the challenge in plain text', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['whose method of PKCE is left to us', { code_challenge_method: undefined }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for another path of this one', { resource: 'http://sightline.test/v1' }, 'invalid_target'],
  ])('%s is refused, where the program is told so', async (_, changed, error) => {
    const { answer, request } = await begin(app, owner.browser, await register(app), changed)
    expect([answer.status, toldOf(answer), request]).toEqual([303, error, undefined])
  })

  test.each([
    ['another host', 'http://evil.example/callback'],
    ['another path', 'http://127.0.0.1:5000/other'],
    ['a host that begins alike', 'http://127.0.0.1.evil.example:5000/callback'],
    ['a path behind it', 'http://127.0.0.1:5000/callback/../../evil'],
    ['a user before it', 'http://evil@127.0.0.1:5000/callback'],
  ])('whose answer is to go to %s leads nowhere but to the console', async (_, redirect_uri) => {
    const { answer, request } = await begin(app, owner.browser, await register(app), { redirect_uri })
    expect([request, answer.headers.location]).toEqual([undefined, '/connect?problem=invalid_redirect_uri'])
  })

  test('of a program on this computer may come back at any port (RFC 8252, 7.3)', async () => {
    const redirect_uri = 'http://127.0.0.1:61234/callback'
    expect((await begin(app, owner.browser, await register(app), { redirect_uri })).request).toBeDefined()
  })

  test('of nobody who is known is told to whoever asks', async () => {
    const { answer } = await begin(app, owner.browser, { client_id: 'nobody' })
    expect(answer.headers.location).toBe('/connect?problem=invalid_client')
  })

  test('by a name that has come to mean this machine is refused, at every endpoint', async () => {
    const headers = { host: 'evil.example' }
    for (const path of ['/oauth/authorize', '/.well-known/oauth-authorization-server'])
      expect((await visit(app, openBrowser(app), path, { headers })).status).toBe(403)
    for (const path of ['/oauth/token', '/oauth/register'])
      expect((await visit(app, openBrowser(app), path, { headers, body: '{}' })).status).toBe(403)
  })
})

describe('a program that registers', () => {
  test.each([
    ['an address without encryption', 'http://agent.example/callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a fragment', 'https://agent.example/callback#x'],
  ])('is refused with %s to go back to', async (_, uri) => {
    const answer = await tryRegister(app, { redirect_uris: [uri] })
    expect([answer.status, errorOf(answer)]).toEqual([400, 'invalid_redirect_uri'])
  })

  test('is refused without any, and with a name of any length', async () => {
    expect((await tryRegister(app, { redirect_uris: [] })).status).toBe(400)
    for (const client_name of ['x'.repeat(101), 'a\u0000b', '\ud800', 'Claude \u202e'])
      expect((await tryRegister(app, { client_name })).status).toBe(400)
    expect((await tryRegister(app, { redirect_uris: ['https://agent.example/\u0000'] })).status).toBe(400)
    expect((await begin(app, owner.browser, await register(app), { state: '\u0000' })).answer.status).toBe(
      400,
    )
  })

  test('is counted by its address', async () => {
    const address = '203.0.113.200'
    const statuses: number[] = []
    for (let made = 0; made < 31; made += 1) statuses.push((await tryRegister(app, {}, address)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429])
    expect((await tryRegister(app)).status).toBe(201)
  })

  test('is forgotten after a day in which nobody has let it in', async () => {
    const unused = await register(app)
    const { program, tokens } = await connect(app, owner.browser)
    app.setNow(new Date(Date.parse(String(fixtureNow)) + 25 * 3_600_000))
    expect((await begin(app, owner.browser, unused)).answer.headers.location).toContain('invalid_client')
    const { services } = app.app
    const jobs = services.features.flatMap((feature) => feature.jobs ?? [])
    const forget = jobs.find(({ queue }) => queue === 'forget-connections')
    await forget?.run(services, {}, new AbortController().signal)
    const { rows } = await app.app.services.postgres.execute('select id from oauth_clients')
    expect(rows).toEqual([{ id: program.client_id }])
    expect((await refresh(app, program, tokens.refresh_token)).status).toBe(200)
  })
})

describe('a program that a document describes', () => {
  const described = (more: object = {}) => ({
    client_id: documentUrl,
    client_name: 'Described',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    ...more,
  })
  /** Each is another document: what was read is kept for a while. */
  let paths = 0
  const ask = (body: (url: string) => unknown) => {
    paths += 1
    const client_id = `${documentUrl}?${paths}`
    document.body = body(client_id)
    return begin(app, owner.browser, { client_id })
  }

  test('is let in under the host of that document', async () => {
    const { request } = await ask((client_id) => described({ client_id }))
    const { body } = await owner.browser.operate('get-authorization-request', { request_id: request })
    expect(body.data).toMatchObject({
      client: { name: 'Described', place: '127.0.0.1', document_host: 'agent.example' },
    })
    const client_id = `${documentUrl}?${paths}`
    const program = { client_id, redirect_uris: [redirectUri] }
    const { tokens } = await connect(app, owner.browser, { program })
    expect(await works(tokens.access_token)).toBe(200)
  })

  test.each<[string, (client_id: string) => unknown]>([
    ['names no name', (client_id) => described({ client_id, client_name: undefined })],
    ['names nowhere to go back to', (client_id) => described({ client_id, redirect_uris: undefined })],
    ['names another address as its own', () => described({ client_id: 'https://other.example/client.json' })],
    ['holds a secret', (client_id) => described({ client_id, client_secret: 'x' })],
    ['is no object', () => ['x']],
    [
      'is too long',
      (client_id) => described({ client_id, client_uri: `https://x.example/${'x'.repeat(6000)}` }),
    ],
    [
      'leads to an address without encryption',
      (client_id) => described({ client_id, redirect_uris: ['http://agent.example/callback'] }),
    ],
  ])('that %s is not asked for', async (_, body) => {
    const { answer, request } = await ask(body)
    expect([request, String(answer.headers.location)]).toEqual([
      undefined,
      expect.stringMatching(/^\/connect\?problem=invalid_(client|client_metadata|redirect_uri)$/),
    ])
  })

  test.each([
    ['this machine', 'https://127.0.0.1/client.json'],
    [
      'this machine by its port',
      () => `https://127.0.0.1:${(document.server.address() as AddressInfo).port}/x`,
    ],
    ['this machine by IPv6', 'https://[::1]/client.json'],
    ['a private network', 'https://192.168.1.1/client.json'],
    ['the cloud’s own service', 'https://169.254.169.254/latest'],
    ['a name of a private address', 'https://inside.example/client.json'],
    ['an address without encryption', 'http://agent.example/client.json'],
  ])('at %s is not fetched', async (_, url) => {
    const before = document.requests
    const { answer } = await begin(app, owner.browser, { client_id: typeof url === 'string' ? url : url() })
    expect(answer.headers.location).toBe('/connect?problem=invalid_client')
    expect(document.requests).toBe(before)
  })
})

describe('a code', () => {
  async function letIn() {
    const program = await register(app)
    const { request, verifier } = await begin(app, owner.browser, program)
    const back = await approve(app, owner.browser, request)
    return { program, fields: ofCode(program, back, verifier) }
  }

  test.each<[string, Record<string, string>, string]>([
    ['another verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another address to go back to', { redirect_uri: 'http://127.0.0.1:5000/other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('is worth nothing with %s', async (_, changed, error) => {
    const { fields } = await letIn()
    const answer = await askForTokens(app, { ...fields, ...changed })
    expect([answer.status, errorOf(answer)]).toEqual([400, error])
  })

  test('is worth nothing to another program', async () => {
    const { fields } = await letIn()
    const { client_id } = await register(app)
    const answer = await askForTokens(app, { ...fields, client_id })
    expect([answer.status, errorOf(answer)]).toEqual([400, 'invalid_grant'])
  })

  test('that comes a second time takes back what the first has got', async () => {
    const { fields } = await letIn()
    const first = JSON.parse((await askForTokens(app, fields)).text) as Tokens
    expect(await works(first.access_token)).toBe(200)
    const second = await askForTokens(app, fields)
    expect([second.status, errorOf(second)]).toEqual([400, 'invalid_grant'])
    expect(await works(first.access_token)).toBe(401)
  })

  test('that comes twice at once is worth something to nobody', async () => {
    const { program, fields } = await letIn()
    const answers = await Promise.all([askForTokens(app, fields), askForTokens(app, fields)])
    for (const { status, text } of answers) {
      if (status !== 200) continue
      const tokens = JSON.parse(text) as Tokens
      expect(await works(tokens.access_token)).toBe(401)
      expect((await refresh(app, program, tokens.refresh_token)).status).toBe(400)
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
  })

  test('is over after a minute', async () => {
    const { fields } = await letIn()
    app.setNow(new Date(Date.parse(String(fixtureNow)) + 61_000))
    expect(errorOf(await askForTokens(app, fields))).toBe('invalid_grant')
  })
})

describe('a refresh token', () => {
  test('that comes a second time ends its whole family', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const next = JSON.parse((await refresh(app, program, tokens.refresh_token)).text) as Tokens
    expect(await works(next.access_token)).toBe(200)
    expect(errorOf(await refresh(app, program, tokens.refresh_token))).toBe('invalid_grant')
    expect([await works(next.access_token), await works(tokens.access_token)]).toEqual([401, 401])
    expect(errorOf(await refresh(app, program, next.refresh_token))).toBe('invalid_grant')
    const { body } = await owner.browser.operate('list-connected-clients')
    expect(JSON.stringify(body.data)).not.toContain(program.client_id)
  })

  test('is worth nothing to another program, and asks for no more than was granted', async () => {
    const granted = { scopes: ['read:basic'] }
    const { program, tokens } = await connect(app, owner.browser, { granted })
    expect(errorOf(await refresh(app, await register(app), tokens.refresh_token))).toBe('invalid_grant')
    const more = await askForTokens(app, {
      grant_type: 'refresh_token',
      client_id: program.client_id,
      refresh_token: tokens.refresh_token,
      scope: 'read:basic write:prompts',
    })
    expect(errorOf(more)).toBe('invalid_scope')
  })
})

describe('a token', () => {
  test('is refused at /v1, and a session at /mcp', async () => {
    const { tokens } = await connect(app, owner.browser)
    const { status, body } = await app.get('/v1/brands', tokens.access_token)
    expect([status, body.error.code]).toEqual([401, 'invalid_token'])
    const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await app.send('POST', '/mcp', undefined, { headers: { cookie } })).status).toBe(401)
  })

  test('that was made for another address is refused', async () => {
    const { tokens } = await connect(app, owner.browser)
    const { services } = app.app
    const { address } = services
    services.address = () => 'http://other.test'
    const { status, text } = await callTool(app, tokens.access_token, 'list_brands')
    services.address = address
    expect([status, text]).toEqual([401, expect.stringContaining('for another resource')])
  })

  test('is over after 15 minutes, and says so', async () => {
    const { tokens } = await connect(app, owner.browser)
    app.setNow(new Date(Date.parse(String(fixtureNow)) + 901_000))
    const { status, body, headers } = await callTool(app, tokens.access_token, 'list_brands')
    expect([status, body.error.code, headers['www-authenticate']]).toEqual([
      401,
      'token_expired',
      expect.stringContaining('error="invalid_token"'),
    ])
  })

  test('that was never made is refused, and counted like an unknown key', async () => {
    const answer = await callTool(app, 'a'.repeat(43), 'list_brands')
    expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([
      401,
      expect.stringContaining('unknown-key'),
    ])
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
    // Another role ends sessions, and no connection.
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

test('a new password ends whatever was let in before', async () => {
  const { email, browser } = await makePerson(app, fixture.workspaceId, 'viewer')
  const { tokens } = await connect(app, browser)
  expect(await works(tokens.access_token)).toBe(200)
  const token = tokenOf(await app.operate<{ url: string }>('reset-password', { email }))
  const chosen = { token, password: 'quite another password' }
  expect((await openBrowser(app).post('/choose-password', chosen)).status).toBe(200)
  expect(await works(tokens.access_token)).toBe(401)
})

describe('an answer of somebody', () => {
  test('to what another browser has begun lets nobody in', async () => {
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

  test('grants nothing that they do not reach, and nothing that was not asked for', async () => {
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

  test('takes back what is theirs alone', async () => {
    await connect(app, owner.browser)
    const { body } = await owner.browser.operate('list-connected-clients')
    const [{ id }] = body.data as [{ id: string }]
    const other = await makePerson(app, fixture.workspaceId, 'owner')
    const { status } = await other.browser.operate('disconnect-client', { connection_id: id })
    expect(status).toBe(404)
    expect((await other.browser.operate('list-connected-clients')).body.data).toEqual([])
  })
})
