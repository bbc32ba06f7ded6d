import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import { operator } from '../../kernel/actor.ts'
import { invoke } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { allReadScopes, allWriteScopes } from '../../kernel/scopes.ts'
import type { ApiError } from '../../lib/errors.ts'
import type { Browser } from '../../testing/browser.ts'
import { consoleEnvironment } from '../../testing/browser.ts'
import { checkRows } from '../../testing/check-rows.ts'
import { consoleRequest, isForPeople } from '../../testing/console-requests.ts'
import { makeThings, seenOf } from '../../testing/console-things.ts'
import type { Ids } from '../../testing/endpoints.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import { makePerson, openBrowser, type Person } from '../../testing/people.ts'
import { jobsAreDone, storedContent } from '../../testing/stored-rows.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let test: TestApp
let fixture: Fixture
/** Of the first brand, including things that only the console shows. */
let ids: Ids
/** The same for another workspace. */
let foreignIds: Ids

const ranks = ['viewer', 'editor', 'admin', 'owner'] as const
type Rank = (typeof ranks)[number]

/** Operations that only the operator may run: name new ones here. */
const operatorOnly = [
  'accept-data-loss',
  'backup',
  'check-data',
  'create-person',
  'create-sign-in-link',
  'create-workspace',
  'delete-person',
  'list-bot-ranges',
  'list-history-readings',
  'list-installation-changes',
  'list-workspaces',
  'reset-password',
  'restore',
  'rotate-secrets',
  'unlink-person',
  'update-bot-ranges',
  'update-prices',
  'update-workspace',
]

const forPeople = operations.filter(isForPeople)
const named = (list: readonly Operation[]) => list.map((operation) => [operation.name, operation] as const)

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp(consoleEnvironment))
  ids = { ...fixture.ids, ...(await makeThings(test, fixture.workspaceId, fixture.ids)) }
  foreignIds = {
    ...fixture.foreignIds,
    ...(await makeThings(test, fixture.foreignWorkspaceId, fixture.foreignIds)),
  }
  await test.historyIsRead()
  await jobsAreDone(test.app.services)
})
afterAll(() => test.close())

const outcome = ({ status, body }: Answer) => [status, body.error?.code ?? 'ok'] as const

describe('every operation', () => {
  it('names a least role, or is listed as the operator’s', () => {
    const none = operations.filter(({ role }) => role === 'none').filter((one) => !isForPeople(one))
    // A key uses get-me; a person has whoami.
    expect(none.map(({ name }) => name).sort()).toEqual([...operatorOnly, 'get-me'].sort())
    for (const { name, role, on } of operations) {
      expect(['none', ...ranks], name).toContain(role)
      if (['installation', 'person', 'visit'].includes(on)) expect(role, name).toBe('none')
    }
  })

  it('lets viewers change only their own membership and tasks, and export what they can read', () => {
    const changing = ({ change, http }: Operation) =>
      change !== undefined || (http !== undefined && http.method !== 'GET')
    const ofViewers = operations.filter(({ role }) => role === 'viewer').filter(changing)
    expect(ofViewers.map(({ name }) => name)).toEqual([
      'remove-person',
      'cancel-task',
      'create-export',
      'create-export-link',
    ])
    for (const { name, access, role } of forPeople)
      if ((allWriteScopes as readonly string[]).includes(access)) expect(role, name).not.toBe('viewer')
  })
})

/** A caller, and the expected responses. */
interface Caller {
  browser: Browser
  headers?: Record<string, string>
  /** The caller: not signed in, not a member, or the role in the workspace of the request. */
  is: 'nobody' | 'no member' | Rank
  /** Whether the caller has no access to the requested brand. */
  withoutBrand?: boolean
}

const passed = [400, 'invalid_request']

function expected(operation: Operation, { is, withoutBrand = false }: Caller): unknown {
  const { on, role, resourceRef: thing } = operation
  if (!isForPeople(operation)) return [404, 'not_found']
  if (on === 'visit') return operation.console?.method === 'GET' ? [200, 'ok'] : passed
  if (is === 'nobody') return [401, 'invalid_token']
  if (on === 'person') return operation.console?.method === 'GET' ? [200, 'ok'] : passed
  if (is === 'no member') return [404, 'not_found']
  if (withoutBrand && on === 'brand') return [404, 'not_found']
  // The owner of another workspace, which has none of these things.
  if (withoutBrand && thing !== undefined && is === 'owner') return [404, 'not_found']
  if (withoutBrand && thing?.brandColumn !== undefined) return [404, 'not_found']
  if (thing !== undefined && ranks.indexOf(is) < ranks.indexOf(thing.seenBy)) return [404, 'not_found']
  return ranks.indexOf(is) < ranks.indexOf(role as Rank) ? [403, 'insufficient_scope'] : passed
}

describe('permissions', () => {
  const callers = new Map<string, Caller>()
  let stored: object

  beforeAll(async () => {
    const { workspaceId, foreignWorkspaceId, otherIds } = fixture
    const member = async (role: Rank) => (await makePerson(test, workspaceId, role)).browser
    callers.set('no session', { browser: open(workspaceId), is: 'nobody' })
    for (const role of ranks) callers.set(role, { browser: await member(role), is: role })
    const stranger = await makePerson(test, foreignWorkspaceId, 'owner')
    callers.set('an owner elsewhere', { browser: stranger.browser, is: 'owner', withoutBrand: true })
    const abroad = await makePerson(test, foreignWorkspaceId, 'owner')
    abroad.browser.workspaceId = workspaceId
    callers.set('a non-member', { browser: abroad.browser, is: 'no member' })
    for (const role of ['viewer', 'editor'] as const) {
      const limits = { brand_ids: otherIds.brand_id as string[] }
      const { browser } = await makePerson(test, workspaceId, role, limits)
      callers.set(`${role} of another brand`, { browser, is: role, withoutBrand: true })
    }
    const left = await makePerson(test, workspaceId, 'owner')
    await test.operate('remove-person', { workspace_id: workspaceId, email: left.email })
    callers.set('a removed member', { browser: left.browser, is: 'no member' })
    const erased = await makePerson(test, workspaceId, 'owner')
    await test.operate('delete-person', { email: erased.email })
    callers.set('a deleted person', { browser: erased.browser, is: 'nobody' })
    const scopes = [...allReadScopes, ...allWriteScopes]
    await test.operate('update-workspace', { workspace_id: workspaceId, api_writes: true })
    const key = await makeKey(test, workspaceId, { scopes })
    const headers = { authorization: `Bearer ${key}` }
    callers.set('an API key', { browser: open(workspaceId), headers, is: 'nobody' })
    // A session's first request in a workspace records that it was used there.
    for (const { browser, headers } of callers.values()) await browser.get('/brands', headers ?? {})
    stored = await storedContent(test.app.services)
  })

  function open(workspaceId: string): Browser {
    const browser = openBrowser(test)
    browser.workspaceId = workspaceId
    return browser
  }

  it('each caller gets what the role allows, for every operation', () =>
    checkRows(named(operations), async (operation) => {
      for (const [who, caller] of callers) {
        // Each would be 30 visits from one address.
        if (operation.on === 'visit') caller.browser.address = openBrowser(test).address
        const request = isForPeople(operation)
          ? consoleRequest(operation, ids, true)
          : { method: 'POST', path: `/operations/${operation.name}`, body: {} }
        const { method, path, body } = request
        const answer = await caller.browser.send(method, path, { body, headers: caller.headers ?? {} })
        expect(outcome(answer), who).toEqual(expected(operation, caller))
      }
    }))

  it('a session has no access to /v1', () =>
    checkRows(named(operations.filter(({ http }) => http !== undefined)), async (operation) => {
      const owner = callers.get('owner')?.browser as Browser
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const { method, path } = operation.http as NonNullable<Operation['http']>
      const url = path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name]?.[0] as string)
      const headers = { cookie, 'x-sightline': '1', origin: consoleEnvironment.PUBLIC_URL }
      const answer = await test.send(method, url, undefined, { headers })
      expect(outcome(answer)).toEqual([401, 'invalid_token'])
    }))

  it('the operator may do everything but a person’s own operations', () =>
    checkRows(named(operations), async (operation) => {
      const { on, resourceRef: thing } = operation
      const subject: Record<string, string> =
        on === 'brand'
          ? { brand_id: ids.brand_id?.[0] as string }
          : on === 'workspace' && thing === undefined
            ? { workspace_id: fixture.workspaceId }
            : {}
      const named = thing === undefined ? {} : { [thing.field]: ids[thing.field]?.[0] }
      const input = { ...named, not_a_field: '1' }
      const refused = await invoke(test.app.services, operation, {
        actor: operator,
        requestId: crypto.randomUUID(),
        ids: subject,
        input,
      }).catch((error: unknown) => error)
      const isOfSomebody = on === 'person' || on === 'visit'
      expect((refused as ApiError).code).toBe(isOfSomebody ? 'insufficient_scope' : 'invalid_request')
    }))

  it('and none of these requests changes anything', async () => {
    expect(await storedContent(test.app.services)).toEqual(stored)
  })
})

/** Background tasks need the role of their operation; admins can cancel another member's task. */
const leastRole = ({ name, role }: Operation): Rank =>
  name === 'start-task' ? 'editor' : name === 'cancel-task' ? 'admin' : (role as Rank)

describe('background tasks are checked like direct requests', () => {
  const inBackground = forPeople.filter(({ isLong, takesFile, name }) => isLong || (takesFile && name !== 'start-task'))

  it('for every operation', () =>
    checkRows(named(inBackground), async (operation) => {
      const ask = async ({ browser }: Person, brand: string | undefined) => {
        const { body } = consoleRequest({ ...operation, takesFile: false }, ids)
        const { brand_id: _brand, ...input } = body as Record<string, unknown>
        const given = { operation: operation.name, brand_id: brand as string, input: JSON.stringify(input) }
        return browser.post(`/operations/start-task?${new URLSearchParams(given)}`, '{}')
      }
      const brand_ids = fixture.otherIds.brand_id as string[]
      const viewer = await makePerson(test, fixture.workspaceId, 'viewer')
      const limited = await makePerson(test, fixture.workspaceId, 'editor', { brand_ids })
      const { seenBy = 'viewer' } = operation.resourceRef ?? {}
      const refused = await makePerson(test, fixture.workspaceId, seenBy)
      expect(outcome(await ask(refused, ids.brand_id?.[0]))).toEqual([403, 'insufficient_scope'])
      if (operation.on !== 'brand') return
      const missing = seenOf(await ask(limited, crypto.randomUUID()))
      expect(missing.status).toBe(404)
      expect(seenOf(await ask(limited, ids.brand_id?.[0]))).toEqual(missing)
      expect(seenOf(await ask(viewer, foreignIds.brand_id?.[0]))).toEqual(missing)
    }))
})

describe('allowed requests succeed', () => {
  const inOrder = forPeople
    .filter(({ on }) => on === 'brand' || on === 'workspace')
    .sort((a, b) => phaseOf(a) - phaseOf(b))

  it('for every operation', async () => {
    const people = new Map<Rank, Person>()
    for (const role of new Set(inOrder.map(leastRole)))
      people.set(role, await makePerson(test, fixture.workspaceId, role))
    await checkRows(named(inOrder), async (operation) => {
      const role = leastRole(operation)
      const isLeaving = operation.name === 'remove-person'
      const { browser, email } = isLeaving
        ? await makePerson(test, fixture.workspaceId, role)
        : (people.get(role) as Person)
      // Everyone may leave; admins remove others.
      const own = isLeaving ? { email: [email] } : {}
      // Checks of an answer are refused while its history is reread.
      if (operation.name === 'check-mention') await test.historyIsRead()
      const { method, path, body } = consoleRequest(operation, { ...ids, ...own })
      const answer = await browser.send(method, path, { body })
      // A task to cancel may have ended by then, and drafts need a model.
      if (!/^(cancel-|create-draft$)/.test(operation.name) || answer.status !== 409)
        expect(outcome(answer), answer.text).toEqual([200, 'ok'])
    })
  })
})

/** Reads first, then additions and changes; deletions come last, the largest at the very end. */
function phaseOf({ name, change, http }: Operation): number {
  if (name === 'delete-workspace') return 5
  if (name === 'delete-brand') return 4
  if (/^(delete|remove|revoke|forget|cancel)-/.test(name)) return 3
  if (name === 'roll-key') return 2
  return change === undefined && http?.method === 'GET' ? 0 : 1
}
