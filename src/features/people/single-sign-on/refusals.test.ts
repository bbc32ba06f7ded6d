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
/** Moves the clock so that the cached provider metadata expires. */
function expireProviderMetadata(): void {
  hours += 2
  on.test.setNow(new Date(Date.now() + hours * 3_600_000))
}

beforeEach(() => {
  on.provider.misbehaviour = {}
  on.provider.hasThinTokens = false
  on.provider.person = somebody()
  expireProviderMetadata()
})

/** Everything that a sign-in can leave behind, except audit records. */
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

/** Expects a rejected sign-in that leaves only a log line without secrets and the audit records that this returns. */
async function refused(code: string, attempt: () => Promise<{ headers: object; status: number }>) {
  const before = {
    stored: await stored(),
    records: (await records()).map(({ id }) => id),
    logged: on.logged().length,
  }
  const { status, headers } = await attempt()
  expect({ status, ...headers }).toMatchObject({ status: 302, location: `/sign-in?error=${code}` })
  expect(await stored()).toEqual(before.stored)
  const added = (await records()).filter(({ id }) => !before.records.includes(id))
  expect(added.filter(({ operation }) => operation !== 'sign-in-failed')).toEqual([])
  const line = on.logged().slice(before.logged)
  expect(line).toContain(`"refusal":"${code}"`)
  for (const secret of on.provider.secrets.filter((text) => text !== ''))
    expect(`${line} ${JSON.stringify(added)}`).not.toContain(secret)
  return added
}

const misbehaving = (misbehaviour: Misbehaviour) => async () => {
  on.provider.misbehaviour = misbehaviour
  return on.signIn(on.browser())
}

/** Changes parameters of the callback URL. */
const withParameters =
  (changed: Record<string, string | null>): NonNullable<Misbehaviour['callback']> =>
  (url) => {
    for (const [name, value] of Object.entries(changed))
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
  }

describe('rejects a response without a matching attempt', () => {
  it('with another state or none', async () => {
    for (const state of ['another', null])
      await refused('attempt_over', misbehaving({ callback: withParameters({ state }) }))
    expect(on.provider.asked).not.toContain('/token')
  })

  it('in a browser that started no attempt or another one', async () => {
    const back = await on.begin(on.browser())
    await refused('attempt_over', () => on.browser().get(back))
    const other = on.browser()
    await on.begin(other)
    await refused('attempt_over', () => other.get(back))
  })

  it('a second time', async () => {
    const browser = on.browser()
    const back = await on.begin(browser)
    const attemptCookies = new Map(browser.cookies)
    expect((await browser.get(back)).headers.location).toBe('/')
    await refused('attempt_over', () => browser.get(back))
    // If the browser restores its attempt, the provider rejects the used code.
    for (const [name, value] of attemptCookies) browser.cookies.set(name, value)
    await refused('provider_refused', () => browser.get(back))
  })

  it('after ten minutes', async () => {
    const browser = on.browser()
    const back = await on.begin(browser)
    on.test.setNow(new Date(on.test.app.services.now().getTime() + 600_001))
    await refused('attempt_over', () => browser.get(back))
  })

  it('with a forged attempt cookie', async () => {
    const browser = on.browser()
    const back = await on.begin(browser)
    const genuine = browser.cookies.get('sightline_sso') as string
    const [text = '', signature = ''] = genuine.split('.')
    const changed = Buffer.from(text, 'base64url').toString().replace('"/"', '"//evil.example"')
    const forged = Buffer.from(changed).toString('base64url')
    for (const cookie of ['', '.', text, `${text}.`, `${forged}.${signature}`, `${genuine}x`]) {
      browser.cookies.set('sightline_sso', cookie)
      await refused('attempt_over', () => browser.get(back))
    }
  })
})

describe('rejects an invalid response', () => {
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
    ['for two clients, issued to the other one', withClaims({ aud: ['sightline', 'x'], azp: 'x' })],
    ['without an audience', withClaims({ aud: undefined })],
    ['of another issuer', withClaims({ iss: 'https://evil.example' })],
    ['that has expired', { claims: (claims) => ({ ...claims, exp: seconds() - 60, iat: seconds() - 400 }) }],
    ['without an expiry', withClaims({ exp: undefined })],
    ['that is not valid yet', { claims: (claims) => ({ ...claims, nbf: seconds() + 600 }) }],
    ['without a subject', withClaims({ sub: undefined })],
    ['with control characters in the subject', withClaims({ sub: 'a\u0000b' })],
    ['with a subject that is too long', withClaims({ sub: 'x'.repeat(256) })],
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
      'with alg none, which the provider declares as supported',
      {
        ...withAlgorithms('ES256', 'none'),
        token: (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`,
      },
    ],
    [
      'signed with the client secret',
      { ...withAlgorithms('ES256', 'HS256'), token: (token) => hmac(token, on.provider.secrets[0] ?? '') },
    ],
    ['with another algorithm', { header: { alg: 'RS256' } }],
    ['with an unknown key', { header: { kid: 'another' } }],
    ['without a valid token', { token: () => 'no token' }],
    ['sent by another issuer (mix-up)', { callback: withParameters({ iss: 'https://evil.example' }) }],
    ['without the issuer that the provider promises', { callback: withParameters({ iss: null }) }],
    ['with two codes', { callback: (url) => url.searchParams.append('code', 'another') }],
    ['without a code', { callback: withParameters({ code: null }) }],
  ])('%s', async (_, misbehaviour) => {
    await refused('answer_invalid', misbehaving(misbehaviour))
    on.provider.misbehaviour = {}
    expireProviderMetadata()
    expect((await on.signIn(on.browser())).headers.location).toBe('/')
  })

  it('with userinfo of another subject', async () => {
    on.provider.hasThinTokens = true
    await refused('answer_invalid', misbehaving(withClaims({ sub: 'somebody else' })))
  })

  it('with the code of another attempt', async () => {
    const code = new URLSearchParams((await on.begin(on.browser())).split('?')[1]).get('code')
    await refused('provider_refused', misbehaving({ callback: withParameters({ code }) }))
  })

  it('with an error of the provider', async () => {
    const error = withParameters({ code: null, error: 'access_denied', error_description: 'said no' })
    await refused('provider_refused', misbehaving({ callback: error }))
  })
})

describe('rejects a person', () => {
  const signInAs = (person: object) => () => on.signIn(on.browser(), person)

  it('with an unverified email address', async () => {
    for (const email_verified of [false, undefined, 'true', 1, null])
      await refused('email_unverified', signInAs(somebody({ email_verified })))
  })

  it('without a valid email address', async () => {
    for (const email of [null, '', 'no address', 'a@b@example.com', 'a\u0000@example.com', 7, ['a@example.com']])
      await refused('email_missing', signInAs(somebody({ email })))
  })

  it('with an email address of another domain', async () => {
    const otherDomains = ['evil.example', 'sub.example.com', 'example.com.evil.example', 'notexample.com']
    for (const domain of otherDomains)
      await refused('domain_not_allowed', signInAs(somebody({ email: `ada@${domain}` })))
  })

  it('whose email address has moved to another domain since the last sign-in', async () => {
    const person = somebody()
    await signInAs(person)()
    const added = await refused('domain_not_allowed', signInAs({ ...person, email: 'ada@evil.example' }))
    expect(added).toMatchObject([{ after: { by: 'single-sign-on', wrong: 'domain_not_allowed' } }])
  })

  it('with the email address of an account linked to another subject', async () => {
    const person = somebody()
    await signInAs(person)()
    const added = await refused('address_taken', signInAs(somebody({ email: person.email.toUpperCase() })))
    expect(added).toMatchObject([{ after: { wrong: 'address_taken' } }])
  })

  it('without a membership, if the configuration lists no existing workspace', async () => {
    await on.test.restart({ SSO_EMAIL_DOMAINS: 'example.com' })
    await refused('no_membership', signInAs(somebody()))
    await on.test.restart({ ...environment, SSO_WORKSPACES: '00000000-0000-4000-8000-000000000000' })
    await refused('no_membership', signInAs(somebody()))
    expect(on.logged()).toContain('SSO_WORKSPACES lists workspaces that do not exist')
    await on.test.restart(environment)
  })
})

describe('reports a provider as unavailable', () => {
  const begins = (misbehaviour: Misbehaviour) => () => {
    on.provider.misbehaviour = misbehaviour
    expireProviderMetadata()
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
    ['a server error', 500, json, '{"error":"server_error"}'],
    ['invalid JSON', 200, json, '<html>'],
    ['an HTML page', 200, { 'content-type': 'text/html' }, '<html>'],
    ['too large a body', 200, json, huge],
    ['no content', 204, {}, ''],
    ['a redirect', 302, { location: 'http://127.0.0.1:1/' }, ''],
  ])('if it responds with %s', async (_, ...answer) => {
    for (const path of [discovery, '/token', '/keys']) {
      const attempt = path === discovery ? begins : misbehaving
      // An error in JSON is a valid response of the token endpoint.
      if (path === '/token' && answer[2].startsWith('{"error')) continue
      expireProviderMetadata()
      await refused('provider_unavailable', attempt({ answer: answering(path, ...answer) }))
    }
  })

  it('if its metadata names another issuer', async () => {
    const metadata = (own: object) => ({ ...own, issuer: 'https://evil.example' })
    await refused('provider_unavailable', begins({ metadata }))
  })

  it('if its metadata names addresses that are not allowed', async () => {
    for (const endpoint of ['token_endpoint', 'jwks_uri']) {
      expireProviderMetadata()
      const metadata = (own: object) => ({ ...own, [endpoint]: 'http://169.254.169.254/latest' })
      await refused('provider_unavailable', misbehaving({ metadata }))
    }
    expect(on.logged()).toContain('169.254.169.254 is cloud metadata')
  })

  it('if its own private address is not allowed', async () => {
    await on.test.restart({ ...environment, FETCH_ALLOWED_ADDRESSES: '' })
    await refused('provider_unavailable', begins({}))
    expect(on.logged()).toContain('FETCH_ALLOWED_ADDRESSES may list it')
    await on.test.restart(environment)
  })

  it('while it is down; the server starts anyway, and sign-in works once it is up', async () => {
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

  it('if its response does not end in time, whether silent or trickling', async () => {
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
