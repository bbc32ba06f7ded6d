import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import { type Browser, consoleEnvironment } from '../../testing/browser.ts'
import { checkRows } from '../../testing/check-rows.ts'
import { consoleRequest, isForPeople } from '../../testing/console-requests.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import { makePerson, openBrowser, type Person, signInByLink, tokenOf } from '../../testing/people.ts'
import { storedContent } from '../../testing/stored-rows.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { consoleRoute } from './console-api.ts'

const password = 'correct horse battery'
const cookieName = 'sightline_session'

let test: TestApp
let fixture: Fixture
let owner: Person

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp(consoleEnvironment))
  owner = await makePerson(test, fixture.workspaceId, 'owner', { password })
})
afterAll(() => test.close())

const tokenIn = (browser: Browser) => browser.cookies.get(cookieName) as string

/** A browser with a given session token. */
function holding(token: string): Browser {
  const browser = openBrowser(test)
  browser.cookies.set(cookieName, token)
  browser.workspaceId = fixture.workspaceId
  return browser
}

const isSignedIn = async (token: string) => (await holding(token).get('/whoami')).status === 200

describe('a session', () => {
  it('is a new one after each kind of sign-in, whatever the browser sent', async () => {
    const mallory = await makePerson(test, fixture.workspaceId, 'viewer')
    for (const planted of ['chosen-by-somebody-else', tokenIn(mallory.browser)]) {
      const byPassword = holding(planted)
      expect((await byPassword.signIn(owner.email, password)).status).toBe(200)
      const byLink = holding(planted)
      await signInByLink(test, owner.email, byLink)
      const tokens = [planted, tokenIn(byPassword), tokenIn(byLink)]
      expect(new Set(tokens).size).toBe(3)
      // 256 bits.
      for (const token of tokens.slice(1)) expect(token).toMatch(/^[\w-]{43}$/)
    }
    expect(await isSignedIn('chosen-by-somebody-else')).toBe(false)
    const still = await mallory.browser.get('/whoami')
    expect((still.body.data as { email: string }).email).toBe(mallory.email)
  })

  const endings: [string, (person: Person) => Promise<unknown>][] = [
    ['signing out', ({ browser }) => browser.post('/sign-out')],
    ['ending it from another session', endElsewhere],
    ['a new password', changePasswordElsewhere],
    ['a password reset', choosePassword],
    ['a new role', (person) => update(person, { role: 'editor' })],
    ['deleting the account', ({ email }) => test.operate('delete-person', { email })],
  ]

  async function another({ email }: Person): Promise<Browser> {
    const browser = openBrowser(test)
    await signInByLink(test, email, browser)
    return browser
  }

  async function endElsewhere(person: Person) {
    expect((await (await another(person)).operate('end-session')).status).toBe(200)
  }

  async function changePasswordElsewhere(person: Person) {
    const input = { password, new_password: 'another good one' }
    expect((await (await another(person)).operate('change-password', input)).status).toBe(200)
  }

  async function choosePassword({ email }: Person) {
    const link = await test.operate<{ url: string }>('reset-password', { email })
    const chosen = { token: tokenOf(link), password: 'another good one' }
    expect((await openBrowser(test).post('/choose-password', chosen)).status).toBe(200)
  }

  const update = ({ email }: Person, changed: object) =>
    test.operate('update-person', { workspace_id: fixture.workspaceId, email, ...changed })

  it.each(endings)('ends immediately after %s, and its token no longer works', async (_, end) => {
    const person = await makePerson(test, fixture.workspaceId, 'viewer', { password })
    const token = tokenIn(person.browser)
    expect(await isSignedIn(token)).toBe(true)
    await end(person)
    expect(await isSignedIn(token)).toBe(false)
  })

  it('ends without ending the sessions of others', async () => {
    const [one, other] = [await makePerson(test, fixture.workspaceId, 'viewer'), owner]
    const { body } = await other.browser.get('/whoami')
    const { session } = body.data as { session: { id: string } }
    expect((await one.browser.operate('end-session', { session_id: session.id })).status).toBe(404)
    await one.browser.operate('end-session')
    expect(await isSignedIn(tokenIn(other.browser))).toBe(true)
  })
})

const forPeople = operations.filter(isForPeople)
const writes = forPeople.filter((operation) => consoleRoute(operation).method !== 'GET')
const reads = forPeople.filter((operation) => consoleRoute(operation).method === 'GET')

describe('a browser directed by another site', () => {
  const foreign: [string, Record<string, string | undefined>][] = [
    ['no Origin', { origin: undefined }],
    ['the Origin null', { origin: 'null' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an Origin that begins with ours', { origin: 'http://sightline.test.evil.example' }],
    ['a subdomain of ours', { origin: 'http://evil.sightline.test' }],
    ['ours with another scheme', { origin: 'https://sightline.test' }],
    ['ours with another port', { origin: 'http://sightline.test:8080' }],
    ['ours twice', { origin: 'http://sightline.test, http://sightline.test' }],
    ['the Origin that matches Host', { origin: 'http://evil.example', host: 'evil.example' }],
    ['the Origin of X-Forwarded-Host', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
    ['no X-Sightline header', { 'x-sightline': undefined }],
    ['another X-Sightline value', { 'x-sightline': 'true' }],
  ]

  let before: object
  beforeAll(async () => {
    // The first request in a workspace records that the session was used there.
    await owner.browser.get('/brands')
    before = await storedContent(test.app.services)
  })

  it('is refused every write', () =>
    checkRows(
      writes.map((operation) => [operation.name, operation] as const),
      async (operation) => {
        const { method, path, body } = consoleRequest(operation, idsOf(fixture), false)
        for (const [what, headers] of foreign) {
          const answer = await owner.browser.send(method, path, { body, headers })
          expect([answer.status, answer.body.error?.code], what).toEqual([403, 'insufficient_scope'])
          expect(answer.headers, what).not.toHaveProperty('set-cookie')
        }
      },
    ))

  it('gets no CORS permission', async () => {
    const origin = 'https://evil.example'
    const preflight = { origin, 'access-control-request-method': 'POST' }
    const asked = await owner.browser.send('OPTIONS', '/sign-in', { headers: preflight })
    expect(asked.status).toBe(404)
    const read = await owner.browser.get('/whoami', { origin })
    for (const { headers } of [asked, read])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('cannot send JSON as a form', async () => {
    const input = { email: owner.email, password }
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', undefined]
    for (const type of [...types, 'application/jsonp', 'text/plain; application/json'])
      for (const [path, body] of [
        ['/sign-in', input],
        ['/operations/update-account', { name: 'Eve' }],
        ['/operations/create-brand', { name: 'Made' }],
        [`/brands/${fixture.ids.brand_id?.[0]}/prompts`, { text: 'Made?' }],
      ] as const) {
        const { status, text } = await owner.browser.post(path, body, { 'content-type': type })
        expect(status, `${type} ${path}`).toBe(400)
        expect(text).toMatch('Content-Type')
      }
  })

  it('has changed nothing by any of that', async () => {
    expect(await storedContent(test.app.services)).toEqual(before)
  })
})

/** With placeholders for ids that only the console shows: these requests are refused before they are read. */
const idsOf = ({ ids }: Fixture) =>
  new Proxy(ids, { get: (own, name: string) => own[name] ?? [crypto.randomUUID(), crypto.randomUUID()] })

describe('a GET', () => {
  it('changes nothing, whatever it requests', async () => {
    const before = await storedContent(test.app.services)
    for (const operation of reads) {
      const { path } = consoleRequest(operation, fixture.ids)
      for (const method of ['GET', 'HEAD'])
        expect((await owner.browser.send(method, path)).status, `${method} ${path}`).toBe(200)
    }
    expect(await storedContent(test.app.services)).toEqual(before)
  })

  it('cannot reach operations that change something', async () => {
    for (const operation of writes) {
      const { path } = consoleRoute(operation)
      const url = path.replace('/console/api', '').replace(/\{\w+\}/g, () => crypto.randomUUID())
      const headers = { 'x-http-method-override': 'POST', 'x-http-method': 'POST' }
      const { status } = await owner.browser.get(`${url}?_method=POST`, headers)
      // Either there is no such page, or the path is a list of a missing brand.
      expect(status, operation.name).toBe(404)
    }
  })
})

describe('headers that are repeated, or set by a proxy', () => {
  let port: number
  beforeAll(async () => {
    await test.app.http.listen({ port: 0 })
    port = (test.app.http.server.address() as AddressInfo).port
  })

  /** Sends these exact headers over a connection. */
  const ask = (headers: string[], body = '', path = '/console/api/whoami') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asking = httpRequest({ port, path, method: body === '' ? 'GET' : 'POST', headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode as number, text }))
      })
      asking.once('error', reject)
      asking.end(body)
    })

  const host = ['host', 'sightline.test']
  const cookie = () => ['cookie', `${cookieName}=${tokenIn(owner.browser)}`]

  it('two cookies of one name count as none', async () => {
    expect((await ask([...host, ...cookie()])).status).toBe(200)
    const planted = `${cookieName}=planted`
    const own = `${cookieName}=${tokenIn(owner.browser)}`
    for (const text of [`${planted}; ${own}`, `${own}; ${planted}`, `${own};${own}`, `${own}; ${cookieName}`])
      expect((await ask([...host, 'cookie', text])).status, text).toBe(401)
    expect((await ask([...host, ...cookie(), 'cookie', planted])).status).toBe(401)
  })

  it('two workspaces count as none', async () => {
    const path = '/console/api/brands'
    const [ours, theirs] = [fixture.workspaceId, fixture.foreignWorkspaceId]
    const named = (...ids: string[]) => ids.flatMap((id) => ['x-workspace-id', id])
    expect((await ask([...host, ...cookie(), ...named(ours)], '', path)).status).toBe(200)
    for (const ids of [
      [ours, theirs],
      [theirs, ours],
      [ours, ours],
    ])
      expect((await ask([...host, ...cookie(), ...named(...ids)], '', path)).status).toBe(400)
  })

  it('two origins, or our own header twice, are refused', async () => {
    const path = '/console/api/sign-in'
    const body = JSON.stringify({ email: owner.email, password })
    const type = ['content-type', 'application/json', 'content-length', String(body.length)]
    const own = ['origin', consoleEnvironment.PUBLIC_URL]
    const ours = ['x-sightline', '1']
    const status = async (headers: string[]) => (await ask([...host, ...type, ...headers], body, path)).status
    expect(await status([...own, ...ours])).toBe(200)
    expect(await status(['origin', `http://localhost:${port}`, ...ours])).toBe(200)
    for (const headers of [
      [...own, ...own, ...ours],
      [...own, 'origin', 'http://evil.example', ...ours],
      ['origin', 'http://evil.example', ...own, ...ours],
      [...own, ...ours, ...ours],
      ['origin', 'http://localhost:1', ...ours],
    ])
      expect(await status(headers), String(headers)).toBe(403)
  })

  it('no link is built from Host or from a proxy header', async () => {
    const games = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-prefix': '/evil',
      forwarded: 'host=evil.example;proto=https',
    }
    const input = { email: 'invited@people.example', role: 'viewer' }
    const invited = await owner.browser.operate('create-invitation', input, games)
    expect((invited.body.data as { url: string }).url).toMatch(/^http:\/\/sightline\.test\/invitation#/)
    const records = test.app.services.db.selectFrom('audit_records').select(['via', 'address'])
    const ofRequest = records.where('request_id', '=', invited.body.request_id)
    expect(await ofRequest.execute()).toEqual([{ via: 'console', address: owner.browser.address }])
  })

  it('a client cannot fake its address', async () => {
    const browser = openBrowser(test)
    const claim = (address: string) => ({ 'x-forwarded-for': address, 'x-real-ip': address })
    const statuses = []
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const answer = await browser.post('/sign-in', {}, claim(`198.51.100.${attempt}`))
      statuses.push(answer.status)
      if (answer.status === 429) expect(answer.headers['retry-after']).toBeDefined()
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429])
  })
})

describe('behind an https URL', () => {
  it('only cookies bound to this host and to TLS count', async () => {
    await test.restart({ PUBLIC_URL: 'https://sightline.test' })
    const browser = openBrowser(test)
    const answer = await browser.signIn(owner.email, password)
    expect(answer.status).toBe(200)
    const set = [answer.headers['set-cookie']].flat() as string[]
    expect(set.map((text) => text.split('=')[0])).toEqual(['__Host-sightline_session', '__Host-sightline_browser'])
    for (const text of set) {
      expect(text).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
      expect(text).not.toMatch(/domain/i)
    }
    expect((await browser.get('/whoami')).status).toBe(200)
    const token = browser.cookies.get('__Host-sightline_session') as string
    expect((await holding(token).get('/whoami')).status).toBe(401)
    const refused = await browser.operate('update-account', { name: 'A' }, { origin: 'http://sightline.test' })
    expect(refused.status).toBe(403)
  })
})
