import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import {
  begin,
  callTool,
  connect,
  oauthEnvironment,
  redirectUri,
  refresh,
  register,
  tryRegister,
} from '../../testing/oauth.ts'
import { makePerson, openBrowser, type Person, signInByLink } from '../../testing/people.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let owner: Person
let document: { server: Server; body: unknown; status: number; requests: number }
const documentUrl = 'https://agent.example/client.json'

beforeAll(async () => {
  const server = createServer((_, response) => {
    document.requests += 1
    response.statusCode = document.status
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document.body))
  })
  document = { server, body: {}, status: 200, requests: 0 }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const environment = { ...oauthEnvironment, SITE_STAND_INS: `agent.example=127.0.0.1:${port}` }
  const resolveHost = async (host: string) => (host === 'inside.example' ? ['10.0.0.7'] : ['127.0.0.1'])
  ;({ test: app, fixture } = await startFixtureApp(environment, { resolveHost }))
  owner = await makePerson(app, fixture.workspaceId, 'owner')
})
afterEach(() => {
  app.setNow(fixtureNow)
  document.status = 200
  vi.useRealTimers()
})
afterAll(async () => {
  document.server.close()
  await app.close()
})

const errorOf = (answer: Answer) => (JSON.parse(answer.text) as { error: string }).error
const works = async (token: string) => (await callTool(app, token, 'list_brands')).status
const daysLater = (days: number) => app.setNow(new Date(Date.parse(String(fixtureNow)) + days * 86_400_000))

describe('a client that registers', () => {
  async function forget(): Promise<void> {
    const { services } = app.app
    const jobs = services.features.flatMap((feature) => feature.jobs ?? [])
    const job = jobs.find(({ queue }) => queue === 'forget-connections')
    await job?.run(services, {}, new AbortController().signal)
  }

  test.each([
    ['no encryption', 'http://agent.example/callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a fragment', 'https://agent.example/callback#x'],
    ['a user and a password', 'https://user:pw@agent.example/callback'],
    ['a user', 'https://user@agent.example/callback'],
    ['a user on localhost', 'http://user@127.0.0.1/callback'],
    ['a user in a private-use scheme', 'com.example.app://user:pw@callback'],
    ['a space before it', ' https://agent.example/callback'],
    ['a space in it', 'https://agent.example/call back'],
    ['a no-break space after it', 'https://agent.example/callback\u00a0'],
    ['a host that starts like localhost', 'http://127.0.0.1.evil.example/callback'],
    ['an intent', 'intent://scan/#Intent;scheme=x;end'],
    ['a document', 'ms-word:ofe|u|https://evil.example/x.docx'],
    ['its source', 'view-source:https://agent.example/'],
    ['the browser', 'chrome://settings'],
    ['mail', 'mailto:eve@evil.example'],
    ['a scheme without a dot', 'agent:/callback'],
    ['a blob', 'blob:https://agent.example/x'],
  ])('is rejected with an invalid redirect URI: %s', async (_, uri) => {
    const answer = await tryRegister(app, { redirect_uris: [uri] })
    expect([answer.status, errorOf(answer)]).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each([
    'https://agent.example/callback?from=us',
    'http://127.0.0.1:5000/callback',
    'http://[::1]/callback',
    'http://localhost:61234/',
    'com.example.app:/callback',
    'com.example.app://callback',
  ])('is accepted with the redirect URI %s', async (uri) => {
    expect((await tryRegister(app, { redirect_uris: [uri] })).status).toBe(201)
    const mixed = await tryRegister(app, { redirect_uris: [uri, 'agent:/callback'] })
    expect([mixed.status, errorOf(mixed)]).toEqual([400, 'invalid_redirect_uri'])
    expect(mixed.text).toContain('redirect_uris: each must be https')
  })

  test('is rejected without a redirect URI, and with an invalid name', async () => {
    expect((await tryRegister(app, { redirect_uris: [] })).status).toBe(400)
    for (const client_name of ['x'.repeat(101), 'a\u0000b', '\ud800', 'Claude \u202e'])
      expect((await tryRegister(app, { client_name })).status).toBe(400)
    for (const path of ['\u0000', 'x'.repeat(2000)])
      expect((await tryRegister(app, { redirect_uris: [`https://agent.example/${path}`] })).status).toBe(400)
    expect((await begin(app, owner.browser, await register(app), { state: '\u0000' })).answer.status).toBe(400)
  })

  test('is rate-limited by address', async () => {
    const address = '203.0.113.200'
    const statuses: number[] = []
    for (let made = 0; made < 31; made += 1) statuses.push((await tryRegister(app, {}, address)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429])
    expect((await tryRegister(app)).status).toBe(201)
  })

  test('is deleted if no one connects it within a day', async () => {
    const unused = await register(app)
    const { program, tokens } = await connect(app, owner.browser)
    daysLater(1.05)
    expect((await begin(app, owner.browser, unused)).answer.headers.location).toContain('invalid_client')
    await forget()
    const { rows } = await app.app.services.postgres.execute('select id from oauth_clients')
    expect(rows).toEqual([{ id: program.client_id }])
    expect((await refresh(app, program, tokens.refresh_token)).status).toBe(200)
  })

  test('is kept for ninety days after it was connected, and can ask again under its id', async () => {
    const { browser, email } = await makePerson(app, fixture.workspaceId, 'viewer')
    const { program } = await connect(app, browser)
    daysLater(20)
    await forget()
    await signInByLink(app, email, browser)
    const { body } = await browser.operate('list-connected-clients')
    const [{ id }] = body.data as [{ id: string }]
    expect((await browser.operate('disconnect-client', { connection_id: id })).status).toBe(200)
    daysLater(109)
    await forget()
    expect((await begin(app, openBrowser(app), program)).request).toBeDefined()
    daysLater(111)
    expect((await begin(app, openBrowser(app), program)).answer.headers.location).toContain('invalid_client')
    await forget()
    const { rows } = await app.app.services.postgres.execute(
      `select id from oauth_clients where id = '${program.client_id}'`,
    )
    expect(rows).toEqual([])
  })

  test.each([
    ['Cla\u200bu\u00adde\u2060', 'Claude'],
    ['\u3164 \ufeff', '127.0.0.1'],
  ])('is shown without invisible characters: %j', async (client_name, name) => {
    const { request } = await begin(app, owner.browser, await register(app, { client_name }))
    const { body } = await owner.browser.operate('get-authorization-request', { request_id: request })
    expect(body.data).toMatchObject({ client: { name } })
  })
})

describe('a client described by a metadata document', () => {
  const described = (more: object = {}) => ({
    client_id: documentUrl,
    client_name: 'Described',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    ...more,
  })
  /** Each test uses another document, as documents are cached. */
  let paths = 0
  const ask = (body: (url: string) => unknown) => {
    paths += 1
    const client_id = `${documentUrl}?${paths}`
    document.body = body(client_id)
    return begin(app, owner.browser, { client_id })
  }

  test('is connected under the host of its document', async () => {
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
    ['has no name', (client_id) => described({ client_id, client_name: undefined })],
    ['has no redirect URI', (client_id) => described({ client_id, redirect_uris: undefined })],
    ['has the id of another document', () => described({ client_id: 'https://other.example/client.json' })],
    ['contains a secret', (client_id) => described({ client_id, client_secret: 'x' })],
    ['is not an object', () => ['x']],
    ['is too long', (client_id) => described({ client_id, client_uri: `https://x.example/${'x'.repeat(6000)}` })],
    [
      'has a redirect URI without encryption',
      (client_id) => described({ client_id, redirect_uris: ['http://agent.example/callback'] }),
    ],
  ])('that %s gets no consent page', async (_, body) => {
    const { answer, request } = await ask(body)
    expect([request, String(answer.headers.location)]).toEqual([
      undefined,
      expect.stringMatching(/^\/connect\?problem=invalid_(client|client_metadata|redirect_uri)$/),
    ])
  })

  test.each([
    ['this machine', 'https://127.0.0.1/client.json'],
    ['this machine by its port', () => `https://127.0.0.1:${(document.server.address() as AddressInfo).port}/x`],
    ['this machine by IPv6', 'https://[::1]/client.json'],
    ['a private network', 'https://192.168.1.1/client.json'],
    ['the cloud metadata service', 'https://169.254.169.254/latest'],
    ['a host with a private address', 'https://inside.example/client.json'],
    ['a URL without encryption', 'http://agent.example/client.json'],
  ])('at %s is not fetched', async (_, url) => {
    const before = document.requests
    const { answer } = await begin(app, owner.browser, { client_id: typeof url === 'string' ? url : url() })
    expect(answer.headers.location).toBe('/connect?problem=invalid_client')
    expect(document.requests).toBe(before)
  })

  /** Ages the cached documents, so that they are fetched again. */
  const later = (minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + minutes * 60_000)
  }
  const refused = {
    answer: { status: 303, headers: { location: '/connect?problem=temporarily_unavailable' } },
  }

  test('keeps its cached description while its document is unavailable', async () => {
    const grant_types = ['authorization_code', 'refresh_token']
    const known = await ask((client_id) => described({ client_id, grant_types }))
    expect(known.request).toBeDefined()
    const program = { client_id: `${documentUrl}?${paths}`, redirect_uris: [redirectUri] }
    const { tokens } = await connect(app, owner.browser, { program })
    later(120)
    document.status = 503
    const before = document.requests
    expect((await refresh(app, program, tokens.refresh_token)).status).toBe(200)
    expect((await begin(app, owner.browser, program)).request).toBeDefined()
    expect(document.requests).toBe(before + 1)
  })

  test('is unknown once its document is gone', async () => {
    const { request } = await ask((client_id) => described({ client_id }))
    expect(request).toBeDefined()
    const program = { client_id: `${documentUrl}?${paths}` }
    later(120)
    document.status = 404
    const gone = await begin(app, owner.browser, program)
    expect(gone.answer.headers.location).toBe('/connect?problem=invalid_client')
    later(120)
    document.status = 503
    expect(await begin(app, owner.browser, program)).toMatchObject(refused)
  })

  test('gets a 503 if its document was never read and is unavailable', async () => {
    document.status = 503
    const before = document.requests
    expect(await ask((client_id) => described({ client_id }))).toMatchObject(refused)
    expect(document.requests).toBe(before + 1)
    const program = { client_id: `${documentUrl}?${paths}`, redirect_uris: [redirectUri] }
    const answer = await refresh(app, program, 'x'.repeat(43))
    expect([answer.status, errorOf(answer), answer.headers['retry-after']]).toEqual([
      503,
      'temporarily_unavailable',
      '30',
    ])
  })

  test('is fetched a limited number of times, regardless of registrations from the same address', async () => {
    const browser = openBrowser(app)
    for (let made = 0; made < 31; made += 1) await tryRegister(app, {}, browser.address)
    const from = (client_id: string) => begin(app, browser, { client_id })
    const askFrom = () => {
      paths += 1
      document.body = described({ client_id: `${documentUrl}?${paths}` })
      return from(`${documentUrl}?${paths}`)
    }
    expect((await askFrom()).request).toBeDefined()
    const known = `${documentUrl}?${paths}`
    for (let fetched = 1; fetched < 60; fetched += 1) expect((await askFrom()).request).toBeDefined()
    expect(await askFrom()).toMatchObject(refused)
    const before = document.requests
    expect((await from(known)).request).toBeDefined()
    expect(document.requests).toBe(before)
  })

  test('is the same client in any spelling of its URL scheme', async () => {
    const client_id = 'HTTPS://agent.example/client.json'
    document.body = described({ client_id })
    const { request } = await begin(app, owner.browser, { client_id })
    const { body } = await owner.browser.operate('get-authorization-request', { request_id: request })
    expect(body.data).toMatchObject({ client: { document_host: 'agent.example' } })
  })
})
