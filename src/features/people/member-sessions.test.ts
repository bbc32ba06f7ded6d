import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, consoleEnvironment } from '../../testing/browser.ts'
import { makePerson, openBrowser, type Person, signInByLink } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Session {
  id: string
  person_id: string
  email: string
  address: string
  is_current: boolean
  last_used_at: string
}

let app: TestApp
let ours: string
let theirs: string
let admin: Person
let owner: Person

beforeAll(async () => {
  app = await startTestApp(consoleEnvironment)
  ours = (await app.operate('create-workspace', { name: 'Ours' })).id
  theirs = (await app.operate('create-workspace', { name: 'Theirs' })).id
  owner = await makePerson(app, ours, 'owner')
  admin = await makePerson(app, ours, 'admin')
})
afterAll(() => app.close())

const list = async ({ browser }: Person, input = {}) => {
  const { status, body, text } = await browser.operate('list-member-sessions', input)
  expect(status, text).toBe(200)
  return body.data as Session[]
}
const end = (by: Person, input: object) => by.browser.operate('end-member-sessions', input)
const open = (browser: Browser) => browser.get('/brands')

/** Signs a member in from another browser, which has not opened the workspace yet. */
async function another({ email }: Person, workspaceId = ours): Promise<Browser> {
  const browser = openBrowser(app)
  browser.workspaceId = workspaceId
  await signInByLink(app, email, browser)
  return browser
}

test('an admin sees only the member sessions that have opened the workspace', async () => {
  const member = await makePerson(app, ours, 'viewer')
  await app.operate('create-invitation', { workspace_id: theirs, email: member.email, role: 'viewer' })
  const isListed = async () => (await list(admin)).some(({ email }) => email === member.email)
  expect(await isListed()).toBe(false)
  app.setNow('2026-06-15T12:00:00Z')
  await signInByLink(app, member.email, member.browser)
  await open(member.browser)
  const [session] = await list(admin, { email: member.email })
  expect(session).toMatchObject({
    person_id: member.id,
    address: member.browser.address,
    is_current: false,
    last_used_at: '2026-06-15T12:00:00.000Z',
  })
  app.setNow('2026-06-15T12:30:00Z')
  await member.browser.get('/whoami')
  expect((await list(admin, { email: member.email }))[0]?.last_used_at).toBe('2026-06-15T12:00:00.000Z')
  await open(member.browser)
  expect((await list(admin, { email: member.email }))[0]?.last_used_at).toBe('2026-06-15T12:30:00.000Z')
  const elsewhere = await makePerson(app, theirs, 'admin')
  expect((await list(elsewhere)).map(({ email }) => email)).toEqual([elsewhere.email])
  expect((await list(elsewhere))[0]?.is_current).toBe(true)
})

test('an admin can end one or all sessions of a member, including those that have not opened the workspace', async () => {
  const member = await makePerson(app, ours, 'editor')
  const [used, unused] = [await another(member), await another(member)]
  for (const browser of [member.browser, used]) await open(browser)
  const sessions = await list(admin, { email: member.email })
  expect(sessions).toHaveLength(2)
  const session_id = sessions.find(({ address }) => address === used.address)?.id
  expect((await end(admin, { email: member.email, session_id })).status).toBe(200)
  expect([(await open(used)).status, (await open(member.browser)).status]).toEqual([401, 200])
  expect((await end(admin, { email: member.email, session_id })).status).toBe(404)
  expect((await end(admin, { email: member.email })).status).toBe(200)
  expect([(await open(unused)).status, (await open(member.browser)).status]).toEqual([401, 401])
  const [record] = await app.operate<{ before: object; actor: { id: string } }[]>('list-changes', {
    workspace_id: ours,
    operation: 'end-member-sessions',
  })
  expect(record).toMatchObject({ before: { person_id: member.id } })
})

test('an admin cannot end a single session that has opened only another workspace, or one of a nonmember', async () => {
  const member = await makePerson(app, ours, 'viewer')
  const { body } = await member.browser.get('/whoami')
  const { session } = body.data as { session: { id: string } }
  const refusal = await end(admin, { email: member.email, session_id: session.id })
  expect(refusal.body.error).toMatchObject({ code: 'not_found', resource: 'session' })
  const stranger = await makePerson(app, theirs, 'viewer')
  expect((await end(admin, { email: stranger.email })).body.error).toMatchObject({ resource: 'member' })
  expect((await open(stranger.browser)).status).toBe(200)
})

test('only an owner can end an owner’s sessions, and ending your own keeps the current one', async () => {
  expect((await end(admin, { email: owner.email })).status).toBe(403)
  const other = await another(owner)
  await open(other)
  expect((await end(owner, { email: owner.email })).status).toBe(200)
  expect([(await open(other)).status, (await open(owner.browser)).status]).toEqual([401, 200])
  const editor = await makePerson(app, ours, 'editor')
  for (const name of ['list-member-sessions', 'end-member-sessions'])
    expect((await editor.browser.operate(name, { email: admin.email })).status).toBe(403)
})
