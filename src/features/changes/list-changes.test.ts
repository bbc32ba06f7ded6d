import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import { systemActor } from '../../kernel/actor.ts'
import { record } from '../../kernel/change.ts'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let workspaceId: string
let otherWorkspaceId: string
let brandId: string
let owner: Browser
let ownerId: string
let now = new Date('2026-06-15T12:00:00.000Z').getTime()

const password = 'correct-horse-battery'
const address = '203.0.113.7'

interface Change {
  id: string
  created_at: string
  operation: string
  actor: { kind: string; id: string | null; name: string | null; email: string | null }
  person: { id: string; name: string; email: string | null } | null
  via: string | null
  address: string | null
  brand_id: string | null
  key_id: string | null
  key_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const later = () => {
  now += 1000
  test.setNow(new Date(now))
}
const join = (email: string, name: string, role: string, workspace = workspaceId) =>
  test.operate('create-person', { workspace_id: workspace, email, name, role, password })
async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(test)
  browser.workspaceId = workspaceId
  expect((await browser.signIn(email, password)).status).toBe(200)
  return browser
}
const changes = async (input: object = {}, browser = owner): Promise<Change[]> => {
  const answer = await browser.operate('list-changes', input)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const ofOperation = async (operation: string) => changes({ operation })

beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
  test.setNow(new Date(now))
  workspaceId = (await test.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  otherWorkspaceId = (await test.operate('create-workspace', { name: 'Theirs' })).id
  brandId = (await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
  ownerId = (await join('ada@example.com', 'Ada', 'owner')).id
  await join('eve@example.com', 'Eve', 'viewer')
  await join('bob@example.com', 'Bob', 'admin', otherWorkspaceId)
  owner = await signedIn('ada@example.com')
})
afterAll(() => test.close())

describe('a change record names its actor', () => {
  const ada = () => ({ kind: 'person', id: ownerId, name: 'Ada', email: 'ada@example.com' })

  it('a person, by their current name, with the interface and IP address', async () => {
    const made = await owner.post(`/brands/${brandId}/competitors`, {
      name: 'Globex',
      primary_url: 'https://globex.com',
    })
    expect(made.status, made.text).toBe(200)
    expect((await ofOperation('create-competitor'))[0]).toMatchObject({
      actor: ada(),
      person: null,
      via: 'console',
      address,
      brand_id: brandId,
      key_id: null,
      before: null,
      after: { name: 'Globex' },
    })
    await owner.operate('update-account', { name: 'Ada L.' })
    expect((await ofOperation('create-competitor'))[0]?.actor.name).toBe('Ada L.')
    await owner.operate('update-account', { name: 'Ada' })
  })

  it('an API key, by its name', async () => {
    const key = await test.operate<{ id: string; secret: string }>('create-key', {
      workspace_id: workspaceId,
      name: 'robot',
      scopes: ['write:competitors'],
    })
    const sent = await test.send('POST', `/v1/brands/${brandId}/competitors`, key.secret, {
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name: 'Initech', primary_url: 'https://initech.com' }),
    })
    expect(sent.status, sent.text).toBe(200)
    expect((await changes({ actor: key.id }))[0]).toMatchObject({
      operation: 'create-competitor',
      actor: { kind: 'api-key', id: key.id, name: 'robot', email: null },
      via: 'api',
      key_id: key.id,
      key_name: 'robot',
    })
  })

  it('the operator, and the system with its job name', async () => {
    expect((await ofOperation('create-brand'))[0]).toMatchObject({
      actor: { kind: 'operator', id: null, name: null, email: null },
      via: 'command-line',
      address: null,
    })
    const { services } = test.app
    const workspace = await services.db
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow()
    const brand = await services.db.selectFrom('brands').selectAll().executeTakeFirstOrThrow()
    const ctx = { services, actor: systemActor('store-analysis', workspace, brand), requestId: randomUUID() }
    await record(services.db, 'analyse-brand', ctx, { before: null, after: {}, workspaceId, brandId })
    expect((await changes({ actor_kind: 'system' }))[0]).toMatchObject({
      actor: { kind: 'system', id: 'store-analysis', name: 'store-analysis' },
      via: 'job',
    })
  })

  it('records sign-ins, failed sign-ins and sign-outs with the account they concern', async () => {
    const person = { id: ownerId, name: 'Ada', email: 'ada@example.com' }
    expect((await new Browser(test).signIn('ada@example.com', 'wrong')).status).toBe(401)
    expect((await new Browser(test).signIn('nobody@example.com', 'wrong')).status).toBe(401)
    const browser = await signedIn('ada@example.com')
    await browser.post('/sign-out')
    expect((await ofOperation('sign-in-failed'))[0]).toMatchObject({
      actor: { kind: 'visitor', id: null, name: null },
      person,
      after: { wrong: 'password' },
      via: 'console',
      address,
    })
    expect((await ofOperation('sign-in'))[0]).toMatchObject({ actor: ada(), person, address })
    expect((await ofOperation('sign-out'))[0]).toMatchObject({ actor: ada() })
    expect(JSON.stringify(await changes())).not.toContain('nobody@example.com')
  })

  it('records changes of roles, keys, links and invitations', async () => {
    const { id: eve } = await test
      .operate<{ id: string; email: string }[]>('list-people', {
        workspace_id: workspaceId,
      })
      .then((people) => people.find(({ email }) => email === 'eve@example.com') as { id: string })
    const email = 'eve@example.com'
    for (const role of ['editor', 'viewer']) {
      later()
      expect((await owner.operate('update-person', { email, role })).status).toBe(200)
    }
    expect((await ofOperation('update-person'))[0]).toMatchObject({
      actor: ada(),
      person: { id: eve, name: 'Eve', email },
      before: { person_id: eve, role: 'editor' },
      after: { person_id: eve, role: 'viewer' },
    })
    const { id: key_id } = (await owner.operate('create-key', { name: 'mine' })).body.data as { id: string }
    const rolled = (await owner.operate('roll-key', { key_id })).body.data as { id: string }
    await owner.operate('revoke-key', { key_id: rolled.id })
    for (const operation of ['create-key', 'roll-key', 'revoke-key'])
      expect((await ofOperation(operation))[0]).toMatchObject({ actor: ada(), after: { name: 'mine' } })
    const invited = await owner.operate('create-invitation', { email: 'new@example.com', role: 'viewer' })
    const { id, url } = invited.body.data as { id: string; url: string }
    const accepted = { token: url.split('#')[1], name: 'Newton', password }
    expect((await new Browser(test).post('/accept-invitation', accepted)).status).toBe(200)
    const second = await owner.operate('create-invitation', { email: 'x@example.com', role: 'viewer' })
    await owner.operate('revoke-invitation', { invitation_id: (second.body.data as { id: string }).id })
    expect((await ofOperation('accept-invitation'))[0]).toMatchObject({
      actor: { kind: 'person', name: 'Newton' },
      after: { invitation_id: id, role: 'viewer' },
    })
    expect((await ofOperation('revoke-invitation'))[0]).toMatchObject({ actor: ada() })
    for (const operation of ['reset-password', 'create-sign-in-link']) {
      await test.operate(operation, { email })
      expect((await ofOperation(operation))[0]).toMatchObject({
        actor: { kind: 'operator' },
        person: { id: eve, name: 'Eve' },
      })
    }
  })
})

describe('records of a person’s own account', () => {
  it('are visible to admins of the workspaces that the person currently belongs to', async () => {
    const other = await signedIn('bob@example.com')
    other.workspaceId = otherWorkspaceId
    const names = async (browser: Browser) =>
      new Set((await changes({ operation: 'sign-in' }, browser)).map(({ actor }) => actor.name))
    expect(await names(other)).toEqual(new Set(['Bob']))
    expect(await names(owner)).not.toContain('Bob')
    const { body } = await owner.operate('create-invitation', { email: 'bob@example.com', role: 'viewer' })
    const token = (body.data as { url: string }).url.split('#')[1]
    expect((await other.operate('join-workspace', { token })).status).toBe(200)
    expect(await names(owner)).toContain('Bob')
    expect(await changes({ operation: 'join-workspace' }, other)).toEqual([])
    await owner.operate('remove-person', { email: 'bob@example.com' })
    expect(await names(owner)).not.toContain('Bob')
  })

  it('are visible to the operator, together with records without a workspace', async () => {
    const seen = await test.operate<Change[]>('list-changes', { workspace_id: workspaceId })
    expect(seen.map(({ id }) => id)).toEqual((await changes()).map(({ id }) => id))
    const all = await test.operate<Change[]>('list-installation-changes')
    expect(new Set(all.map(({ actor }) => actor.name))).toContain('Bob')
    const one = await test.operate<Change[]>('list-installation-changes', { operation: 'sign-out' })
    expect(one.length).toBeGreaterThan(0)
    expect(all.filter(({ operation }) => operation === 'sign-out')).toEqual(one)
    expect(all.every(({ operation }) => operation !== 'create-competitor')).toBe(true)
  })
})

describe('list-changes', () => {
  it('requires the admin role', async () => {
    const viewer = await signedIn('eve@example.com')
    for (const name of ['list-changes', 'list-audit-records'])
      expect((await viewer.operate(name)).body.error.code).toBe('insufficient_scope')
    expect((await owner.operate('list-installation-changes')).status).toBe(404)
  })

  it('is also available under its former name', async () => {
    const former = await test.operate('list-audit-records', { workspace_id: workspaceId })
    expect(former).toEqual(await test.operate('list-changes', { workspace_id: workspaceId }))
    expect(JSON.stringify(Object.keys((former as unknown as object[])[0] as object))).toContain('request_id')
  })

  it('filters by brand, actor, kind, operation and time, and pages through all rows', async () => {
    later()
    await owner.operate('update-brand', { brand_id: brandId, aliases: ['Ace'] })
    const from = new Date(now).toISOString()
    later()
    await test.operate('update-brand', { brand_id: brandId, name: 'Acme Inc' })
    const to = new Date(now).toISOString()
    const all = await changes()
    const where = (matches: (change: Change) => boolean) => all.filter(matches).map(({ id }) => id)
    const ids = async (input: object) => (await changes(input)).map(({ id }) => id)
    for (const [input, matches] of [
      [{ of_brand_id: brandId }, ({ brand_id }) => brand_id === brandId],
      [{ actor: ownerId }, ({ actor }) => actor.id === ownerId],
      [{ actor_kind: 'operator' }, ({ actor }) => actor.kind === 'operator'],
      [{ operation: 'update-brand' }, ({ operation }) => operation === 'update-brand'],
      [{ from }, ({ created_at }) => created_at >= from],
      [{ to }, ({ created_at }) => created_at < to],
      [{ from, to, actor: ownerId }, ({ created_at, actor }) => created_at === from && actor.id === ownerId],
    ] as [object, (change: Change) => boolean][]) {
      expect(where(matches), JSON.stringify(input)).not.toEqual([])
      expect(await ids(input), JSON.stringify(input)).toEqual(where(matches))
    }
    expect((await owner.operate('list-changes', { from: to, to: from })).body.error.message).toMatch('before to')
    const pagedIds: string[] = []
    let cursor: string | null = null
    do {
      const page = await owner.operate('list-changes', { limit: 7, ...(cursor && { cursor }) })
      pagedIds.push(...(page.body.data as Change[]).map(({ id }) => id))
      cursor = page.body.pagination.next_cursor
    } while (cursor !== null)
    expect(pagedIds).toEqual(all.map(({ id }) => id))
  })

  it('returns CSV with before and after as JSON', async () => {
    const csv = { accept: 'text/csv' }
    const [change] = await ofOperation('create-competitor')
    const { text, headers } = await owner.operate('list-changes', { operation: 'create-competitor' }, csv)
    expect(headers['content-type']).toMatch(/^text\/csv/)
    const [names = '', row = ''] = text.split('\r\n')
    expect(names.split(',')).toEqual([
      ...['id', 'created_at', 'operation', 'actor.kind', 'actor.id', 'actor.name', 'actor.email'],
      ...['person.id', 'person.name', 'person.email', 'via', 'address', 'brand_id', 'key_id', 'key_name'],
      ...['before', 'after', 'request_id'],
    ])
    expect(row).toContain(`"${JSON.stringify(change?.after).replaceAll('"', '""')}"`)
    const page = await owner.operate('list-changes', { limit: 2 }, csv)
    const cursor = page.headers['x-next-cursor']
    const next = await owner.operate('list-changes', { limit: 2, cursor })
    expect((next.body.data as Change[]).map(({ id }) => id)).toEqual((await changes()).slice(2, 4).map(({ id }) => id))
  })
})

describe('operations without a change in one transaction', () => {
  /** Operations without a change or list, and why they need no record at their end. */
  const unrecorded: Record<string, string> = {
    'delete-brand': 'it writes one when the erasure ends',
    'delete-workspace': 'it writes one when the erasure ends',
    'sign-in': 'it writes one for every outcome',
    'begin-passkey-sign-in': 'it stores only a challenge',
    'sign-in-with-passkey': 'it writes one for every outcome',
    'sign-out': 'it writes one when the session ends',
    'request-password-link': 'its job writes one if the account exists',
    'start-task': 'the started operation writes one',
    'import-profile': 'its change writes one',
    'import-products': 'its changes write them',
    'import-first-party': 'its changes write them',
    'add-knowledge-document': 'its change writes one',
    'update-bot-ranges': 'it fetches lists that belong to no workspace',
    backup: 'it changes nothing',
    restore: 'it replaces all records',
    'check-data': 'it changes no user data',
    'estimate-collection': 'it changes nothing',
    'estimate-test-source': 'it changes nothing',
    whoami: 'it changes nothing',
  }

  it('are the ones listed here; all others are recorded at the end of their transaction', () => {
    const others = operations.filter(
      ({ name, change, list, http, isRecorded }) =>
        !change && !list && !isRecorded && http?.method !== 'GET' && !/^(get|list)-/.test(name),
    )
    expect(others.map(({ name }) => name).sort()).toEqual(Object.keys(unrecorded).sort())
  })
})
