import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import type { Operation } from '../../kernel/operation.ts'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { callOperation } from '../../testing/call-operation.ts'
import { type Field, fieldsOf } from '../../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'

let test: TestApp
let fixture: Fixture
beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp(consoleEnvironment))
})
afterAll(() => test.close())

const password = 'correct-horse-battery'
const email = 'ada@example.com'

/** Every record, by its id. */
async function readRecords(): Promise<Map<string, { row: string; of: unknown[] }>> {
  const { rows } = await test.app.services.postgres.execute(
    'select id, workspace_id, brand_id, t::text as row from audit_records t',
  )
  return new Map(
    rows.map(({ id, row, workspace_id, brand_id }) => [String(id), { row: String(row), of: [workspace_id, brand_id] }]),
  )
}

/** The paths of stored idempotent responses that contain an id. */
async function storedResponsePaths(id: string): Promise<string[]> {
  const rows = await test.app.services.db.selectFrom('idempotent_responses').select('path').execute()
  return rows.flatMap(({ path }) => (path.includes(id) ? path : []))
}

const texts: Record<string, string> = {
  // A person that the test creates and deletes.
  email: 'eve@example.com',
  password,
  new_password: password,
  engine: 'chatgpt',
  format: 'sightline',
  url: 'https://x.example',
  events: 'alert.raised',
}

function exampleOf({ name, kind, values, min }: Field): string {
  const known = { ...fixture.ids, workspace_id: [fixture.workspaceId] }[name]?.[0]
  if (known !== undefined) return known
  switch (kind) {
    case 'integer':
      return String(min)
    case 'boolean':
      // No person here has a second factor: requiring one would reject the requests that follow.
      return name === 'required' ? 'false' : 'true'
    case 'enum':
      return values[0] as string
    case 'date':
      return '2026-06-01'
    case 'time':
      return '2026-06-01T00:00:00Z'
    case 'uuid':
      return randomUUID()
    case 'country':
      return 'US'
    case 'domain':
      return 'acme.com'
    case 'object':
      return '{}'
    default:
      return texts[name] ?? `some ${name}`
  }
}

/** The required fields, or all fields. Folders are new ones in the test directory. */
const inputOf = (operation: Operation, isMinimal: boolean): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(operation)
      .filter(({ name, required }) => (required || !isMinimal) && !['limit', 'cursor'].includes(name))
      .map((field) => [
        field.name,
        operation.on === 'installation' && ['to', 'from'].includes(field.name)
          ? join(test.directory, randomUUID())
          : exampleOf(field),
      ]),
  )

const subjectOf = ({ on }: Operation): Record<string, string> =>
  on === 'brand'
    ? { brand_id: fixture.ids.brand_id?.[0] as string }
    : on === 'workspace'
      ? { workspace_id: fixture.workspaceId }
      : {}

/** Runs an operation as the operator or as Ada, depending on its scope. @returns whether it succeeded */
async function perform(operation: Operation, isMinimal: boolean): Promise<boolean> {
  const input = inputOf(operation, isMinimal)
  if (operation.on !== 'person' && operation.on !== 'visit')
    return 'envelope' in (await test.tryOperate(operation.name, { ...subjectOf(operation), ...input }))
  const browser = operation.on === 'person' ? await signedIn() : new Browser(test)
  return (await callOperation(browser, operation, input)).status === 200
}

/** Signs Ada in from a new IP address each time, because sign-ins per address are limited. */
async function signedIn(): Promise<Browser> {
  const browser = new Browser(test)
  browser.workspaceId = fixture.workspaceId
  browser.address = `203.0.113.${addresses++}`
  const answer = await browser.signIn(email, password)
  expect(answer.status, answer.text).toBe(200)
  return browser
}
let addresses = 10

const erasing = ['delete-brand', 'delete-workspace']

it('no operation changes an audit record, and only erasing its brand or workspace deletes one', async () => {
  const person = { workspace_id: fixture.workspaceId, email, name: 'Ada', role: 'owner', password }
  await test.operate('create-person', person)
  const records = await readRecords()
  expect(records.size).toBeGreaterThan(20)
  const done = new Set<string>()
  for (const operation of operations) {
    if (erasing.includes(operation.name)) continue
    for (const isMinimal of [true, false]) if (await perform(operation, isMinimal)) done.add(operation.name)
    const left = await readRecords()
    for (const [id, record] of records) expect(left.get(id), operation.name).toEqual(record)
  }
  // Enough operations had an effect for the check to be meaningful.
  expect((await readRecords()).size).toBeGreaterThan(records.size + 30)
  expect(done.size).toBeGreaterThan(operations.length / 2)
})

it('erasing a brand or workspace deletes only its own records, and is recorded', async () => {
  const [brandId = ''] = fixture.otherIds.brand_id ?? []
  const browser = await signedIn()
  const topic = await browser.operate('create-topic', { brand_id: brandId, name: 'Gloves' })
  expect(topic.status, topic.text).toBe(200)
  expect(await storedResponsePaths(brandId)).toHaveLength(1)
  const before = await readRecords()
  await test.operate('delete-brand', { brand_id: brandId })
  const after = await readRecords()
  expect(await storedResponsePaths(brandId)).toEqual([])
  const erasedFrom = (from: typeof before, to: typeof before) => [...from.keys()].filter((id) => !to.has(id))
  const recordsOf = (from: typeof before, id: string) =>
    [...from].flatMap(([key, { of }]) => (of.includes(id) ? key : []))
  expect(recordsOf(before, brandId)).not.toEqual([])
  expect(erasedFrom(before, after)).toEqual(recordsOf(before, brandId))
  const [erased] = await test.operate<{ operation: string; before: object }[]>('list-changes', {
    workspace_id: fixture.workspaceId,
    operation: 'delete-brand',
  })
  expect(erased?.before).toEqual({ id: brandId })
  await test.operate('delete-workspace', { workspace_id: fixture.foreignWorkspaceId })
  const otherRecords = recordsOf(after, fixture.foreignWorkspaceId)
  expect(otherRecords).not.toEqual([])
  expect(erasedFrom(after, await readRecords())).toEqual(otherRecords)
  const ended = { operation: 'delete-workspace' }
  expect(await test.operate('list-installation-changes', ended)).toMatchObject([
    { actor: { kind: 'operator' }, before: { id: fixture.foreignWorkspaceId } },
  ])
})

it('an owner’s deletion of a workspace is recorded for the operator only, not in the owner’s other workspaces', async () => {
  const browser = await signedIn()
  const { id } = await test.operate('create-workspace', { name: 'Theirs' })
  const invited = { workspace_id: id, email, role: 'owner' }
  const { url } = await test.operate<{ url: string }>('create-invitation', invited)
  expect((await browser.operate('join-workspace', { token: url.split('#')[1] })).status).toBe(200)
  const asOwner = { 'x-workspace-id': id }
  expect((await browser.operate('delete-workspace', {}, asOwner)).status).toBe(200)
  const byPeople = { operation: 'delete-workspace', actor_kind: 'person' }
  const seen = await test.operate('list-installation-changes', byPeople)
  expect(seen).toMatchObject([{ actor: { kind: 'person' }, before: { id }, via: 'console' }])
  const elsewhere = await browser.operate('list-changes', { operation: 'delete-workspace' })
  expect([elsewhere.status, elsewhere.body.data]).toEqual([200, []])
})
