import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Authenticator } from '../../../testing/authenticator.ts'
import { Browser, consoleEnvironment } from '../../../testing/browser.ts'
import { makePerson, openBrowser, type Person, tokenOf } from '../../../testing/people.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { findRelyingParty } from './challenge.ts'

const password = 'correct horse battery'
const origin = consoleEnvironment.PUBLIC_URL

let app: TestApp
let workspaceId: string
const start = '2026-11-25T12:00:00.000Z'

beforeAll(async () => {
  app = await startTestApp(consoleEnvironment, { now: start })
  workspaceId = (await app.operate('create-workspace', { name: 'Ours' })).id
})
afterAll(() => app.close())

const passFiveMinutes = () => app.setNow(new Date(app.app.services.now().getTime() + 300_000))

type Options = { challenge: string; user: { id: string } }

async function begin(browser: Browser): Promise<Options> {
  const { status, text, body } = await browser.operate('begin-passkey', { password })
  expect(status, text).toBe(200)
  return (body.data as { options: Options }).options
}

/** Adds a passkey to a person's account. */
async function add({ browser }: Person, name = 'Phone'): Promise<{ device: Authenticator; id: string }> {
  const device = new Authenticator(origin)
  const { status, text, body } = await browser.operate('add-passkey', {
    name,
    credential: device.create(await begin(browser)),
  })
  expect(status, text).toBe(200)
  return { device, id: (body.data as { id: string }).id }
}

const makeOwner = () => makePerson(app, workspaceId, 'editor', { password })

async function beginSignIn(browser: Browser): Promise<Options> {
  const { status, text, body } = await browser.post('/begin-passkey-sign-in')
  expect(status, text).toBe(200)
  return (body.data as { options: Options }).options
}

type Tampering = Parameters<Authenticator['get']>[1]

/** Signs in from a new browser. */
async function signIn(device: Authenticator, tampering: Tampering = {}, browser = openBrowser(app)) {
  browser.workspaceId = workspaceId
  const options = await beginSignIn(browser)
  const answer = await browser.post('/sign-in-with-passkey', { credential: device.get(options, tampering) })
  return { browser, options, answer }
}

const refused = {
  status: 401,
  body: {
    error: {
      code: 'invalid_token',
      message: 'the passkey was not accepted; try again, or sign in another way',
    },
  },
}

/** Imports an answer in the background. @returns the finished task */
async function importAnswer(browser: Browser) {
  const { id: brand_id } = await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })
  const about = {
    id: 'a',
    prompt: 'Which?',
    engine: 'chatgpt',
    country: 'US',
    answer: 'Acme.',
    citations: [],
  }
  const started = await browser.post(
    `/operations/start-task?operation=import-answers&brand_id=${brand_id}`,
    JSON.stringify({ ...about, executed_at: '2026-11-01T00:00:00Z' }),
    { 'content-type': 'application/x-ndjson' },
  )
  expect(started.status, started.text).toBe(200)
  const { id: task_id } = started.body.data as { id: string }
  const readTask = async () => (await browser.operate('get-task', { task_id })).body.data as { state: string }
  await expect.poll(async () => (await readTask()).state).toMatch(/done|failed/)
  return readTask()
}

describe('a passkey', () => {
  test('counts as both factors for sign-in, and can be listed, renamed and deleted', async () => {
    const person = await makeOwner()
    const { device, id } = await add(person)
    const { browser, answer } = await signIn(device)
    expect([answer.status, answer.body.data]).toEqual([200, { person_id: person.id }])
    expect((await browser.get('/whoami')).body.data).toMatchObject({ id: person.id })
    const records = await app.app.services.db
      .selectFrom('audit_records')
      .select(['operation', 'after'])
      .where('operation', 'in', ['sign-in', 'add-passkey'])
      .execute()
    expect(records).toContainEqual({ operation: 'sign-in', after: { person_id: person.id, by: 'passkey' } })
    expect(records).toContainEqual({ operation: 'add-passkey', after: { id: person.id, passkey_id: id } })
    expect((await browser.operate('list-passkeys')).body.data).toEqual([
      { id, name: 'Phone', created_at: start, last_used_at: start },
    ])
    expect((await browser.operate('rename-passkey', { passkey_id: id, name: 'Key' })).status).toBe(200)
    expect((await browser.operate('list-passkeys')).body.data).toMatchObject([{ name: 'Key' }])
    const other = await signIn(device)
    expect((await browser.operate('delete-passkey', { passkey_id: id })).status).toBe(200)
    expect((await browser.operate('list-passkeys')).body.data).toEqual([])
    expect((await other.browser.get('/whoami')).status).toBe(401)
    expect((await browser.get('/whoami')).status).toBe(200)
    expect((await signIn(device)).answer).toMatchObject(refused)
  })

  test('can be used, renamed and deleted only by its owner', async () => {
    const ada = await makeOwner()
    const eve = await makeOwner()
    const { device, id } = await add(ada)
    for (const name of ['rename-passkey', 'delete-passkey'])
      expect((await eve.browser.operate(name, { passkey_id: id, name: 'Mine' })).status, name).not.toBe(200)
    expect((await eve.browser.operate('delete-passkey', { passkey_id: id })).status).toBe(404)
    const credential = device.create(await begin(eve.browser))
    const again = await eve.browser.operate('add-passkey', { name: 'Mine', credential })
    expect(again.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^credential/),
    })
    const handle = Buffer.from(eve.id.replaceAll('-', ''), 'hex').toString('base64url')
    expect((await signIn(device, { userHandle: handle })).answer).toMatchObject(refused)
  })

  test('can be added only with the password, and within 5 minutes in the same session', async () => {
    const { browser, email } = await makeOwner()
    expect((await browser.operate('begin-passkey', { password: 'wrong' })).status).toBe(403)
    const device = new Authenticator(origin)
    const credential = device.create(await begin(browser))
    const other = openBrowser(app)
    await other.signIn(email, password)
    expect((await other.operate('add-passkey', { name: 'x', credential })).status).toBe(400)
    passFiveMinutes()
    const late = await browser.operate('add-passkey', { name: 'x', credential })
    expect(late.body.error.message).toMatch(/^credential: .* start again$/)
    const options = await begin(browser)
    for (const tampering of [{ origin: 'http://evil.test' }, { rpId: 'evil.test' }, { isVerified: false }]) {
      const credential = device.create(options, tampering)
      expect((await browser.operate('add-passkey', { name: 'x', credential })).status).toBe(400)
    }
    const right = { name: 'x', credential: device.create(options) }
    expect((await browser.operate('add-passkey', right)).status).toBe(200)
    expect((await browser.operate('add-passkey', right)).status).toBe(400)
  })

  test('is deleted when the password is reset', async () => {
    const person = await makeOwner()
    const { device } = await add(person)
    const link = await app.operate<{ url: string }>('reset-password', { email: person.email })
    const chosen = { token: tokenOf(link), password: 'another good one' }
    expect((await openBrowser(app).post('/choose-password', chosen)).status).toBe(200)
    expect((await signIn(device)).answer).toMatchObject(refused)
  })

  test('is deleted with its person', async () => {
    const person = await makeOwner()
    await add(person)
    await app.operate('delete-person', { email: person.email })
    const { db } = app.app.services
    expect(await db.selectFrom('passkeys').select('id').where('person_id', '=', person.id).execute()).toEqual([])
  })

  test('satisfies a required second factor, but only in sessions started with it', async () => {
    const person = await makeOwner()
    const { device, id } = await add(person)
    const { browser } = await signIn(device)
    const require = (required: boolean) => app.operate('require-second-factor', { workspace_id: workspaceId, required })
    await require(true)
    const needs = async (one: Browser) => {
      const { workspaces } = (await one.get('/whoami')).body.data as { workspaces: object[] }
      return [(await one.get('/brands')).body.error?.code, workspaces]
    }
    expect(await needs(browser)).toMatchObject([undefined, [{ needs_second_factor: false }]])
    expect(await importAnswer(browser)).toMatchObject({ state: 'done', error: null })
    const byPassword = openBrowser(app)
    byPassword.workspaceId = workspaceId
    await byPassword.signIn(person.email, password)
    const lacking = ['second_factor_required', [{ needs_second_factor: true }]]
    expect(await needs(byPassword)).toMatchObject(lacking)
    await browser.operate('delete-passkey', { passkey_id: id })
    expect(await needs(browser)).toMatchObject(lacking)
    await require(false)
  })
})

describe('a sign-in with a passkey', () => {
  let device: Authenticator
  beforeAll(async () => {
    device = (await add(await makeOwner())).device
  })

  test.each<[string, NonNullable<Tampering>]>([
    ['from another origin', { origin: 'http://evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['with a wrong signature', { hasWrongSignature: true }],
    ['without user verification', { isVerified: false }],
    ['without the account', { userHandle: null }],
  ])('%s is rejected and recorded', async (_, tampering) => {
    expect((await signIn(device, tampering)).answer).toMatchObject(refused)
    const failed = app.app.services.db.selectFrom('audit_records').select('after')
    const records = await failed.where('operation', '=', 'sign-in-failed').execute()
    expect(records).toContainEqual({ after: expect.objectContaining({ wrong: 'passkey' }) })
    expect((await signIn(device)).answer.status).toBe(200)
  })

  test('is rejected if its counter goes back, unless the device never counts', async () => {
    expect((await signIn(device, { counter: device.counter })).answer).toMatchObject(refused)
    expect((await signIn(device)).answer.status).toBe(200)
    const counterless = (await add(await makeOwner())).device
    for (const _ of [1, 2]) expect((await signIn(counterless, { counter: 0 })).answer.status).toBe(200)
    expect((await signIn(counterless, { counter: 5 })).answer.status).toBe(200)
    expect((await signIn(counterless, { counter: 0 })).answer).toMatchObject(refused)
  })

  test('accepts each challenge once, for 5 minutes, and only from the browser that requested it', async () => {
    const { browser, options, answer } = await signIn(device)
    expect(answer.status).toBe(200)
    const replayed = await browser.post('/sign-in-with-passkey', { credential: device.get(options) })
    expect(replayed).toMatchObject(refused)
    const requester = openBrowser(app)
    const next = await beginSignIn(requester)
    const elsewhere = openBrowser(app)
    const credential = device.get(next)
    expect(await elsewhere.post('/sign-in-with-passkey', { credential })).toMatchObject(refused)
    const own = await requester.post('/sign-in-with-passkey', { credential: device.get(next) })
    expect(own.status, own.text).toBe(200)
    const late = openBrowser(app)
    const stale = await beginSignIn(late)
    passFiveMinutes()
    expect(await late.post('/sign-in-with-passkey', { credential: device.get(stale) })).toMatchObject(refused)
  })

  test('rejects unknown passkeys like wrong signatures, and after ten of either also the correct one', async () => {
    const known = (await add(await makeOwner())).device
    const unknown = new Authenticator(origin)
    unknown.create({ challenge: 'x', user: { id: 'x' } })
    const answers = async (one: Authenticator, tampering: Tampering) => {
      const all: unknown[] = []
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const { status, body } = (await signIn(one, tampering)).answer
        all.push([status, body.error.code, body.error.message.replace(/\d+ s$/, '')])
      }
      return all
    }
    const wrong = await answers(known, { hasWrongSignature: true })
    expect(wrong).toEqual(await answers(unknown, {}))
    expect(wrong[10]).toMatchObject([429, 'rate_limited', expect.anything()])
    expect((await signIn(known)).answer.status).toBe(429)
  })
})

test('passkeys belong to the host of PUBLIC_URL or to localhost; an IP address cannot have any', async () => {
  const at = (PUBLIC_URL: string | undefined) =>
    findRelyingParty({ config: { PUBLIC_URL } as never, address: () => 'http://0.0.0.0:3000' })
  expect(at('https://sightline.example.com')).toEqual({
    id: 'sightline.example.com',
    origin: 'https://sightline.example.com',
  })
  expect(at(undefined)).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
  expect(at('http://192.0.2.1:3000')).toBeUndefined()
  expect(at('http://[2001:db8::1]')).toBeUndefined()
  const { body } = await new Browser(app).get('/sign-in-methods')
  expect(body.data).toMatchObject({ passkey_origin: origin })
})
