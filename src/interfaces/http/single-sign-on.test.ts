import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalWords } from '../../kernel/single-sign-on.ts'
import { type SignOn, somebody, startSignOn } from '../../testing/sign-on.ts'

let on: SignOn
let workspaceId: string
beforeAll(async () => {
  on = await startSignOn()
  workspaceId = (await on.test.operate('create-workspace', { name: 'First' })).id
  const ada = { email: 'ada@example.com', name: 'Ada', role: 'owner' }
  await on.test.operate('create-person', { workspace_id: workspaceId, ...ada })
})
afterAll(() => on.close())

const ada = () => somebody({ email: 'ada@example.com', sub: 'ada' })
const cookiesOf = (headers: Record<string, unknown>) => [headers['set-cookie']].flat().map(String)

describe('the redirect to the provider', () => {
  it('carries PKCE, state and nonce, each for one attempt, and returns to PUBLIC_URL', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const [one, two] = await Promise.all([1, 2].map(() => on.browser().get('/sso/start', headers)))
    const query = (answer = one) => Object.fromEntries(new URL(String(answer?.headers.location)).searchParams)
    expect(String(one?.headers.location)).toContain(`${on.provider.issuer}/authorize?`)
    expect(query()).toEqual({
      response_type: 'code',
      client_id: 'sightline',
      redirect_uri: 'http://sightline.test/console/api/sso/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query()[name]).not.toBe(query(two)[name])
    expect(cookiesOf(one?.headers ?? {})).toEqual([
      expect.stringMatching(/^sightline_sso=[\w-]+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ])
    // Secrets that the provider must not have before use are not in a cookie either.
    const [text = ''] =
      cookiesOf(one?.headers ?? {})[0]
        ?.split(/[=.]/)
        .slice(1) ?? []
    expect(Buffer.from(text, 'base64url').toString()).not.toContain(query().nonce)
    expect(one?.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  it('accepts only a console path as the return target', async () => {
    const paths = ['/', '/a/b?c=d#e', '/%2F%2Fevil.example', '/ü', '/console', '/v1x']
    for (const path of paths) {
      const { headers } = await on.browser().get(`/sso/start?return=${encodeURIComponent(path)}`)
      expect(headers.location).toContain('/authorize?')
    }
    const elsewhere = [
      '',
      'x',
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
      ' //evil.example',
      'javascript:alert(1)',
      '/console/api/sso/start',
      '/x/../console/api/sso/start',
      '/Console/Api/whoami',
      '/v1/brands',
      `/${'x'.repeat(1000)}`,
    ]
    for (const path of elsewhere) {
      const answer = await on.browser().get(`/sso/start?return=${encodeURIComponent(path)}`)
      expect([path, answer.headers.location]).toEqual([path, '/sign-in?error=invalid_request'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const twice = await on.browser().get('/sso/start?return=/a&return=//evil.example')
    expect(twice.headers.location).toBe('/sign-in?error=invalid_request')
  })
})

describe('the return from the provider', () => {
  it('makes a new session whatever the browser sent, and removes its attempt', async () => {
    on.provider.person = ada()
    const browser = on.browser()
    const fixed = 'a'.repeat(43)
    browser.cookies.set('sightline_session', fixed)
    const answer = await browser.get(await on.begin(browser))
    expect(answer.headers.location).toBe('/')
    expect(cookiesOf(answer.headers)).toEqual([
      'sightline_sso=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      expect.stringMatching(/^sightline_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/),
      expect.stringMatching(/^sightline_browser=/),
    ])
    expect(browser.cookies.get('sightline_session')).not.toBe(fixed)
    expect((await browser.get('/whoami')).status).toBe(200)
  })

  it('counts two attempts with one name as none', async () => {
    on.provider.person = ada()
    const browser = on.browser()
    const back = await on.begin(browser)
    const kept = `sightline_sso=${browser.cookies.get('sightline_sso')}`
    const answer = await browser.get(back, { cookie: `${kept}; ${kept}` })
    expect(answer.headers.location).toBe('/sign-in?error=attempt_over')
    // A refused attempt has ended too.
    expect(cookiesOf(answer.headers)).toEqual(['sightline_sso=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'])
  })

  it('accepts only GET', async () => {
    on.provider.person = ada()
    const browser = on.browser()
    const back = await on.begin(browser)
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
      const answer = await browser.send(method, back)
      expect([method, answer.status]).toEqual([method, 404])
    }
    expect((await browser.get(back)).headers.location).toBe('/')
  })

  it('is rate-limited by address', async () => {
    await on.test.restart({ READS_PER_MINUTE: '3' })
    const browser = on.browser()
    for (let visit = 0; visit < 30; visit += 1) await browser.get('/sso/callback')
    const answer = await browser.get('/sso/callback')
    expect(answer.headers.location).toBe('/sign-in?error=rate_limited')
    // Starting grants nothing, and is limited like a read.
    const begin = async () => (await browser.get('/sso/start')).headers.location
    for (let visit = 0; visit < 3; visit += 1) expect(await begin()).toContain(on.provider.issuer)
    expect(await begin()).toBe('/sign-in?error=rate_limited')
    await on.test.restart()
  })
})

it('behind TLS its cookie is accepted only from this host', async () => {
  await on.test.restart({ PUBLIC_URL: 'https://sightline.example' })
  const { headers } = await on.browser().get('/sso/start')
  expect(cookiesOf(headers)).toEqual([
    expect.stringMatching(/^__Host-sightline_sso=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/),
  ])
  expect(headers.location).toContain('redirect_uri=https%3A%2F%2Fsightline.example%2F')
  await on.test.restart()
})

it('without a provider these pages do not exist, and the sign-in page knows', async () => {
  const methods = async () => (await on.browser().get('/sign-in-methods')).body.data
  const named = {
    password: true,
    single_sign_on: { name: '127.0.0.1' },
    passkey_origin: 'http://sightline.test',
    sends_mail: false,
    has_accounts: true,
  }
  expect(await methods()).toEqual(named)
  await on.test.restart({ SSO_ISSUER: '', SSO_CLIENT_ID: '', SSO_CLIENT_SECRET: '' })
  for (const path of ['start', 'callback'])
    expect((await on.browser().get(`/sso/${path}`)).body.error).toMatchObject({ code: 'not_found' })
  expect(await methods()).toEqual({ ...named, single_sign_on: null })
})

it('docs/people.md has every reason, in the words shown to people', () => {
  const page = readFileSync(new URL('../../../docs/people.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, code, words]) => [code, words])
  expect(Object.fromEntries(rows)).toMatchObject(refusalWords)
})
