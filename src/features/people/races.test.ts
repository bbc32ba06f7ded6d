import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleEnvironment } from '../../testing/browser.ts'
import { makePerson, openBrowser, type Person, tokenOf } from '../../testing/people.ts'
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createSetUpLink } from './index.ts'

const password = 'correct horse battery'

let test: TestApp
let workspaceId: string

beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
})
afterAll(() => test.close())

/**
 * Makes requests concurrent: locks rows that they need until all of them wait for a lock. The requests start to wait one
 * after another.
 * @param lock a query that locks the rows
 */
async function simultaneously(lock: string, ...requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const holder = await test.app.services.postgres.pool.connect()
  try {
    await holder.query('begin')
    expect((await holder.query(lock)).rowCount).toBeGreaterThan(0)
    const early: string[] = []
    let isLocked = true
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    // On another connection: within a transaction, the view does not change.
    const waiters = async () => early.length + (await test.app.services.postgres.execute(waiting)).rows.length
    const asking: Promise<Answer>[] = []
    for (const request of requests) {
      const asked = request().then((answer) => {
        if (isLocked) early.push(answer.text)
        return answer
      })
      asking.push(asked)
      await expect.poll(waiters).toBeGreaterThanOrEqual(asking.length)
    }
    expect(early, 'a request responded without waiting for the lock').toEqual([])
    isLocked = false
    await holder.query('commit')
    return await Promise.all(asking)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

const outcomes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => `${status} ${body.error?.code ?? 'ok'}`).sort()

const lockedLinks = (kind: string) => `select 1 from one_time_links where kind = '${kind}' for update`
const lockedWorkspace = () => `select 1 from workspaces where id = '${workspaceId}' for update`

describe('set-up', () => {
  it('two concurrent requests with one setup link create one owner and one workspace', async () => {
    const link = (await createSetUpLink(test.app.services)) as { url: string }
    const claim = (name: string) => () =>
      openBrowser(test).post('/set-up', {
        token: tokenOf(link),
        email: `${name}@people.example`,
        name,
        password,
        workspace_name: name,
      })
    const answers = await simultaneously(lockedLinks('set-up'), claim('ada'), claim('eve'))
    expect(outcomes(answers)).toEqual(['200 ok', '400 invalid_request'])
    const workspaces = await test.operate<{ id: string }[]>('list-workspaces')
    expect(workspaces).toHaveLength(1)
    const members = { workspace_id: workspaces[0]?.id as string }
    expect(await test.operate('list-people', members)).toMatchObject([{ role: 'owner' }])
    expect(await test.app.services.db.selectFrom('people').select('id').execute()).toHaveLength(1)
  })
})

describe('members of a workspace', () => {
  beforeEach(async () => {
    workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
  })

  const roles = async () =>
    (await test.operate<{ role: string }[]>('list-people', { workspace_id: workspaceId }))
      .map(({ role }) => role)
      .sort()

  it.each(['admin', 'owner'] as const)('if two %ss demote each other, one succeeds', async (role) => {
    const [one, other] = [await makePerson(test, workspaceId, role), await makePerson(test, workspaceId, role)]
    const demote = (who: Person, target: Person) => () =>
      who.browser.operate('update-person', { email: target.email, role: 'viewer' })
    const answers = await simultaneously(lockedWorkspace(), demote(one, other), demote(other, one))
    expect(outcomes(answers)).toEqual(['200 ok', '403 insufficient_scope'])
    expect(await roles()).toEqual([role, 'viewer'])
  })

  it('of two admins who remove each other at the same time, one succeeds', async () => {
    const [one, other] = [await makePerson(test, workspaceId, 'admin'), await makePerson(test, workspaceId, 'admin')]
    const remove = (who: Person, target: Person) => () => who.browser.operate('remove-person', { email: target.email })
    const answers = await simultaneously(lockedWorkspace(), remove(one, other), remove(other, one))
    expect(outcomes(answers)).toEqual(['200 ok', '404 not_found'])
    expect(await roles()).toEqual(['admin'])
  })

  it('of the last two owners who leave at the same time, one stays', async () => {
    const owners = [await makePerson(test, workspaceId, 'owner'), await makePerson(test, workspaceId, 'owner')]
    const leave =
      ({ browser, email }: Person) =>
      () =>
        browser.operate('remove-person', { email })
    const answers = await simultaneously(lockedWorkspace(), ...owners.map(leave))
    expect(outcomes(answers)).toEqual(['200 ok', '409 conflict'])
    expect(await roles()).toEqual(['owner'])
  })

  it('an admin who is being demoted creates no invitation afterwards', async () => {
    const [owner, admin] = [await makePerson(test, workspaceId, 'owner'), await makePerson(test, workspaceId, 'admin')]
    const demote = () => owner.browser.operate('update-person', { email: admin.email, role: 'viewer' })
    const invite = () => admin.browser.operate('create-invitation', { email: 'eve@people.example', role: 'admin' })
    const answers = await simultaneously(lockedWorkspace(), demote, invite)
    // Either can come first: an earlier invitation remains, and the owner can see it.
    expect(answers[0]?.status).toBe(200)
    const open = await test.operate<object[]>('list-invitations', { workspace_id: workspaceId })
    expect(open).toHaveLength(answers[1]?.status === 200 ? 1 : 0)
    expect([200, 403]).toContain(answers[1]?.status)
  })
})

describe('a link used twice at the same time', () => {
  beforeEach(async () => {
    workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
  })

  it('an invitation creates one account, with the password of the successful request', async () => {
    const email = 'grace@people.example'
    const link = await test.operate<{ url: string }>('create-invitation', {
      workspace_id: workspaceId,
      email,
      role: 'editor',
    })
    const accept = (name: string) => () =>
      openBrowser(test).post('/accept-invitation', {
        token: tokenOf(link),
        name,
        password: `${password} of ${name}`,
      })
    const answers = await simultaneously(lockedLinks('invitation'), accept('Grace'), accept('Eve'))
    expect(outcomes(answers)).toEqual(['200 ok', '400 invalid_request'])
    const [member, ...others] = await test.operate<{ name: string; role: string }[]>('list-people', {
      workspace_id: workspaceId,
    })
    expect([member?.role, others]).toEqual(['editor', []])
    const winner = answers[0]?.status === 200 ? 'Grace' : 'Eve'
    expect(member?.name).toBe(winner)
    expect((await openBrowser(test).signIn(email, `${password} of ${winner}`)).status).toBe(200)
  })

  it('a password link sets one password', async () => {
    const { email } = await makePerson(test, workspaceId, 'viewer')
    const link = await test.operate<{ url: string }>('reset-password', { email })
    const chosen = ['the first password', 'the second password']
    const choose = (own: string) => () =>
      openBrowser(test).post('/choose-password', { token: tokenOf(link), password: own })
    const answers = await simultaneously(lockedLinks('password'), ...chosen.map(choose))
    expect(outcomes(answers)).toEqual(['200 ok', '400 invalid_request'])
    for (const [index, own] of chosen.entries())
      expect((await openBrowser(test).signIn(email, own)).status).toBe(answers[index]?.status === 200 ? 200 : 401)
  })

  it('of two invitations to one address, one creates the account and ends the other', async () => {
    const email = 'twice@people.example'
    const invitation = { workspace_id: workspaceId, email, role: 'viewer' }
    const accept = async () => {
      const token = tokenOf(await test.operate<{ url: string }>('create-invitation', invitation))
      return () => openBrowser(test).post('/accept-invitation', { token, name: 'Grace', password })
    }
    const answers = await simultaneously(lockedWorkspace(), await accept(), await accept())
    expect(outcomes(answers)).toEqual(['200 ok', '400 invalid_request'])
    expect(await test.operate('list-invitations', { workspace_id: workspaceId })).toEqual([])
  })

  it('of two password links of one account, one sets the password and ends the other', async () => {
    const { id, email } = await makePerson(test, workspaceId, 'viewer')
    const choose = async (chosen: string) => {
      const token = tokenOf(await test.operate<{ url: string }>('reset-password', { email }))
      return () => openBrowser(test).post('/choose-password', { token, password: chosen })
    }
    const lock = `select 1 from people where id = '${id}' for update`
    const answers = await simultaneously(lock, await choose('the first choice'), await choose('the second choice'))
    expect(outcomes(answers)).toEqual(['200 ok', '400 invalid_request'])
  })

  it('a sign-in link creates one session', async () => {
    const { email } = await makePerson(test, workspaceId, 'viewer')
    const link = await test.operate<{ url: string }>('create-sign-in-link', { email })
    const enter = () => openBrowser(test).post('/sign-in-by-link', { token: tokenOf(link) })
    expect(outcomes(await simultaneously(lockedLinks('sign-in'), enter, enter))).toEqual([
      '200 ok',
      '400 invalid_request',
    ])
  })
})

describe('a password reset by link while another person is signed in', () => {
  it('wins over a concurrent password change in that session', async () => {
    workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
    const { id, email, browser: thief } = await makePerson(test, workspaceId, 'viewer', { password })
    const link = await test.operate<{ url: string }>('reset-password', { email })
    const choose = () =>
      openBrowser(test).post('/choose-password', { token: tokenOf(link), password: 'chosen by its owner' })
    const change = () => thief.operate('change-password', { password, new_password: 'chosen by a thief' })
    const [chosen] = await simultaneously(`select 1 from people where id = '${id}' for update`, choose, change)
    expect(chosen?.status).toBe(200)
    expect((await thief.get('/whoami')).status).toBe(401)
    const statuses = ['chosen by its owner', 'chosen by a thief'].map(
      async (given) => (await openBrowser(test).signIn(email, given)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 401])
  })
})

describe('a password change during a sign-in with the old password', () => {
  it.each(['changed first', 'signed in first'])('ends the opened session: %s', async (order) => {
    workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
    const owner = await makePerson(test, workspaceId, 'viewer', { password })
    const thief = openBrowser(test)
    const change = () => owner.browser.operate('change-password', { password, new_password: 'another good one' })
    const enter = () => thief.signIn(owner.email, password)
    const lockedPerson = `select 1 from people where id = '${owner.id}' for update`
    const requests = order === 'changed first' ? [change, enter] : [enter, change]
    const answers = await simultaneously(lockedPerson, ...requests)
    expect(answers[requests.indexOf(change)]?.status).toBe(200)
    expect((await owner.browser.get('/whoami')).status).toBe(200)
    expect((await thief.get('/whoami')).status).toBe(401)
  })
})
