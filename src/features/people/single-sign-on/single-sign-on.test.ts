import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { type SignOn, somebody, startSignOn } from '../../../testing/sign-on.ts'

let on: SignOn
let workspaceId: string
beforeAll(async () => {
  on = await startSignOn()
  const { id } = await on.test.operate('create-workspace', { name: 'Configured' })
  workspaceId = id
  const ada = { email: 'ada@example.com', name: 'Ada', role: 'owner' }
  await on.test.operate('create-person', { workspace_id: id, ...ada })
  await on.test.restart({ SSO_WORKSPACES: id, SSO_EMAIL_DOMAINS: 'example.com, example.org' })
})
afterAll(() => on.close())

interface Me {
  id: string
  email: string
  name: string
  has_password: boolean
  has_second_factor: boolean
  workspaces: { id: string; role: string }[]
}

async function whoami(browser: Browser): Promise<Me> {
  const { status, body, text } = await browser.get('/whoami')
  expect(status, text).toBe(200)
  return body.data as Me
}

const recordsOf = (personId: string) =>
  on.test.app.services.db
    .selectFrom('audit_records')
    .select(['operation', 'actor_kind', 'actor_id', 'workspace_id', 'via', 'address', 'after'])
    .where((eb) => eb(eb.cast('after', 'text'), 'like', `%${personId}%`))
    .orderBy('created_at')
    .execute()

const invite = async (email: string, workspace_id: string, role = 'editor') =>
  on.test.operate<{ id: string; url: string }>('create-invitation', { workspace_id, email, role })

describe('a new person', () => {
  it('is signed in and joins the configured workspaces, even if the server restarts in between', async () => {
    const browser = on.browser()
    const eve = somebody({ name: 'Eve' })
    on.provider.person = eve
    const back = await on.begin(browser, '/sso/start?return=/visibility%3Frange=7d')
    await on.test.restart({ SSO_WORKSPACES: workspaceId, SSO_EMAIL_DOMAINS: 'example.com' })
    const answer = await browser.get(back)
    expect([answer.status, answer.headers.location]).toEqual([302, '/visibility?range=7d'])
    const me = await whoami(browser)
    expect(me).toMatchObject({
      email: eve.email,
      name: 'Eve',
      has_password: false,
      has_second_factor: false,
      has_single_sign_on: true,
      workspaces: [{ id: workspaceId, role: 'viewer' }],
    })
    const via = { actor_kind: 'person', actor_id: me.id, via: 'console', address: browser.address }
    expect(await recordsOf(me.id)).toMatchObject([
      { operation: 'join-workspace', workspace_id: workspaceId, ...via },
      { operation: 'sign-in', workspace_id: null, after: { by: 'single-sign-on' }, ...via },
    ])
  })

  it('is signed in with the email from userinfo if the ID token lacks it', async () => {
    on.provider.hasThinTokens = true
    const browser = on.browser()
    const person = somebody()
    expect((await on.signIn(browser, person)).headers.location).toBe('/')
    expect((await whoami(browser)).email).toBe(person.email)
    on.provider.hasThinTokens = false
  })

  it('is signed in if the provider expects the client secret in the body', async () => {
    on.provider.takesSecretInBody = true
    await on.test.restart({ SSO_WORKSPACES: workspaceId, SSO_EMAIL_DOMAINS: 'example.com' })
    expect((await on.signIn(on.browser(), somebody())).headers.location).toBe('/')
    on.provider.takesSecretInBody = false
    await on.test.restart({ SSO_WORKSPACES: workspaceId, SSO_EMAIL_DOMAINS: 'example.com' })
  })

  it.each([
    'gets one account if several browsers sign in concurrently',
    'keeps their existing account if several browsers sign in concurrently',
  ])('%s', async (name) => {
    const person = somebody()
    on.provider.person = person
    if (name.includes('existing account')) {
      const made = { workspace_id: workspaceId, email: person.email, name: 'Bob', role: 'viewer' }
      await on.test.operate('create-person', made)
    }
    const browsers = Array.from({ length: 6 }, () => on.browser())
    const backs = await Promise.all(browsers.map((browser) => on.begin(browser)))
    const answers = await Promise.all(browsers.map((browser, index) => browser.get(backs[index] as string)))
    expect(answers.map(({ headers }) => headers.location)).toEqual(browsers.map(() => '/'))
    const ids = await Promise.all(browsers.map(async (browser) => (await whoami(browser)).id))
    expect(new Set(ids).size).toBe(1)
  })

  it('joins by the invitations to their verified email, with the role of each invitation', async () => {
    const other = await on.test.operate('create-workspace', { name: 'Other' })
    const person = somebody()
    await invite(person.email.toUpperCase(), other.id)
    await invite(person.email, workspaceId, 'admin')
    await invite(person.email, workspaceId, 'editor')
    const browser = on.browser()
    await on.signIn(browser, person)
    const { workspaces } = await whoami(browser)
    const roles = Object.fromEntries(workspaces.map(({ id, role }) => [id, role]))
    expect(roles).toEqual({ [other.id]: 'editor', [workspaceId]: 'editor' })
    expect(await on.test.operate('list-invitations', { workspace_id: other.id })).toEqual([])
    // An invitation to a workspace that they belong to is rejected.
    await expect(invite(person.email, other.id, 'viewer')).rejects.toThrow('already a member')
  })
})

describe('an office with one IP address', () => {
  it('can sign in 30 people per minute', async () => {
    const address = '198.51.100.1'
    for (let number = 1; number <= 31; number += 1) {
      const browser = on.browser()
      browser.address = address
      expect((await browser.get('/sign-in-methods')).status).toBe(200)
      const { headers } = await on.signIn(browser, somebody())
      expect(headers.location, String(number)).toBe(number <= 30 ? '/' : '/sign-in?error=rate_limited')
    }
  })
})

describe('a provider that reports verified emails in another claim', () => {
  const environment = () => ({ SSO_WORKSPACES: workspaceId, SSO_EMAIL_DOMAINS: 'example.com' })
  afterAll(() => on.test.restart({ ...environment(), SSO_VERIFIED_CLAIM: 'email_verified' }))

  it('is trusted by the claim that the operator configured, and by no other', async () => {
    const unstated = { email_verified: undefined }
    const location = async (changed: object) =>
      (await on.signIn(on.browser(), somebody({ ...unstated, ...changed }))).headers.location
    expect(await location({ xms_edov: true })).toBe('/sign-in?error=email_unverified')
    await on.test.restart({ ...environment(), SSO_VERIFIED_CLAIM: 'xms_edov' })
    for (const xms_edov of [true, 1, '1', 'true']) expect(await location({ xms_edov }), `${xms_edov}`).toBe('/')
    for (const xms_edov of [false, 0, '0', 'false', 'yes', 2, null, undefined, [true]])
      expect(await location({ xms_edov }), `${xms_edov}`).toBe('/sign-in?error=email_unverified')
    expect(await location({ email_verified: true })).toBe('/sign-in?error=email_unverified')
  })
})

describe('a known person', () => {
  it('is recognized by subject, even if their email changes', async () => {
    const [person, browser] = [somebody(), on.browser()]
    await on.signIn(browser, person)
    const { id } = await whoami(browser)
    await on.signIn(browser, { ...person, email: 'married@example.com', name: 'Other' })
    expect(await whoami(browser)).toMatchObject({ id, email: person.email, name: person.name })
  })

  it('is linked to their account by email once; its old password and sessions end', async () => {
    const password = 'correct horse battery'
    const person = somebody()
    const { url } = await invite(person.email, workspaceId)
    const before = on.browser()
    const [, token] = url.split('#')
    const accepted = await before.post('/accept-invitation', { token, name: 'Old', password })
    expect(accepted.status, accepted.text).toBe(200)
    const { id } = await whoami(before)
    const browser = on.browser()
    await on.signIn(browser, { ...person, email: person.email.toUpperCase() })
    expect(await whoami(browser)).toMatchObject({
      id,
      name: 'Old',
      has_password: false,
      workspaces: [{ id: workspaceId, role: 'editor' }],
    })
    expect((await before.get('/whoami')).status).toBe(401)
    expect((await on.browser().signIn(person.email, password)).status).toBe(401)
    // A password set after linking survives the next sign-in.
    const link = await on.test.operate<{ url: string }>('reset-password', { email: person.email })
    await on.browser().post('/choose-password', { token: link.url.split('#')[1], password })
    await on.signIn(browser, person)
    expect((await whoami(browser)).has_password).toBe(true)
    expect((await on.browser().signIn(person.email, password)).status).toBe(200)
  })

  it('is not asked for a second factor, which is the provider’s responsibility', async () => {
    const [person, browser] = [somebody(), on.browser()]
    await on.signIn(browser, person)
    const { id } = await whoami(browser)
    const confirmed = { totp_secret: Buffer.alloc(4), totp_confirmed_at: new Date() }
    await on.test.app.services.db.updateTable('people').set(confirmed).where('id', '=', id).execute()
    expect((await on.signIn(browser)).headers.location).toBe('/')
    expect(await whoami(browser)).toMatchObject({ id, has_second_factor: true })
  })

  it('cannot return to workspaces that they were removed from', async () => {
    const [person, browser] = [somebody(), on.browser()]
    await on.signIn(browser, person)
    await on.test.operate('remove-person', { workspace_id: workspaceId, email: person.email })
    expect((await on.signIn(browser)).headers.location).toBe('/sign-in?error=no_membership')
  })

  it('can be unlinked by the operator and linked again', async () => {
    const [person, browser] = [somebody(), on.browser()]
    await on.signIn(browser, person)
    const { id } = await whoami(browser)
    const moved = { ...person, sub: 'of the new provider' }
    expect((await on.signIn(on.browser(), moved)).headers.location).toBe('/sign-in?error=address_taken')
    await on.test.operate('unlink-person', { email: person.email })
    expect((await browser.get('/whoami')).status).toBe(401)
    await on.signIn(browser, moved)
    expect((await whoami(browser)).id).toBe(id)
  })
})

describe('the provider’s metadata', () => {
  it('is fetched at sign-in and cached for an hour', async () => {
    const start = new Date()
    on.test.setNow(start)
    await on.test.restart({ SSO_WORKSPACES: workspaceId, SSO_EMAIL_DOMAINS: 'example.com' })
    const count = () => on.provider.asked.filter((path) => path.includes('well-known')).length
    const before = count()
    await on.begin(on.browser())
    on.test.setNow(new Date(start.getTime() + 59 * 60_000))
    await on.begin(on.browser())
    expect(count()).toBe(before + 1)
    on.test.setNow(new Date(start.getTime() + 61 * 60_000))
    await Promise.all([on.begin(on.browser()), on.begin(on.browser())])
    expect(count()).toBe(before + 2)
    on.test.setNow(start)
  })
})
