import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { callTool, connect, oauthEnvironment } from '../../testing/oauth.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const password = 'correct horse battery'

let app: TestApp
let workspaceId: string
let elsewhere: string
let owner: Person

beforeAll(async () => {
  app = await startTestApp(oauthEnvironment)
  workspaceId = (await app.operate('create-workspace', { name: 'Ours', api_access: true })).id
  elsewhere = (await app.operate('create-workspace', { name: 'Elsewhere' })).id
  owner = await makePerson(app, workspaceId, 'owner', { password })
})
afterAll(() => app.close())

const requireIt = (required: boolean) => owner.browser.operate('require-second-factor', { required })
const code = async (asked: ReturnType<Browser['get']>) => {
  const { status, body } = await asked
  return status === 200 ? 200 : body.error.code
}

async function setUpSecondFactor(browser: Browser): Promise<void> {
  const begun = await browser.operate('begin-second-factor', { password })
  const { secret } = begun.body.data as { secret: string }
  const timestamp = app.app.services.now().getTime()
  const confirmed = await browser.operate('confirm-second-factor', {
    code: new TOTP({ secret }).generate({ timestamp }),
  })
  expect(confirmed.status, confirmed.text).toBe(200)
}

const needsOne = async (browser: Browser) => {
  const { body } = await browser.get('/whoami')
  const { workspaces } = body.data as { workspaces: { id: string; needs_second_factor: boolean }[] }
  return workspaces.filter((one) => one.needs_second_factor).map(({ id }) => id)
}

test('only the operator or an owner with a second factor can require one', async () => {
  const admin = await makePerson(app, workspaceId, 'admin')
  expect(await code(admin.browser.operate('require-second-factor', { required: true }))).toBe('insufficient_scope')
  expect((await requireIt(true)).body.error.message).toMatch(/^required: your own account has no second factor/)
  await app.operate('require-second-factor', { workspace_id: workspaceId, required: true })
  await app.operate('require-second-factor', { workspace_id: workspaceId, required: false })
  await setUpSecondFactor(owner.browser)
  expect((await requireIt(true)).body.data).toMatchObject({ second_factor_required: true })
  const [record] = await app.operate<{ before: object; after: object }[]>('list-changes', {
    workspace_id: workspaceId,
    operation: 'require-second-factor',
  })
  expect(record).toMatchObject({
    before: { second_factor_required: false },
    after: { second_factor_required: true },
  })
  await requireIt(false)
})

test('a member without a second factor can sign in, but cannot use the workspace until it is set up', async () => {
  const { browser, email } = await makePerson(app, workspaceId, 'editor', { password })
  await app.operate('create-invitation', { workspace_id: elsewhere, email, role: 'viewer' })
  expect(await code(browser.get('/brands'))).toBe(200)
  await requireIt(true)
  for (const name of ['list-people', 'get-workspace', 'list-tasks'])
    expect(await code(browser.operate(name)), name).toBe('second_factor_required')
  expect(await code(browser.get('/brands'))).toBe('second_factor_required')
  expect(await code(browser.operate('create-brand', { name: 'Made' }))).toBe('second_factor_required')
  expect(await needsOne(browser)).toEqual([workspaceId])
  expect(await code(browser.operate('list-sessions'))).toBe(200)
  await setUpSecondFactor(browser)
  expect(await needsOne(browser)).toEqual([])
  expect(await code(browser.get('/brands'))).toBe(200)
  await browser.operate('remove-second-factor', { password })
  expect(await code(browser.get('/brands'))).toBe('second_factor_required')
  await requireIt(false)
  expect(await code(browser.get('/brands'))).toBe(200)
})

test('applies to the apps that a member connected, but not to API keys', async () => {
  const person = await makePerson(app, workspaceId, 'viewer', { password })
  const { tokens } = await connect(app, person.browser)
  const call = () => callTool(app, tokens.access_token, 'list_brands')
  expect((await call()).status).toBe(200)
  const { secret } = await app.operate<{ secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'Key',
  })
  await requireIt(true)
  const refused = await call()
  expect(refused).toMatchObject({
    status: 403,
    body: { error: { data: { code: 'second_factor_required' } } },
  })
  expect((await app.get('/v1/brands', secret)).status).toBe(200)
  await setUpSecondFactor(person.browser)
  expect((await call()).status).toBe(200)
  await requireIt(false)
})

test('an account with only single sign-on needs no second factor; one with a password does', async () => {
  const { browser, id } = await makePerson(app, workspaceId, 'viewer')
  await requireIt(true)
  expect(await code(browser.get('/brands'))).toBe('second_factor_required')
  const { db } = app.app.services
  const set = (changed: object) => db.updateTable('people').set(changed).where('id', '=', id).execute()
  await set({ issuer: 'https://idp.example', subject: 'ada' })
  expect(await code(browser.get('/brands'))).toBe(200)
  await set({ password_hash: 'some hash' })
  expect(await code(browser.get('/brands'))).toBe('second_factor_required')
  await requireIt(false)
})
