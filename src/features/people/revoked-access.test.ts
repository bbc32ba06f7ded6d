import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import { containsSecret } from '../../kernel/fields.ts'
import { consoleEnvironment } from '../../testing/browser.ts'
import { makePerson, openBrowser, type Person, tokenOf } from '../../testing/people.ts'
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts'

/* Ways to regain or extend access after another person has revoked it. */

const password = 'correct horse battery'

let test: TestApp
let workspaceId: string
let owner: Person

beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
})
afterAll(() => test.close())
beforeEach(async () => {
  workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
  owner = await makePerson(test, workspaceId, 'owner')
})

const outcome = ({ status, body }: Answer) => `${status} ${body.error?.code ?? 'ok'}`
const invite = (email: string, role = 'admin', limits: { brand_ids?: string[] } = {}) =>
  test.operate<{ url: string }>('create-invitation', { workspace_id: workspaceId, email, role, ...limits })
const invitations = () =>
  test.operate<{ email: string; brand_ids: string[] | null }[]>('list-invitations', {
    workspace_id: workspaceId,
  })

describe('an invitation', () => {
  it('cannot be created for a member, so that an admin cannot prepare to undo an owner’s decision', async () => {
    const admin = await makePerson(test, workspaceId, 'admin')
    for (const email of [admin.email.toUpperCase(), owner.email]) {
      const answer = await admin.browser.operate('create-invitation', { email, role: 'viewer' })
      expect([outcome(answer), answer.body.error?.message]).toEqual([
        '409 conflict',
        'email: already a member; use update-person to change the role',
      ])
    }
    expect(await invitations()).toEqual([])
  })

  it('ends with all others for the same email and workspace once the person joins, by any route', async () => {
    const elsewhere = await test.operate('create-workspace', { name: 'Theirs' })
    for (const route of ['accept-invitation', 'join-workspace', 'create-person']) {
      const email = `${route}@people.example`
      const [first, second] = [await invite(email), await invite(email.toUpperCase())]
      const other = { workspace_id: elsewhere.id, email, role: 'viewer' }
      const remaining = await test.operate('create-invitation', other)
      const member = openBrowser(test)
      const token = tokenOf(first)
      if (route === 'accept-invitation')
        expect((await member.post(`/${route}`, { token, name: 'Eve', password })).status).toBe(200)
      else if (route === 'create-person')
        await test.operate(route, { workspace_id: workspaceId, email, name: 'Eve', role: 'viewer', password })
      else {
        const { id: first_one } = await test.operate('create-workspace', { name: 'First' })
        await test.operate('create-person', {
          workspace_id: first_one,
          email,
          name: 'E',
          role: 'viewer',
          password,
        })
        await member.signIn(email, password)
        expect((await member.operate(route, { token })).status).toBe(200)
      }
      await test.operate('remove-person', { workspace_id: workspaceId, email })
      await member.signIn(email, password)
      const back = await member.operate('join-workspace', { token: tokenOf(second) })
      expect(outcome(back), route).toBe('400 invalid_request')
      const left = await test.operate<{ id: string }[]>('list-invitations', { workspace_id: elsewhere.id })
      expect(left.map(({ id }) => id)).toContain(remaining.id)
    }
  })

  it('loses a deleted brand, and ends if it granted access to no other', async () => {
    const brand = (name: string) => test.operate('create-brand', { workspace_id: workspaceId, name })
    const [remaining, erased] = [(await brand('Kept')).id, (await brand('Erased')).id]
    const both = await invite('both@people.example', 'editor', { brand_ids: [remaining, erased] })
    const one = await invite('one@people.example', 'editor', { brand_ids: [erased] })
    await invite('all@people.example', 'editor')
    await test.operate('delete-brand', { brand_id: erased })
    expect((await invitations()).map(({ email, brand_ids }) => [email, brand_ids])).toEqual([
      ['all@people.example', null],
      ['both@people.example', [remaining]],
    ])
    const accept = (link: { url: string }) =>
      openBrowser(test).post('/accept-invitation', { token: tokenOf(link), name: 'Eve', password })
    expect(outcome(await accept(both))).toBe('200 ok')
    expect(outcome(await accept(one))).toBe('400 invalid_request')
  })
})

describe('a new password', () => {
  it.each(['choose-password', 'change-password'])('ends other reset links: %s', async (route) => {
    const { email, browser } = await makePerson(test, workspaceId, 'viewer', { password })
    const link = () => test.operate<{ url: string }>('reset-password', { email })
    const [used, stolen] = [await link(), await link()]
    const choose = (given: { url: string }, chosen: string) =>
      openBrowser(test).post('/choose-password', { token: tokenOf(given), password: chosen })
    const chosen = 'another good one'
    const answer =
      route === 'choose-password'
        ? await choose(used, chosen)
        : await browser.operate(route, { password, new_password: chosen })
    expect(answer.status, answer.text).toBe(200)
    expect(outcome(await choose(stolen, 'the choice of a thief'))).toBe('400 invalid_request')
    expect((await openBrowser(test).signIn(email, chosen)).status).toBe(200)
  })

  it.each(['choose-password', 'change-password'])('ends sign-in links: %s', async (route) => {
    const { email, browser } = await makePerson(test, workspaceId, 'viewer', { password })
    const signInLink = await test.operate<{ url: string }>('create-sign-in-link', { email })
    const chosen = 'another good one'
    const answer =
      route === 'change-password'
        ? await browser.operate(route, { password, new_password: chosen })
        : await openBrowser(test).post(`/${route}`, {
            token: tokenOf(await test.operate<{ url: string }>('reset-password', { email })),
            password: chosen,
          })
    expect(answer.status, answer.text).toBe(200)
    const late = await openBrowser(test).post('/sign-in-by-link', { token: tokenOf(signInLink) })
    expect(outcome(late)).toBe('400 invalid_request')
  })
})

describe('secret input', () => {
  it('is declared as secret in every operation', () => {
    const names = operations.flatMap(({ name, fields }) =>
      Object.entries(fields)
        .filter(([field]) => /(^|_)(password|token|code|secret|api_key)$/.test(field))
        .map(([field, schema]) => [`${name} ${field}`, containsSecret(schema)] as const),
    )
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter(([, isDeclared]) => !isDeclared)).toEqual([])
  })

  it('is not part of the stored idempotency fingerprint, so it cannot be guessed from it', async () => {
    const { id, browser } = await makePerson(test, workspaceId, 'viewer', { password })
    const headers = { 'idempotency-key': randomUUID() }
    const begin = (given: string) => browser.operate('begin-second-factor', { password: given }, headers)
    const first = await begin(password)
    expect(first.status, first.text).toBe(200)
    const stored = test.app.services.db.selectFrom('idempotent_responses').select('fingerprint')
    const [row] = await stored.where('chain_id', '=', id).execute()
    const { sign } = test.app.services
    const sent = (body: object) => sign('fingerprint', `undefined ${JSON.stringify([{}, body])}`)
    expect(row?.fingerprint).toEqual(sent({}))
    expect(row?.fingerprint).not.toEqual(sent({ password }))
    // With any password, a retry has no effect and returns no secret.
    const again = await begin('not this one')
    expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([200, 'true', {}])
  })
})
