import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { callOperation, operationOf } from '../../testing/call-operation.ts'
import { isForPeople } from '../../testing/console-requests.ts'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import { jobsAreDone } from '../../testing/stored-rows.ts'
import type { TestApp } from '../../testing/test-app.ts'

/*
 * Changes carry the version that was read (If-Match): for every operation that changes or deletes something, from the
 * list of operations, through the console's API.
 */

let test: TestApp
let fixture: Fixture
let owner: Browser
let brandId: string
let now = new Date(fixtureNow).getTime()
let made = 0

const password = 'correct-horse-battery'
const later = () => {
  now += 1000
  test.setNow(new Date(now))
}
const newEmail = () => `member${made++}@example.com`
const newName = () => `Made ${made++}`

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

type Input = Record<string, unknown>

/** Something that somebody reads and changes. */
interface Made {
  /** What leads to it: fields of the operation that changes it. */
  on: Input
  /** What the reading operation needs, and which of its rows it is. */
  read?: Input
  id?: unknown
}

type Change = Input | ((made: Made) => Input)

interface Case {
  make(): Promise<Made>
  /** Two changes, each of which leaves something else behind. */
  change?: Change
  other?: Change
  /** Changes it otherwise, where the operation itself does so but once. */
  edit?(made: Made): Promise<unknown>
  /** What the operation answers once it is done: the thing is gone, or its state final. */
  repeated?: 400 | 404 | 409
}

const call = (name: string, input: Input, headers: Record<string, string> = {}) =>
  callOperation(owner, operationOf(name), input, headers)

const operate = async (name: string, input: Input): Promise<{ id: string }> => {
  const answer = await call(name, input)
  expect(answer.status, `${name}: ${answer.text}`).toBe(200)
  const { wrap = '' } = operationOf(name).http ?? {}
  const { [wrap]: wrapped = answer.body.data } = answer.body.data as Record<string, { id: string }>
  return wrapped
}

/** A thing as it is shown, with its version; undefined where it is shown no more. */
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

const inBrand = (field: string, make: string, input: () => Input) => async (): Promise<Made> => {
  const { id } = await operate(make, { brand_id: brandId, ...input() })
  return { on: { brand_id: brandId, [field]: id }, id }
}
const inWorkspace = (field: string, make: string, input: () => Input) => async (): Promise<Made> => {
  const { id } = await operate(make, input())
  return { on: { [field]: id }, id }
}
const edited =
  (name: string, change: Input) =>
  ({ on }: Made) =>
    operate(name, { ...on, ...change })

const prompt = {
  make: inBrand('prompt_id', 'create-prompt', () => ({
    text: newName(),
    topic_id: fixture.ids.topic_id?.[0],
    tag_ids: fixture.ids.tag_id,
  })),
}
const competitor = () => ({ name: newName(), primary_url: `https://made-${made++}.example` })
const suggestion = inBrand('suggestion_id', 'create-alignment-suggestion', () => ({
  suggested_prompt: newName(),
  country_codes: ['US'],
}))
const edit = async ({ id }: Made) =>
  operate('update-alignment-suggestions', {
    brand_id: brandId,
    updates: [{ suggestion_id: id, country_codes: ['FR'] }],
  })
const sourceInput = () => ({ kind: 'openai', name: newName(), api_key: 'key', model: 'gpt-5' })
const source = inWorkspace('source_id', 'create-source', sourceInput)
const style = {
  async make(): Promise<Made> {
    const scope = { surface: 'social', channel: 'linkedin' }
    const { id } = await operate('create-writing-style', { brand_id: brandId, ...scope, name: newName() })
    return { on: { brand_id: brandId, writing_style_id: id }, id }
  },
}
const member = async (): Promise<Made> => {
  const email = newEmail()
  const person = { workspace_id: fixture.workspaceId, email, name: 'Eve', role: 'viewer' }
  const { id } = await test.operate('create-person', person)
  return { on: { email }, id }
}
const brand = async (): Promise<Made> => {
  const { id } = await operate('create-brand', { name: newName() })
  return { on: { brand_id: id }, id }
}
const webhook = inWorkspace('webhook_id', 'create-webhook', () => ({
  ...{ name: newName(), url: 'https://hooks.example/ours', events: ['alert.raised'] },
}))
const key = inWorkspace('key_id', 'create-key', () => ({ name: newName() }))

const cases: Record<string, Case> = {
  'update-prompt': { ...prompt, change: { tag_ids: [] }, other: { is_active: false } },
  'delete-prompt': { ...prompt, edit: edited('update-prompt', { countries: ['FR'] }), repeated: 404 },
  'update-profile': {
    make: async () => ({ on: { brand_id: brandId } }),
    change: { industry: 'Hats' },
    other: { key_features: ['Dry'] },
  },
  'delete-note': {
    make: inBrand('note_id', 'create-note', () => ({ day: '2026-06-01', text: newName() })),
    repeated: 404,
  },
  'delete-export': {
    async make() {
      const made = await inBrand('export_id', 'create-export', () => ({ kind: 'answers' }))()
      // It shows how far it is.
      await jobsAreDone(test.app.services)
      return made
    },
    repeated: 404,
  },
  'update-product': {
    make: inBrand('product_id', 'create-product', () => ({ name: newName() })),
    change: { description: 'Dry' },
    other: { kind: 'service' },
  },
  'delete-product': {
    make: inBrand('product_id', 'create-product', () => ({ name: newName() })),
    edit: edited('update-product', { name: 'Another' }),
    repeated: 404,
  },
  'delete-knowledge-document': {
    async make() {
      const document = { brand_id: brandId, title: newName(), text: 'Boots.' }
      const { id } = await test.operate('add-knowledge-document', document)
      // It shows what reading it has found.
      await jobsAreDone(test.app.services)
      return { on: { brand_id: brandId, document_id: id }, id }
    },
    repeated: 404,
  },
  'delete-alignment-categories': {
    async make() {
      const { id } = await operate('create-alignment-category', { brand_id: brandId, name: newName() })
      return { on: { brand_id: brandId, category_ids: [id] }, id }
    },
    repeated: 400,
    async edit({ id }) {
      const { id: prompt_id } = await operate('create-prompt', {
        brand_id: brandId,
        text: newName(),
        topic_id: fixture.ids.topic_id?.[0],
        category_id: id,
      })
      return prompt_id
    },
  },
  'update-prompts': {
    async make() {
      const { id } = await prompt.make()
      return { on: { brand_id: brandId }, id }
    },
    change: ({ id }) => ({ prompt_ids: [id], is_active: false }),
    other: ({ id }) => ({ prompt_ids: [id], countries: ['FR'] }),
  },
  'update-alignment-suggestions': {
    async make() {
      const { id } = await suggestion()
      return { on: { brand_id: brandId }, id }
    },
    change: ({ id }) => ({ updates: [{ suggestion_id: id, country_codes: ['DE'] }] }),
    other: ({ id }) => ({ updates: [{ suggestion_id: id, suggested_prompt: newName() }] }),
  },
  'accept-alignment-suggestion': { make: suggestion, edit, repeated: 409 },
  'reject-alignment-suggestion': { make: suggestion, edit, repeated: 409 },
  'promote-alignment-suggestion': { make: suggestion, edit, repeated: 409 },
  'update-competitor': {
    make: inBrand('competitor_id', 'create-competitor', competitor),
    change: { aliases: ['Rival'] },
    other: { is_active: false },
  },
  'update-source': {
    make: source,
    change: { concurrency: 7 },
    other: { price: { per_thousand_searches: 1 } },
  },
  'delete-source': { make: source, edit: edited('update-source', { concurrency: 7 }), repeated: 404 },
  'set-collection': {
    make: async () => ({ on: { brand_id: brandId, engine: 'chatgpt' }, read: { engine: 'chatgpt' } }),
    change: { countries: ['FR'] },
    other: { is_active: false },
  },
  'set-budget': { make: async () => ({ on: {} }), change: { monthly_usd: 3 }, other: { monthly_usd: 4 } },
  'update-earned-mention': {
    async make() {
      const list = { brand_id: brandId, min_competitors: 1 }
      const [row] = await test.operate<{ citation_id: string }[]>('list-earned-mention-work', list)
      const on = { brand_id: brandId, citation_id: row?.citation_id }
      await operate('update-earned-mention', { ...on, state: 'open' })
      return { on, read: { min_competitors: 1 }, id: row?.citation_id }
    },
    change: { state: 'dismissed' },
    other: { state: 'in_progress' },
  },
  'update-competitor-suggestion': {
    async make() {
      const open = { brand_id: brandId, state: ['open'] }
      const [row] = await test.operate<{ id: string }[]>('list-competitor-suggestions', open)
      const on = { brand_id: brandId, suggestion_id: row?.id }
      return { on, read: { state: ['open', 'dismissed'] }, id: row?.id }
    },
    change: { state: 'dismissed' },
    other: { state: 'accepted' },
  },
  'update-opportunity': {
    async make() {
      const [row] = await test.operate<{ id: string }[]>('list-opportunities', { brand_id: brandId })
      const on = { brand_id: brandId, opportunity_id: row?.id }
      await operate('update-opportunity', { ...on, state: 'open' })
      return { on, id: row?.id }
    },
    change: { state: 'dismissed' },
    other: { state: 'done' },
  },
  'update-visibility-alert': {
    async make() {
      const alert_id = fixture.ids.alert_id?.[0]
      const on = { brand_id: brandId, alert_id }
      await operate('update-visibility-alert', { ...on, state: 'open' })
      return { on, id: alert_id }
    },
    change: { state: 'closed' },
    other: { state: 'acknowledged' },
  },
  'revoke-ingest-token': {
    make: inBrand('token_id', 'create-ingest-token', () => ({ name: newName() })),
    repeated: 409,
  },
  'set-audit-schedule': {
    async make() {
      await operate('set-audit-schedule', { brand_id: brandId, every: 'week', include_link_analysis: true })
      return { on: { brand_id: brandId } }
    },
    change: { every: 'month' },
    other: { every: 'week', include_link_analysis: false },
  },
  'set-report-settings': {
    async make() {
      const cleared = { weekly: false, alerts: 'none', person_ids: [], addresses: [] }
      await operate('set-report-settings', { brand_id: brandId, ...cleared })
      return { on: { brand_id: brandId } }
    },
    change: { alerts: 'falls' },
    other: { addresses: ['board@people.example'] },
  },
  'resolve-issue-page': {
    async make() {
      const page_issue_id = fixture.ids.page_issue_id?.[0]
      const on = { brand_id: brandId, page_issue_id }
      await operate('resolve-issue-page', { ...on, resolved: false })
      const rows = await test.operate<{ id: string }[]>('list-issues', { brand_id: brandId })
      for (const { id: issue_id } of rows) {
        const pages = await test.operate<{ id: string }[]>('get-issue', { brand_id: brandId, issue_id })
        if (pages.some(({ id }) => id === page_issue_id)) return { on, read: { issue_id }, id: page_issue_id }
      }
      throw new Error('no such page')
    },
    change: { resolved: true },
    other: { resolved: false },
  },
  'update-writing-style': { ...style, change: { sort_order: 700 }, other: { name: 'Other' } },
  'delete-writing-style': {
    ...style,
    edit: edited('update-writing-style', { sort_order: 5 }),
    repeated: 404,
  },
  'update-brand': { make: brand, change: { aliases: ['Alias'] }, other: { is_active: false } },
  'delete-brand': { make: brand, edit: edited('update-brand', { aliases: ['Alias'] }), repeated: 404 },
  'roll-key': { make: key, repeated: 409 },
  'revoke-key': { make: key, edit: edited('roll-key', { grace_hours: 1 }), repeated: 409 },
  'update-webhook': { make: webhook, change: { name: 'Theirs' }, other: { is_active: false } },
  'delete-webhook': { make: webhook, edit: edited('update-webhook', { name: 'Theirs' }), repeated: 404 },
  'roll-webhook-secret': { make: webhook },
  'update-person': { make: member, change: { role: 'editor' }, other: { role: 'admin' } },
  'remove-person': { make: member, edit: edited('update-person', { role: 'editor' }), repeated: 404 },
  'revoke-invitation': {
    make: inWorkspace('invitation_id', 'create-invitation', () => ({ email: newEmail(), role: 'viewer' })),
    repeated: 404,
  },
  'rename-workspace': {
    make: async () => ({ on: {} }),
    change: { name: 'Renamed' },
    other: { name: 'Named otherwise' },
  },
  'update-account': {
    make: async () => ({ on: {} }),
    change: { name: 'Ada L.' },
    other: { name: 'Ada Byron' },
  },
}

/** Operations for people that change something, and that no version of it can be given for. */
const without: Record<string, string> = {
  'delete-workspace': 'it goes as a whole, whatever it is called',
  'change-password': 'the password until now is given with it',
  'remove-second-factor': 'the password is given with it',
  'end-session': 'a session is not changed',
  'approve-client': 'a request is answered once, as it was asked',
  'refuse-client': 'a request is answered once, as it was asked',
  'disconnect-client': 'a connection is not changed',
}

/** What makes, begins or asks for something. */
const begins =
  /^(create|add|import|start|cancel|analyse|resync|refresh|reread|replay|run|test|begin|confirm|join|forget|sign|accept-invitation$|set-up$|choose|request)-?/

const writes = operations.filter(
  (operation) =>
    isForPeople(operation) &&
    (operation.change !== undefined || operation.http?.method === 'PATCH' || /^delete-/.test(operation.name)),
)

describe('of the list of operations', () => {
  it('every one that changes or deletes something takes the version of it', () => {
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

  it('every thing that has a version is shown with it', () => {
    const shown = new Set(operations.flatMap(({ shows }) => (shows === undefined ? [] : [shows.thing])))
    for (const { name, changes } of operations)
      if (changes !== undefined) expect(shown, name).toContain(changes.thing)
  })
})

const ifMatch = (...versions: (string | undefined)[]) => ({
  'if-match': versions.map((version) => `"${version}"`).join(', '),
})
const inputOf = (made: Made, change: Change | undefined) => ({
  ...made.on,
  ...(typeof change === 'function' ? change(made) : change),
})

describe.each(Object.entries(cases))('%s', (name, { make, change, other = change, edit, repeated }) => {
  const kind = operationOf(name).changes?.thing ?? ''

  it('is done on the version that was read, and on no other one', async () => {
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
    it('is refused once somebody else has changed it', async () => {
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

  it('needs no version', async () => {
    const thing = await make()
    const done = await call(name, inputOf(thing, change))
    expect(done.status, done.text).toBe(200)
  })
})

describe('If-Match', () => {
  it('is of versions in quotes, or any at all', async () => {
    const rename = (header: string) => call('update-account', { name: newName() }, { 'if-match': header })
    for (const header of ['x', 'W/"x"', '"x', '"x" "y"', '', '"é"'])
      expect((await rename(header)).status, header).toBe(400)
    expect((await rename('*')).status).toBe(200)
  })

  it('is refused by what changes nothing that has a version', async () => {
    for (const name of ['list-people', 'create-key', 'list-changes'])
      expect((await call(name, { name: newName() }, ifMatch('x'))).body.error.message, name).toMatch(
        /^If-Match/,
      )
  })

  it('of two changes of one version, one is made', async () => {
    const person = await member()
    const { version } = (await read('member', person)) ?? {}
    const answers = await Promise.all(
      ['editor', 'admin'].map((role) => call('update-person', { ...person.on, role }, ifMatch(version))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is part of the write that a retry repeats', async () => {
    const person = await member()
    const { version } = (await read('member', person)) ?? {}
    const write = (headers: object) =>
      call(
        'update-person',
        { ...person.on, role: 'admin' },
        { 'idempotency-key': String(person.id), ...headers },
      )
    const first = await write(ifMatch(version))
    expect((await write(ifMatch(version))).text).toBe(first.text)
    expect((await write(ifMatch('x'))).body.error.code).toBe('invalid_request')
  })

  it('is nothing to keys: /v1 tells no versions and knows none', async () => {
    const answer = await test.get(`/v1/brands/${brandId}/competitors`, fixture.key)
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'pagination', 'request_id'])
  })
})
