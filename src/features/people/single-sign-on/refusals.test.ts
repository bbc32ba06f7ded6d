import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Misbehaviour, signToken } from '../../../testing/identity-provider.ts'
import { type SignOn, somebody, startSignOn } from '../../../testing/sign-on.ts'
import { createSingleSignOn } from '../index.ts'

let on: SignOn
let environment: Record<string, string>
beforeAll(async () => {
  on = await startSignOn()
  const { id } = await on.test.operate('create-workspace', { name: 'Configured' })
  const ada = { email: 'ada@example.com', name: 'Ada', role: 'owner' }
  await on.test.operate('create-person', { workspace_id: id, ...ada })
  environment = { SSO_WORKSPACES: id, SSO_EMAIL_DOMAINS: 'example.com' }
  await on.test.restart(environment)
})
afterAll(() => on.close())

let hours = 0
/** Lets so much time pass that the provider is asked about itself once more. */
function forgetProvider(): void {
  hours += 2
  on.test.setNow(new Date(Date.now() + hours * 3_600_000))
}

beforeEach(() => {
  on.provider.misbehaviour = {}
  on.provider.hasThinTokens = false
  on.provider.person = somebody()
  forgetProvider()
})

/** All that a sign-in may leave behind, but for records. */
async function stored(): Promise<unknown> {
  const { db } = on.test.app.services
  const tables = ['people', 'memberships', 'sessions', 'one_time_links', 'recovery_codes'] as const
  return Promise.all(
    tables.map(async (table) =>
      (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort(),
    ),
  )
}

const records = async () =>
  on.test.app.services.db.selectFrom('audit_records').select(['id', 'operation', 'after']).execute()

/** Has somebody be refused, and checks that nothing of it is left but a line that holds no secret, and the records that it returns. */
async function refused(code: string, attempt: () => Promise<{ headers: object; status: number }>) {
  const before = {
    stored: await stored(),
    records: (await records()).map(({ id }) => id),
    logged: on.logged().length,
  }
  const { status, headers } = await attempt()
  expect({ status, ...headers }).toMatchObject({ status: 302, location: `/sign-in?error=${code}` })
  expect(await stored()).toEqual(before.stored)
  const kept = (await records()).filter(({ id }) => !before.records.includes(id))
  expect(kept.filter(({ operation }) => operation !== 'sign-in-failed')).toEqual([])
  const line = on.logged().slice(before.logged)
  expect(line).toContain(`"refusal":"${code}"`)
  for (const secret of on.provider.secrets.filter((text) => text !== ''))
    expect(`${line} ${JSON.stringify(kept)}`).not.toContain(secret)
  return kept
}

const misbehaving = (misbehaviour: Misbehaviour) => async () => {
  on.provider.misbehaviour = misbehaviour
  return on.signIn(on.browser())
}

/** Changes parameters of the address that the provider sends the browser to. */
const withParameters =
  (changed: Record<string, string | null>): NonNullable<Misbehaviour['callback']> =>
  (url) => {
    for (const [name, value] of Object.entries(changed))
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
  }

describe('an answer to no attempt of this browser', () => {
  it('with another state, or none', async () => {
    for (const state of ['another', null])
      await refused('attempt_over', misbehaving({ callback: withParameters({ state }) }))
    expect(on.provider.asked).not.toContain('/token')
  })

  it('in a browser that began none, or another one', async () => {
    const back = await on.begin(on.browser())
    await refused('attempt_over', () => on.browser().get(back))
    const other = on.browser()
    await on.begin(other)
    await refused('attempt_over', () => other.get(back))
  })

  it('once more', async () => {
    const browser = on.browser()
    const back = await on.begin(browser)
    const kept = new Map(browser.cookies)
    expect((await browser.get(back)).headers.location).toBe('/')
    await refused('attempt_over', () => browser.get(back))
    // Where the browser is made to keep its attempt, the provider does not take its code once more.
    for (const [name, value] of kept) browser.cookies.set(name, value)
    await refused('provider_refused', () => browser.get(back))
  })

  it('after ten minutes', async () => {
    const browser = on.browser()
    const back = await on.begin(browser)
    on.test.setNow(new Date(on.test.app.services.now().getTime() + 600_001))
    await refused('attempt_over', () => browser.get(back))
  })

  it('with an attempt that it has made up', async () => {
    const browser = on.browser()
    const back = await on.begin(browser)
    const kept = browser.cookies.get('sightline_sso') as string
    const [text = '', signature = ''] = kept.split('.')
    const changed = Buffer.from(text, 'base64url').toString().replace('"/"', '"//evil.example"')
    const forged = Buffer.from(changed).toString('base64url')
    for (const cookie of ['', '.', text, `${text}.`, `${forged}.${signature}`, `${kept}x`]) {
      browser.cookies.set('sightline_sso', cookie)
      await refused('attempt_over', () => browser.get(back))
    }
  })
})

describe('an answer that proves nothing', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const seconds = () => Math.floor(Date.now() / 1000)
  const parts = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const hmac = (token: string, key: string) => {
    const signed = `${encode({ alg: 'HS256' })}.${token.split('.')[1]}`
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
  }
  const withClaims = (changed: object) => ({ claims: (claims: object) => ({ ...claims, ...changed }) })
  const withAlgorithms = (...algorithms: string[]) => ({
    metadata: (metadata: object) => ({ ...metadata, id_token_signing_alg_values_supported: algorithms }),
  })

  it.each<[string, Misbehaviour]>([
    ['with another nonce', withClaims({ nonce: 'another' })],
    ['without a nonce', withClaims({ nonce: undefined })],
    ['for another client', withClaims({ aud: 'another' })],
    ['for two clients, of which another one asked', withClaims({ aud: ['sightline', 'x'], azp: 'x' })],
    ['without an audience', withClaims({ aud: undefined })],
    ['of another issuer', withClaims({ iss: 'https://evil.example' })],
    ['that is over', { claims: (claims) => ({ ...claims, exp: seconds() - 60, iat: seconds() - 400 }) }],
    ['without an end', withClaims({ exp: undefined })],
    ['that begins later', { claims: (claims) => ({ ...claims, nbf: seconds() + 600 }) }],
    ['about nobody', withClaims({ sub: undefined })],
    ['about somebody with a strange name', withClaims({ sub: 'a\u0000b' })],
    ['about somebody with a long name', withClaims({ sub: 'x'.repeat(256) })],
    ['signed with another key', { token: (token) => signToken(parts(token)[0], parts(token)[1], other) }],
    [
      'changed after it was signed',
      {
        token: (token) => {
          const [header = '', , signature = ''] = token.split('.')
          return `${header}.${encode({ ...parts(token)[1], sub: 'somebody else' })}.${signature}`
        },
      },
    ],
    ['without a signature', { token: (token) => token.replace(/[^.]*$/, '') }],
    [
      'with alg none, which the provider says that it uses',
      {
        ...withAlgorithms('ES256', 'none'),
        token: (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`,
      },
    ],
    [
      'signed with what the client knows',
      { ...withAlgorithms('ES256', 'HS256'), token: (token) => hmac(token, on.provider.secrets[0] ?? '') },
    ],
    ['of another algorithm', { header: { alg: 'RS256' } }],
    ['of a key that there is not', { header: { kid: 'another' } }],
    ['that is no token', { token: () => 'no token' }],
    ['sent by another issuer (mix-up)', { callback: withParameters({ iss: 'https://evil.example' }) }],
    ['that does not say who sends it, as the provider does', { callback: withParameters({ iss: null }) }],
    ['with two codes', { callback: (url) => url.searchParams.append('code', 'another') }],
    ['without a code', { callback: withParameters({ code: null }) }],
  ])('%s', async (_, misbehaviour) => {
    await refused('answer_invalid', misbehaving(misbehaviour))
    on.provider.misbehaviour = {}
    forgetProvider()
    expect((await on.signIn(on.browser())).headers.location).toBe('/')
  })

  it('of userinfo about somebody else', async () => {
    on.provider.hasThinTokens = true
    await refused('answer_invalid', misbehaving(withClaims({ sub: 'somebody else' })))
  })

  it('with a code of another attempt', async () => {
    const code = new URLSearchParams((await on.begin(on.browser())).split('?')[1]).get('code')
    await refused('provider_refused', misbehaving({ callback: withParameters({ code }) }))
  })

  it('that says no', async () => {
    const error = withParameters({ code: null, error: 'access_denied', error_description: 'said no' })
    await refused('provider_refused', misbehaving({ callback: error }))
  })
})

describe('somebody who may not come in', () => {
  const comes = (person: object) => () => on.signIn(on.browser(), person)

  it('has an address that is not verified', async () => {
    for (const email_verified of [false, undefined, 'true', 1, null])
      await refused('email_unverified', comes(somebody({ email_verified })))
  })

  it('has no address, or one that is none', async () => {
    for (const email of [
      null,
      '',
      'no address',
      'a@b@example.com',
      'a\u0000@example.com',
      7,
      ['a@example.com'],
    ])
      await refused('email_missing', comes(somebody({ email })))
  })

  it('has an address of a foreign domain', async () => {
    const foreign = ['evil.example', 'sub.example.com', 'example.com.evil.example', 'notexample.com']
    for (const domain of foreign)
      await refused('domain_not_allowed', comes(somebody({ email: `ada@${domain}` })))
  })

  it('had one when they came before', async () => {
    const person = somebody()
    await comes(person)()
    const kept = await refused('domain_not_allowed', comes({ ...person, email: 'ada@evil.example' }))
    expect(kept).toMatchObject([{ after: { by: 'single-sign-on', wrong: 'domain_not_allowed' } }])
  })

  it('has the address of an account that is somebody else’s there', async () => {
    const person = somebody()
    await comes(person)()
    const kept = await refused('address_taken', comes(somebody({ email: person.email.toUpperCase() })))
    expect(kept).toMatchObject([{ after: { wrong: 'address_taken' } }])
  })

  it('is no member, where the configuration names no workspace that there is', async () => {
    await on.test.restart({ SSO_EMAIL_DOMAINS: 'example.com' })
    await refused('no_membership', comes(somebody()))
    await on.test.restart({ ...environment, SSO_WORKSPACES: '00000000-0000-4000-8000-000000000000' })
    await refused('no_membership', comes(somebody()))
    expect(on.logged()).toContain('SSO_WORKSPACES lists workspaces that do not exist')
    await on.test.restart(environment)
  })
})

describe('a provider that does not answer as it should', () => {
  const begins = (misbehaviour: Misbehaviour) => () => {
    on.provider.misbehaviour = misbehaviour
    forgetProvider()
    return on.browser().get('/sso/start')
  }
  const discovery = '/.well-known/openid-configuration'
  const answering =
    (
      asked: string,
      status: number,
      headers: Record<string, string>,
      body: string,
    ): NonNullable<Misbehaviour['answer']> =>
    (path, response) => {
      if (path !== asked) return 'as usual'
      response.on('error', () => {})
      response.writeHead(status, headers).end(body)
      return 'answered'
    }
  const json = { 'content-type': 'application/json' }
  const huge = `{"x":"${'x'.repeat(3_000_000)}"}`

  it.each<[string, number, Record<string, string>, string]>([
    ['an error', 500, json, '{"error":"server_error"}'],
    ['no JSON', 200, json, '<html>'],
    ['a page', 200, { 'content-type': 'text/html' }, '<html>'],
    ['too much', 200, json, huge],
    ['nothing', 204, {}, ''],
    ['the way to another one', 302, { location: 'http://127.0.0.1:1/' }, ''],
  ])('answers with %s', async (_, ...answer) => {
    for (const path of [discovery, '/token', '/keys']) {
      const attempt = path === discovery ? begins : misbehaving
      // What the token endpoint says in JSON is an answer.
      if (path === '/token' && answer[2].startsWith('{"error')) continue
      forgetProvider()
      await refused('provider_unavailable', attempt({ answer: answering(path, ...answer) }))
    }
  })

  it('speaks for another issuer', async () => {
    const metadata = (own: object) => ({ ...own, issuer: 'https://evil.example' })
    await refused('provider_unavailable', begins({ metadata }))
  })

  it('leads to addresses that are not for it', async () => {
    for (const endpoint of ['token_endpoint', 'jwks_uri']) {
      forgetProvider()
      const metadata = (own: object) => ({ ...own, [endpoint]: 'http://169.254.169.254/latest' })
      await refused('provider_unavailable', misbehaving({ metadata }))
    }
    expect(on.logged()).toContain('169.254.169.254 is cloud metadata')
  })

  it('is at a private address that nobody has allowed', async () => {
    await on.test.restart({ ...environment, FETCH_ALLOWED_ADDRESSES: '' })
    await refused('provider_unavailable', begins({}))
    expect(on.logged()).toContain('FETCH_ALLOWED_ADDRESSES may list it')
    await on.test.restart(environment)
  })

  it('is down: the server starts and serves all the same, and people sign in once it is up', async () => {
    const { port } = on.provider
    const down = {
      SSO_ISSUER: 'http://127.0.0.1:1',
      FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${port}, 127.0.0.1:1`,
    }
    await on.test.restart({ ...environment, ...down })
    expect((await on.browser().get('/sign-in-methods')).status).toBe(200)
    await refused('provider_unavailable', begins({}))
    await on.test.restart(environment)
    const broken = { answer: answering(discovery, 503, json, '{}') }
    await refused('provider_unavailable', begins(broken))
    on.provider.misbehaviour = {}
    expect((await on.signIn(on.browser())).headers.location).toBe('/')
  })

  it('is slow: it is waited for so long, whether it says nothing or a bit now and then', async () => {
    const trickle: Misbehaviour['answer'] = (_, response) => {
      response.writeHead(200, json)
      const timer = setInterval(() => response.write(' '), 5)
      response.once('close', () => clearInterval(timer))
      return 'answered'
    }
    for (const answer of [() => undefined, trickle]) {
      on.provider.misbehaviour = { answer }
      const singleSignOn = createSingleSignOn(on.test.app.services, { timeoutMs: 50 })
      await expect(singleSignOn?.begin('/')).rejects.toMatchObject({
        code: 'provider_unavailable',
        detail: expect.stringContaining('within 0.05 s'),
      })
    }
  })
})
