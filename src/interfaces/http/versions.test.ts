import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { callOperation, operationOf } from '../../testing/call-operation.ts'
import { isForPeople } from '../../testing/console-requests.ts'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import { portion } from '../../testing/forms.ts'
import type { TestApp } from '../../testing/test-app.ts'
import {
  type Case,
  type Change,
  type Input,
  type Made,
  newName,
  versionedChanges,
} from '../../testing/versioned-changes.ts'

/*
 * Changes carry the version that was read (If-Match). Covers every operation that changes or deletes
 * something, through the console's API.
 */

let test: TestApp
let fixture: Fixture
let owner: Browser
let brandId: string
let now = new Date(fixtureNow).getTime()

const password = 'correct-horse-battery'
const later = () => {
  now += 1000
  test.setNow(new Date(now))
}

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp(consoleEnvironment))
  brandId = fixture.ids.brand_id?.[0] as string
  await test.operate('create-person', {
    workspace_id: fixture.workspaceId,
    email: 'ada@example.com',
    name: 'Ada',
    role: 'owner',
    password,
  })
  owner = new Browser(test)
  owner.workspaceId = fixture.workspaceId
  expect((await owner.signIn('ada@example.com', password)).status).toBe(200)
})
afterAll(() => test.close())
beforeEach(() => later())

const call = (name: string, input: Input, headers: Record<string, string> = {}) =>
  callOperation(owner, operationOf(name), input, headers)

const operate = async (name: string, input: Input): Promise<{ id: string }> => {
  const answer = await call(name, input)
  expect(answer.status, `${name}: ${answer.text}`).toBe(200)
  const { wrap = '' } = operationOf(name).http ?? {}
  const { [wrap]: wrapped = answer.body.data } = answer.body.data as Record<string, { id: string }>
  return wrapped
}

const cases = versionedChanges({
  get test() {
    return test
  },
  get fixture() {
    return fixture
  },
  get brandId() {
    return brandId
  },
  operate,
})
const member = cases['update-person'] as Case

/** A thing as shown, with its version; undefined if it is gone. */
async function read(thing: string, { read: input = {}, id }: Made) {
  const readers = operations.filter(({ shows }) => shows?.thing === thing)
  const reader = readers.find(({ list, name }) => list !== undefined || name.startsWith('list')) ?? readers[0]
  const { body, text } = await call(reader?.name as string, { brand_id: brandId, ...input })
  const answer = body as unknown as { data: object | object[]; version?: string; versions?: string[] }
  if (!Array.isArray(answer.data)) return { shown: answer.data, version: answer.version }
  expect(answer.versions, text).toHaveLength(answer.data.length)
  const idOf = (row: { id?: unknown; citation_id?: unknown }) => row.id ?? row.citation_id
  const place = answer.data.findIndex((row) => idOf(row) === id)
  return place === -1 ? undefined : { shown: answer.data[place], version: answer.versions?.[place] }
}

/** Operations for people that change something without a version, and why. */
const without: Record<string, string> = {
  'delete-workspace': 'the whole workspace is deleted, whatever changed',
  'change-password': 'the request contains the current password',
  'remove-second-factor': 'the request contains the password',
  'end-session': 'sessions cannot be edited',
  'require-second-factor': 'the request sets the whole state',
  'end-member-sessions': 'sessions cannot be edited',
  'approve-client': 'a request cannot change, and is answered once',
  'refuse-client': 'a request cannot change, and is answered once',
  'disconnect-client': 'connections cannot be edited',
  'release-lost-requests': 'a lost request cannot be edited, and is released once',
}

/** Operations that create, start or request something. */
const begins =
  /^(create|add|import|start|cancel|analyse|resync|refresh|reread|replay|run|sync|test|begin|confirm|join|forget|sign|accept-invitation$|set-up$|choose|request)-?/

const writes = operations.filter(
  (operation) =>
    isForPeople(operation) &&
    (operation.change !== undefined || operation.http?.method === 'PATCH' || /^delete-/.test(operation.name)),
)

describe('the list of operations', () => {
  it('takes a version for every change or deletion of an existing thing', () => {
    const changing = writes.filter(({ name, changes }) => changes !== undefined || !begins.test(name))
    expect(
      changing
        .filter(({ changes }) => changes === undefined)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(without).sort())
    expect(Object.keys(cases).sort()).toEqual(
      operations.flatMap(({ name, changes }) => (changes === undefined ? [] : [name])).sort(),
    )
  })

  it('shows every versioned thing with its version', () => {
    const shown = new Set(operations.flatMap(({ shows }) => (shows === undefined ? [] : [shows.thing])))
    for (const { name, changes } of operations) if (changes !== undefined) expect(shown, name).toContain(changes.thing)
  })
})

const ifMatch = (...versions: (string | undefined)[]) => ({
  'if-match': versions.map((version) => `"${version}"`).join(', '),
})
const inputOf = (made: Made, change: Change | undefined) => ({
  ...made.on,
  ...(typeof change === 'function' ? change(made) : change),
})

describe.each(portion(Object.entries(cases), 0, 3))('%s', (name, { make, change, other = change, edit, repeated }) => {
  const kind = operationOf(name).changes?.thing ?? ''

  it('succeeds with the version that was read, and with no other', async () => {
    const thing = await make()
    const before = await read(kind, thing)
    expect(before?.version).toMatch(/^[\w-]{22}$/)
    const wrong = await call(name, inputOf(thing, change), ifMatch('AAAAAAAAAAAAAAAAAAAAAA'))
    expect(wrong.status, wrong.text).toBe(409)
    expect(await read(kind, thing)).toEqual(before)
    later()
    const right = await call(name, inputOf(thing, change), ifMatch('AAAAAAAAAAAAAAAAAAAAAA', before?.version))
    expect(right.status, right.text).toBe(200)
    const after = await read(kind, thing)
    expect(after?.version).not.toBe(before?.version)
    const again = await call(name, inputOf(thing, other), ifMatch(before?.version))
    expect(again.status, again.text).toBe(repeated ?? 409)
    expect(await read(kind, thing)).toEqual(after)
  })

  if (edit !== undefined)
    it('is refused if someone else changed the thing', async () => {
      const thing = await make()
      const before = await read(kind, thing)
      later()
      await edit(thing)
      const after = await read(kind, thing)
      expect(after?.version).not.toBe(before?.version)
      const refused = await call(name, inputOf(thing, change), ifMatch(before?.version))
      expect(refused.body.error).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('If-Match'),
      })
      expect(await read(kind, thing)).toEqual(after)
    })

  it('works without a version', async () => {
    const thing = await make()
    const done = await call(name, inputOf(thing, change))
    expect(done.status, done.text).toBe(200)
  })
})

describe('If-Match', () => {
  it('has quoted versions, or *', async () => {
    const rename = (header: string) => call('update-account', { name: newName() }, { 'if-match': header })
    for (const header of ['x', 'W/"x"', '"x', '"x" "y"', '', '"é"'])
      expect((await rename(header)).status, header).toBe(400)
    expect((await rename('*')).status).toBe(200)
  })

  it('is rejected by operations that change nothing with a version', async () => {
    for (const name of ['list-people', 'create-key', 'list-changes'])
      expect((await call(name, { name: newName() }, ifMatch('x'))).body.error.message, name).toMatch(/^If-Match/)
  })

  it('is "none" for something that does not exist yet', async () => {
    const plan = { brand_id: brandId, engine: 'perplexity', countries: ['US'] }
    const there = (await call('set-collection', plan, ifMatch('none'))).body.error
    expect(there.code).toBe('conflict')
    const { db } = test.app.services
    const [source] = await db
      .selectFrom('collection_plans')
      .select('source_id')
      .where('engine', '=', 'perplexity')
      .where('brand_id', '=', brandId)
      .execute()
    await db.deleteFrom('collection_plans').where('engine', '=', 'perplexity').where('brand_id', '=', brandId).execute()
    const input = { ...plan, source_id: source?.source_id }
    expect((await call('set-collection', input, ifMatch('AAAAAAAAAAAAAAAAAAAAAA'))).status).toBe(409)
    expect((await call('set-collection', input, ifMatch('none'))).status).toBe(200)
  })

  it('only one of two changes of one version succeeds', async () => {
    const person = await member.make()
    const { version } = (await read('member', person)) ?? {}
    const answers = await Promise.all(
      ['editor', 'admin'].map((role) => call('update-person', { ...person.on, role }, ifMatch(version))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is part of the write that a retry repeats', async () => {
    const person = await member.make()
    const { version } = (await read('member', person)) ?? {}
    const write = (headers: object) =>
      call('update-person', { ...person.on, role: 'admin' }, { 'idempotency-key': String(person.id), ...headers })
    const first = await write(ifMatch(version))
    expect((await write(ifMatch(version))).text).toBe(first.text)
    expect((await write(ifMatch('x'))).body.error.code).toBe('invalid_request')
  })

  it('does not exist for keys: /v1 neither shows nor accepts versions', async () => {
    const answer = await test.get(`/v1/brands/${brandId}/competitors`, fixture.key)
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'pagination', 'request_id'])
  })
})
