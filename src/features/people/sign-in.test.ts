import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createSetUpLink } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
})
afterAll(() => test.close())

const password = 'correct horse battery'
const tokenOf = (url: string) => url.split('#')[1] as string
const makeLink = async () => (await createSetUpLink(test.app.services))?.url as string
const ada = { email: 'Ada@Example.com', name: 'Ada', password }

describe('the first owner', () => {
  const claim = (browser: Browser, url: string, changed: object = {}) =>
    browser.post('/set-up', { ...ada, token: tokenOf(url), workspace_name: 'First', ...changed })

  it('is created once, with the newest setup link', async () => {
    const older = await makeLink()
    const link = await makeLink()
    expect(link).toMatch(/^http:\/\/sightline\.test\/set-up#[\w-]{43}$/)
    const browser = new Browser(test)
    expect((await claim(browser, older)).status).toBe(400)
    // A rejected request does not use up the link.
    for (const weak of ['short', 'password123', 'QWERTYUIOP'])
      expect((await claim(browser, link, { password: weak })).text).toMatch(/password (must|is too common)/)
    expect((await claim(browser, link, { workspace_name: undefined })).text).toMatch('workspace_name')
    const made = await claim(browser, link)
    expect(made.status, made.text).toBe(200)
    expect((await browser.get('/whoami')).body.data).toMatchObject({
      email: 'Ada@Example.com',
      has_password: true,
      has_second_factor: false,
      workspaces: [{ name: 'First', role: 'owner', brand_ids: null }],
    })
    expect((await claim(new Browser(test), link)).status).toBe(400)
    expect(await createSetUpLink(test.app.services)).toBeUndefined()
    expect(await test.operate('list-workspaces')).toMatchObject([{ credits: 10_000, api_writes: true }])
  })
})

describe('signing in', () => {
  it('ignores the letter case of the email, and does not reveal whether the account exists', async () => {
    const browser = new Browser(test)
    const wrong = await browser.signIn(ada.email, 'not this one')
    const unknown = await browser.signIn('nobody@example.com', 'not this one')
    expect(wrong.status).toBe(401)
    expect(wrong.body.error.message).toBe(unknown.body.error.message)
    expect((await browser.get('/whoami')).status).toBe(401)
    expect((await browser.signIn(' ada@EXAMPLE.com', password)).status).toBe(200)
    expect((await browser.get('/whoami')).status).toBe(200)
    expect((await browser.post('/sign-out')).status).toBe(200)
    expect((await browser.get('/whoami')).status).toBe(401)
  })

  it('a session expires after a week without use, or after 30 days', async () => {
    const [idle, busy] = [new Browser(test), new Browser(test)]
    const start = new Date()
    test.setNow(start)
    const after = (days: number) => test.setNow(new Date(start.getTime() + days * 86_400_000))
    for (const browser of [idle, busy]) await browser.signIn(ada.email, password)
    for (const days of [5, 10, 15, 20, 25, 29]) {
      after(days)
      expect((await busy.get('/whoami')).status).toBe(200)
    }
    expect((await idle.get('/whoami')).status).toBe(401)
    after(30)
    expect((await busy.get('/whoami')).status).toBe(401)
    test.setNow(start)
  })

  it('requires a code if a second factor is set up, and accepts each code and recovery code once', async () => {
    const browser = new Browser(test)
    await browser.signIn(ada.email, password)
    const begun = await browser.operate('begin-second-factor', { password })
    const { secret } = begun.body.data as { secret: string }
    const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp })
    const now = Date.now()
    test.setNow(new Date(now))
    const confirmed = await browser.operate('confirm-second-factor', { code: codeAt(now) })
    const { recovery_codes } = confirmed.body.data as { recovery_codes: string[] }
    expect(recovery_codes).toHaveLength(10)
    const other = new Browser(test)
    expect((await other.signIn(ada.email, password)).body.data).toEqual({ second_factor: true })
    expect((await other.get('/whoami')).status).toBe(401)
    // The code that confirmed the second factor is already used.
    expect((await other.signIn(ada.email, password, codeAt(now))).status).toBe(401)
    test.setNow(new Date(now + 30_000))
    expect((await other.signIn(ada.email, password, codeAt(now + 30_000))).status).toBe(200)
    const [recovery = ''] = recovery_codes
    expect((await new Browser(test).signIn(ada.email, password, recovery)).status).toBe(200)
    expect((await new Browser(test).signIn(ada.email, password, recovery)).status).toBe(401)
    expect((await browser.operate('remove-second-factor', { password: 'wrong' })).status).toBe(403)
    expect((await browser.operate('remove-second-factor', { password })).status).toBe(200)
    expect((await new Browser(test).signIn(ada.email, password)).status).toBe(200)
  })
})

describe('people in a workspace', () => {
  it('can be invited, have the permissions of their role, and lose them immediately', async () => {
    const owner = new Browser(test)
    await owner.signIn(ada.email, password)
    const me = (await owner.get('/whoami')).body.data as { workspaces: { id: string }[] }
    owner.workspaceId = me.workspaces[0]?.id
    const brand = await owner.operate('create-brand', { name: 'Acme' })
    expect(brand.status, brand.text).toBe(200)
    const { id: brandId } = brand.body.data as { id: string }
    const invited = await owner.operate('create-invitation', { email: 'eve@example.com', role: 'viewer' })
    const { url } = invited.body.data as { url: string }
    const eve = new Browser(test)
    const accepted = await eve.post('/accept-invitation', { token: tokenOf(url), name: 'Eve', password })
    expect(accepted.status, accepted.text).toBe(200)
    eve.workspaceId = owner.workspaceId
    expect((await eve.get(`/brands/${brandId}/topics`)).status).toBe(200)
    expect((await eve.get('/brands')).body.data).toMatchObject([{ id: brandId }])
    const competitor = { name: 'Rival', primary_url: 'https://rival.example' }
    const path = `/brands/${brandId}/competitors`
    expect((await eve.post(path, competitor)).body.error.code).toBe('insufficient_scope')
    const email = 'eve@example.com'
    expect((await owner.operate('update-person', { email, role: 'editor' })).status).toBe(200)
    expect((await eve.get('/whoami')).status).toBe(401)
    await eve.signIn(email, password)
    const created = await eve.post(path, competitor)
    expect(created.status, created.text).toBe(200)
    expect((await owner.operate('remove-person', { email })).status).toBe(200)
    expect((await eve.get(`/brands/${brandId}/topics`)).status).toBe(404)
    expect((await owner.operate('remove-person', { email: ada.email })).body.error.code).toBe('conflict')
  })
})
