import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allReadScopes } from '../../kernel/scopes.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
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
  visit,
} from '../../testing/oauth.ts'
import { makePerson, openBrowser, type Person } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let owner: Person

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp(oauthEnvironment))
  owner = await makePerson(app, fixture.workspaceId, 'owner')
})
afterAll(() => app.close())

describe('a client discovers the way', () => {
  test('from the 401 at /mcp', async () => {
    const { status, headers } = await app.send('POST', '/mcp')
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe(
      `Bearer resource_metadata="http://sightline.test/.well-known/oauth-protected-resource/mcp", scope="${allReadScopes.join(' ')}"`,
    )
  })

  test.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'through %s, which names the resource and its server',
    async (path) => {
      const { status, text } = await app.get(path)
      expect([status, JSON.parse(text)]).toEqual([
        200,
        {
          resource: 'http://sightline.test/mcp',
          authorization_servers: ['http://sightline.test'],
          scopes_supported: allReadScopes,
          bearer_methods_supported: ['header'],
          resource_name: 'Sightline',
        },
      ])
    },
  )

  test('to the endpoints of the authorization server', async () => {
    const { status, text } = await app.get('/.well-known/oauth-authorization-server')
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({
        issuer: 'http://sightline.test',
        authorization_endpoint: 'http://sightline.test/oauth/authorize',
        token_endpoint: 'http://sightline.test/oauth/token',
        registration_endpoint: 'http://sightline.test/oauth/register',
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      }),
    ])
  })
})

describe('a person approves a client', () => {
  test('after seeing which client asks, for what and where', async () => {
    const program = await register(app, { client_name: 'Claude' })
    const scope = 'read:basic write:prompts'
    const { answer, request } = await begin(app, owner.browser, program, { scope })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe(`/connect?request=${request}`)
    const { body } = await owner.browser.operate('get-authorization-request', { request_id: request })
    expect(body.data).toEqual({
      client: { name: 'Claude', place: '127.0.0.1', document_host: null },
      read_scopes: ['read:basic'],
      write_scopes: ['write:prompts'],
      workspaces: [
        {
          id: fixture.workspaceId,
          name: expect.any(String),
          role: 'owner',
          brands: expect.arrayContaining([{ id: fixture.ids.brand_id?.[0], name: expect.any(String) }]),
        },
      ],
    })
  })

  test('which then acts with their permissions, and tokens that name the granted scopes', async () => {
    const program = await register(app)
    const { request, verifier } = await begin(app, owner.browser, program)
    const back = await approve(app, owner.browser, request)
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: 'a state',
      iss: 'http://sightline.test',
    })
    const { status, text, headers } = await askForTokens(app, ofCode(program, back, verifier))
    const tokens = JSON.parse(text)
    expect([status, headers['cache-control'], tokens]).toEqual([
      200,
      'no-store',
      {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 900,
        scope: allReadScopes.join(' '),
        token_type: 'Bearer',
      },
    ])
    const called = await callTool(app, tokens.access_token, 'list_brands')
    expect(called.status).toBe(200)
    expect(called.text).toContain(fixture.ids.brand_id?.[0])
  })

  test('with only the brands and scopes that they chose', async () => {
    const [brand] = fixture.ids.brand_id as [string]
    const granted = { scopes: ['read:basic'], brand_ids: [brand] }
    const { tokens } = await connect(app, owner.browser, { granted })
    expect(tokens.scope).toBe('read:basic')
    const { text } = await callTool(app, tokens.access_token, 'list_brands')
    expect(text).toContain(brand)
    expect(text).not.toContain(fixture.otherIds.brand_id?.[0])
  })

  test('a confidential client’s secret is stored as a hash, and required', async () => {
    const program = await register(app, { token_endpoint_auth_method: 'client_secret_post' })
    const secret = program.client_secret as string
    const { rows } = await app.app.services.postgres.execute(
      `select metadata::text as text from oauth_clients where id = '${program.client_id}'`,
    )
    expect(String(rows[0]?.text)).not.toContain(secret)
    const { request, verifier } = await begin(app, owner.browser, program)
    const back = await approve(app, owner.browser, request)
    const fields = ofCode(program, back, verifier)
    expect((await askForTokens(app, { ...fields, client_secret: `${secret}x` })).status).toBe(401)
    expect((await askForTokens(app, fields)).status).toBe(401)
    expect((await askForTokens(app, { ...fields, client_secret: secret })).status).toBe(200)
  })

  test('tokens, codes and requests are stored as hashes', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const { request } = await begin(app, owner.browser, program)
    const { rows } = await app.app.services.postgres.execute(
      `select string_agg(a::text, ' ') as text from oauth_artifacts a`,
    )
    const stored = String(rows[0]?.text)
    expect(stored).toContain(program.client_id)
    for (const secret of [tokens.access_token, tokens.refresh_token, request as string])
      expect(stored).not.toContain(secret)
  })

  test('and a refresh token gets the client another pair', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const { status, text } = await refresh(app, program, tokens.refresh_token)
    const next = JSON.parse(text)
    expect(status).toBe(200)
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await callTool(app, next.access_token, 'list_brands')).status).toBe(200)
  })

  test('and the client can revoke it itself', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const given = new URLSearchParams({ token: tokens.refresh_token, client_id: program.client_id })
    const { status } = await visit(app, openBrowser(app), '/oauth/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: given.toString(),
    })
    expect([status, (await callTool(app, tokens.access_token, 'list_brands')).status]).toEqual([200, 401])
  })

  test('or refuses it, which the client learns', async () => {
    const program = await register(app)
    const { request } = await begin(app, owner.browser, program)
    const { body } = await owner.browser.operate('refuse-client', { request_id: request })
    const { headers } = await visit(app, owner.browser, new URL((body.data as { url: string }).url).pathname)
    const back = new URL(String(headers.location))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a state',
      iss: 'http://sightline.test',
    })
  })

  test('only once: an answered request has ended', async () => {
    const program = await register(app)
    const { request } = await begin(app, owner.browser, program)
    await approve(app, owner.browser, request)
    const again = await owner.browser.operate('refuse-client', { request_id: request })
    expect([again.status, again.body.error.code]).toEqual([400, 'invalid_request'])
  })

  test('and the browser keeps only the id of its request', async () => {
    const browser = openBrowser(app)
    await begin(app, browser, await register(app))
    expect([...browser.cookies.keys()].filter((name) => !name.endsWith('.sig'))).toEqual(['sightline_connect'])
  })
})
