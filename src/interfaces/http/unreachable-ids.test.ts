import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import type { Operation } from '../../kernel/operation.ts'
import { includesRole, type Role, roles } from '../../kernel/roles.ts'
import { type Browser, consoleEnvironment } from '../../testing/browser.ts'
import { consoleRequest, isForPeople } from '../../testing/console-requests.ts'
import { idSources, makeThings, naming, seenOf } from '../../testing/console-things.ts'
import { type Field, fieldsOf, type Ids } from '../../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import { inForm, portion } from '../../testing/forms.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { jobsAreDone } from '../../testing/stored-rows.ts'
import type { TestApp } from '../../testing/test-app.ts'

/*
 * Role × operation × id: an unreachable id gets the same response as a missing one, whatever else is wrong
 * with the request. Keys and their scopes: src/kernel/access.test.ts.
 */

let test: TestApp
let fixture: Fixture
/** Of the first brand of the workspace, of the second one, and of a brand of another workspace. */
let ids: Ids
let otherIds: Ids
let foreignIds: Ids

const inWorkspace = operations.filter(
  (operation) => isForPeople(operation) && (operation.on === 'brand' || operation.on === 'workspace'),
)

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp(consoleEnvironment))
  const { workspaceId, foreignWorkspaceId } = fixture
  ids = { ...fixture.ids, ...(await makeThings(test, workspaceId, fixture.ids)) }
  const { webhook_id = [] } = fixture.ids
  otherIds = {
    ...fixture.otherIds,
    webhook_id,
    ...(await makeThings(test, workspaceId, { ...fixture.otherIds, webhook_id })),
  }
  foreignIds = {
    ...fixture.foreignIds,
    ...(await makeThings(test, foreignWorkspaceId, fixture.foreignIds)),
  }
  await test.historyIsRead()
  await jobsAreDone(test.app.services)
})
afterAll(() => test.close())

const isId = ({ name }: Field) => /_ids?$/.test(name) && name !== 'workspace_id'

/** Things of the whole workspace, not of a brand. */
const ofWorkspace = ['key_id', 'source_id', 'webhook_id', 'delivery_id', 'invitation_id', 'person_id', 'session_id']

interface Caller {
  role: Role
  browser: Browser
  isLimited: boolean
}

/** An operation, and the field that holds the id in question. */
interface Cell {
  operation: Operation
  name: string
  repeatable: boolean
  /** Whether the id names the operation's subject, which is looked up before role and input. */
  isSubject: boolean
}

const cells = inWorkspace.flatMap((operation): Cell[] => [
  ...(operation.on === 'brand' ? [{ operation, name: 'brand_id', repeatable: false, isSubject: true }] : []),
  ...fieldsOf(operation)
    .filter(isId)
    .map(({ name, repeatable }) => ({
      operation,
      name,
      repeatable,
      isSubject: operation.resourceRef?.field === name,
    })),
])

/** Ids that a caller cannot reach, each with its owner. */
function unreachable({ operation, name, isSubject }: Cell, { role, isLimited }: Caller): [string, string][] {
  const source = idSources[name] ?? name
  const theirs = foreignIds[source]?.[0]
  if (theirs === undefined) throw new Error(`no ${source}: add one to src/testing/console-things.ts`)
  const found: [string, string | undefined][] = [['another workspace', theirs]]
  const isOfBrand = !ofWorkspace.includes(source)
  // Callers without limits ask about the first brand; limited ones can access only the second.
  if (isLimited && isOfBrand) found.push(['a brand out of reach', ids[source]?.[0]])
  if (!isLimited && isOfBrand && operation.on === 'brand' && name !== 'brand_id')
    found.push(['another brand', fixture.otherIds[source]?.[0]])
  if (isSubject && operation.resourceRef !== undefined && !includesRole(role, operation.resourceRef.seenBy))
    found.push(['a list that it may not see', ids[source]?.[0]])
  return found.filter((one): one is [string, string] => one[1] !== undefined)
}

async function answerTo(
  { operation, name, repeatable }: Cell,
  { browser, isLimited }: Caller,
  id: string,
  isFlawed: boolean,
) {
  const source = idSources[name] ?? name
  const base = { ...(isLimited ? otherIds : ids), [source]: [id, id] }
  // The brand is an operation's subject, even if another field names one.
  if (name !== 'brand_id' && source === 'brand_id') base.brand_id = (isLimited ? otherIds : ids).brand_id ?? []
  const request = consoleRequest(operation, base, isFlawed)
  const { method, path, body } =
    name === 'brand_id' && operation.on === 'brand' ? request : naming(request, name, repeatable ? [id] : id)
  const { text, ...rest } = seenOf(await browser.send(method, path, { body }))
  return { ...rest, text: text.replaceAll(id, '') }
}

/** A caller's cells that tell an unreachable id from a missing one. */
async function leaksOf(caller: Caller): Promise<string[]> {
  const leaks: string[] = []
  // Subjects are looked up before the input is validated.
  for (const cell of portion(cells, caller.isLimited ? 1 : 0, 2))
    for (const isFlawed of cell.isSubject ? [false, true] : [false]) {
      const missing = await answerTo(cell, caller, crypto.randomUUID(), isFlawed)
      const what = `${cell.operation.name}: ${cell.name}${isFlawed ? ' with an unknown field' : ''}`
      if (cell.isSubject && missing.status !== 404) leaks.push(`${what}: missing, ${missing.status}`)
      for (const [kind, id] of unreachable(cell, caller)) {
        const answer = await answerTo(cell, caller, id, isFlawed)
        if (JSON.stringify(answer) !== JSON.stringify(missing))
          leaks.push(`${what}: of ${kind}, ${answer.status} ${answer.text} against ${missing.status}`)
      }
    }
  return leaks
}

it('the test has many cells', () => {
  expect(cells.filter(({ isSubject }) => isSubject).length).toBeGreaterThan(100)
  expect(cells.filter(({ isSubject }) => !isSubject).length).toBeGreaterThan(50)
})

it.each(inForm<readonly Role[]>(['owner'], roles))(
  'the role %s: no operation reveals things of other workspaces',
  async (role) => {
    const { browser } = await makePerson(test, fixture.workspaceId, role)
    expect(await leaksOf({ role, browser, isLimited: false })).toEqual([])
  },
)

it.each(inForm<('viewer' | 'editor')[]>(['editor'], ['viewer', 'editor']))(
  'a limited %s: no operation reveals hidden things',
  async (role) => {
    const brand_ids = fixture.otherIds.brand_id ?? []
    const { browser } = await makePerson(test, fixture.workspaceId, role, { brand_ids })
    expect(await leaksOf({ role, browser, isLimited: true })).toEqual([])
  },
)

it('a member of another workspace gets the same response for this workspace as for a missing one', async () => {
  const { browser } = await makePerson(test, fixture.foreignWorkspaceId, 'owner')
  const leaks: string[] = []
  for (const operation of inWorkspace) {
    const { method, path, body } = consoleRequest(operation, ids)
    const ask = async (id: string) =>
      seenOf(await browser.send(method, path, { body, headers: { 'x-workspace-id': id } }))
    const missing = await ask(crypto.randomUUID())
    const answer = await ask(fixture.workspaceId)
    if (missing.status !== 404 || JSON.stringify(answer) !== JSON.stringify(missing))
      leaks.push(`${operation.name}: ${answer.status} against ${missing.status}`)
  }
  expect(leaks).toEqual([])
})

it('list-people: brands of others', async () => {
  const [reached = ''] = fixture.otherIds.brand_id ?? []
  const [hidden = ''] = fixture.ids.brand_id ?? []
  const owner = await makePerson(test, fixture.workspaceId, 'owner')
  const limited = await makePerson(test, fixture.workspaceId, 'editor', { brand_ids: [reached] })
  const both = await makePerson(test, fixture.workspaceId, 'viewer', { brand_ids: [reached, hidden] })
  const brandsSeen = async ({ browser }: Person) => {
    const people = (await browser.operate('list-people')).body.data as { id: string; brand_ids: string[] }[]
    return people.find(({ id }) => id === both.id)?.brand_ids.toSorted()
  }
  expect(await brandsSeen(owner)).toEqual([reached, hidden].sort())
  expect(await brandsSeen(limited)).toEqual([reached])
})
